/** GET /docs: the API reference shows the whole description, fits phones and desktops, and contains no script. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import type { CartDocument as Cart } from '../../src/cart/cart.document.ts'
import { launchBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { startSampleShop } from '../support/docs/examples.ts'
import { type ApiDescription, operationsOf, readDescription } from '../support/docs/openapi.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const run = promisify(execFile)

function fromHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('the API reference', () => {
  let service: TestService
  let api: ApiDescription
  let page: Answer
  before(async () => {
    service = await startSampleShop()
    api = await readDescription(service.url)
    page = await service.call('GET', '/docs')
  })
  after(() => service.stop())

  it('loads only its stylesheet, and its policy allows nothing else', () => {
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(
      page.headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.deepEqual(page.text.match(/<script|\sstyle=|<style|<iframe|<img|\son\w+=|javascript:/gi), null)
    assert.deepEqual(page.text.match(/<link [^>]+>/g), ['<link rel="stylesheet" href="/docs/reference.css">'])
  })

  it('has a stylesheet', async () => {
    const { status, headers } = await service.call('GET', '/docs/reference.css')
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/css; charset=utf-8'])
  })

  it('shows every operation and every schema of the description, each once', () => {
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual([...new Set(ids)], ids)
    for (const { operation } of operationsOf(api)) assert.ok(ids.includes(operation.operationId), operation.operationId)
    for (const name of Object.keys(api.components.schemas)) assert.ok(ids.includes(name), name)
  })

  it('has a target for every link', () => {
    const targets = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    assert.ok(targets.length > 100)
    assert.deepEqual(
      targets.filter(target => !page.text.includes(` id="${target}"`)),
      [],
    )
  })

  it('shows commands that can be run', async () => {
    const commands = [...page.text.matchAll(/aria-label="Request"><code>([^<]+)</g)].map(([, each = '']) =>
      fromHtml(each),
    )
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
    const list = (await send("'http://shop.test/api/v3/admin/customers?", await service.token('admin'))) as {
      data: unknown[]
    }
    assert.equal(list.data.length, 2)
  })

  it('is served in production too, with the public address of the shop', async () => {
    const secret = () => crypto.randomUUID() + crypto.randomUUID()
    const production = await startService('sqlite', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://magaza.example',
      ACCESS_TOKEN_SECRET: secret(),
      HANDOFF_SECRET: secret(),
    })
    const { status, text } = await production.call('GET', '/docs')
    assert.equal(status, 200)
    assert.match(text, /curl https:\/\/magaza\.example\/api\/v3\/storefront\/2026-01\/cart \\/)
    assert.doesNotMatch(text, /localhost|shop\.test/)
    await production.stop()
  })
})

describe('the API reference in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  const violations: string[] = []
  before(async () => {
    service = await startSampleShop()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function open(hash: string, width: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    page.on('console', message => violations.push(message.text()))
    page.on('request', request => request.url().startsWith(service.url) || violations.push(request.url()))
    await page.goto(`${service.url}/docs${hash}`)
    return page
  }

  it('has no horizontal overflow at any width, with all details open', async () => {
    for (const width of [320, 390, 800, 1100, 1440, 1920]) {
      const page = await open('', width)
      await page.evaluate('document.querySelectorAll("details").forEach(each => { each.open = true })')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, String(width))
      assert.equal(await page.evaluate('getComputedStyle(document.body).margin'), '0px')
      await page.close()
    }
  })

  it('shows an endpoint with an example request and its response', async () => {
    const page = await open('#addItem', 1440)
    const endpoint = page.getByRole('article', { name: 'Add an item' })
    assert.ok(await endpoint.evaluate(element => Math.abs(element.getBoundingClientRect().top) < 50))
    const text = await endpoint.innerText()
    assert.match(text, /curl http:\/\/shop\.test\/api\/v3\/storefront\/2026-01\/cart-items/)
    assert.match(text, /"grandTotal": \{\s+"amount": "489\.50"/)
  })

  it('can be used with the keyboard: the skip link and the details work', async () => {
    const page = await open('', 1440)
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to the reference')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'JSON:API')
    const refusals = page.getByRole('article', { name: 'Read the cart' }).getByText('Refusals')
    await refusals.focus()
    await page.keyboard.press('Enter')
    assert.match(await page.getByRole('article', { name: 'Read the cart' }).innerText(), /guest_cancelled/)
  })

  it('has an index with links to the endpoints, on a desktop and on a phone', async () => {
    const desktop = await open('', 1440)
    await desktop.getByRole('navigation').getByRole('link', { name: 'Apply a coupon' }).click()
    assert.equal(new URL(desktop.url()).hash, '#applyCoupon')
    const phone = await open('', 390)
    await phone.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
    await phone
      .getByRole('region', { name: 'Customers', exact: true })
      .getByRole('link', { name: 'List customers' })
      .first()
      .click()
    assert.equal(new URL(phone.url()).hash, '#listCustomers')
  })

  it('makes no request to another host, and none that its policy forbids', () => {
    assert.deepEqual(violations, [])
  })
})

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.textContent')
}
