/** The requests of docs/orders.md, run with a real server that has the sample shop, and the requests of its diagram. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, dataOf } from '../support/checkout/orders.ts'
import { assertHappens, exchangesOf, readPage } from '../support/docs/doc-exchanges.ts'
import { startSampleShop } from '../support/docs/examples.ts'
import { blockIn } from '../support/docs/markdown.ts'
import { operationsOf, readDescription } from '../support/docs/openapi.ts'
import type { TestService } from '../support/service/service.ts'

const page = 'docs/orders.md'
const linen = 108

describe(page, () => {
  let service: TestService
  before(async () => {
    service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080' })
  })
  after(() => service.stop())

  it('shows how a checkout is held, completed and cancelled', async () => {
    const member = await service.token('member', { id: '1' })
    await addItem(service, member, linen, 3)
    const exchanges = exchangesOf(readPage(page))
    assert.equal(exchanges.length, 3)
    const ADMIN_TOKEN = await service.token('admin', { id: 'web-shop', scope: 'checkouts:read checkouts:write' })
    await assertHappens(exchanges, { url: service.url, cwd: '.', env: { ADMIN_TOKEN } })
    assert.equal(dataOf(await callCheckout(service, 'GET', '2026-000123')).state, 'cancelled')
  })

  it('draws requests that exist, between its participants', async () => {
    const [kind, ...lines] = blockIn(page, 'mermaid').trim().split('\n')
    assert.equal(kind, 'sequenceDiagram')
    const drawn = lines.map(line =>
      /^ {4}(?:participant (\w+)(?: as [\w ]+)?|(\w+)-?->>(\w+): (.+)|Note over (\w+): .+)$/.exec(line),
    )
    assert.ok(drawn.every(line => line !== null))
    const participants = drawn.map(line => line?.[1]).filter(name => name !== undefined)
    const named = drawn.flatMap(line => [line?.[2], line?.[3], line?.[5]]).filter(name => name !== undefined)
    assert.deepEqual([...new Set(named)].sort(), participants.sort())
    const requests = drawn.map(line => /^(GET|PUT|POST) (\S+)/.exec(line?.[4] ?? '')).filter(each => each !== null)
    const known = operationsOf(await readDescription(service.url)).map(({ name }) => name)
    const asNamed = ([, method = '', path = '']: RegExpExecArray) =>
      `${method.toLowerCase()} ${path.replace('2026-000123', '{reference}')}`
    assert.equal(requests.length, 3)
    for (const request of requests) {
      const [method, path = ''] = asNamed(request).split(' ')
      assert.ok(
        known.some(name => name.startsWith(`${method} `) && name.endsWith(path)),
        request[0],
      )
    }
  })
})
