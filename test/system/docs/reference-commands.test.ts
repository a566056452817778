/** The commands of the API reference at /docs, run in a shell. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { CartDocument as Cart } from '../../../src/cart/pricing/cart.document.ts'
import { startSampleShop } from '../../support/docs/examples.ts'
import type { TestService } from '../../support/service/service.ts'

const run = promisify(execFile)

function fromHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Reads the pages of all subjects, which the overview links. */
async function readPages(service: TestService): Promise<string> {
  const { text } = await service.call('GET', '/docs')
  const addresses = new Set([...text.matchAll(/href="(\/docs\/[a-z-]+)/g)].map(([, address = '']) => address))
  assert.ok(addresses.size > 5)
  const pages = await Promise.all([...addresses].map(address => service.call('GET', address)))
  return pages.map(page => page.text).join('\n')
}

describe('the API reference', () => {
  let service: TestService
  let text: string
  before(async () => {
    service = await startSampleShop()
    text = await readPages(service)
  })
  after(() => service.stop())

  it('shows commands that can be run', async () => {
    const commands = [...text.matchAll(/aria-label="Request"><code>([^<]+)</g)].map(([, each = '']) => fromHtml(each))
    assert.ok(commands.length > 35)
    const send = async (start: string, token: string): Promise<unknown> => {
      const [command = ''] = commands.filter(each => each.startsWith(`curl ${start}`))
      const script = command.replace('http://shop.test', service.url).replace('curl', 'curl -s')
      return JSON.parse((await run('bash', ['-c', script], { env: { ...process.env, TOKEN: token } })).stdout)
    }
    const cart = (await send(
      'http://shop.test/api/v3/storefront/2026-01/cart-items',
      await service.token('guest'),
    )) as Cart
    assert.equal(cart.data.attributes.grandTotal?.amount, '489.50')
    const unchanged = /If-None-Match: &quot;[0-9a-f]{16}&quot;[^<]+<\/code><\/pre>\s+<p class="status">304<\/p>/
    assert.match(text, unchanged)
    const list = (await send("'http://shop.test/api/v3/admin/customers?", await service.token('admin'))) as {
      data: unknown[]
    }
    assert.equal(list.data.length, 2)
  })
})
