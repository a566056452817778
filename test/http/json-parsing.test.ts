/** JSON test cases as bodies of four endpoints: a body that is not JSON is answered with 400, and only such a body. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS, STOREFRONT } from '../../src/api-paths.ts'
import { BODY_LIMIT_BYTES } from '../../src/http/request/json-body.ts'
import { addItem, cartOf, linesOf } from '../support/cart/cart.ts'
import { type JsonCase, jsonCases } from '../support/docs/json-cases.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Endpoint {
  method: string
  path: () => string
  token: () => string
  limitBytes: number
  /** Statuses for a body that is JSON. */
  accepted: number[]
  /** Status for an empty body. */
  empty: number
}

describe('a request body', () => {
  let service: TestService
  const tokens = { guest: '', admin: '' }
  let itemId: string
  before(async () => {
    service = await startService('sqlite')
    tokens.guest = await service.token('guest')
    tokens.admin = await service.token('admin')
    itemId = await addItem(service, tokens.guest, ids.plain)
  })
  after(() => service.stop())

  const small = { limitBytes: BODY_LIMIT_BYTES, token: () => tokens.guest }
  const endpoints: Record<string, Endpoint> = {
    'of an item': { ...small, method: 'POST', path: () => `${STOREFRONT}/cart-items`, accepted: [422], empty: 422 },
    'of notes': {
      ...small,
      method: 'PATCH',
      path: () => `${STOREFRONT}/cart-items/${itemId}/notes`,
      accepted: [200, 422],
      empty: 200,
    },
    'of a handoff': {
      ...small,
      method: 'POST',
      path: () => `${STOREFRONT}/checkout-guest-session`,
      accepted: [200],
      empty: 200,
    },
    'of customers': {
      method: 'POST',
      path: () => CUSTOMERS,
      token: () => tokens.admin,
      limitBytes: 4 * 1_048_576,
      accepted: [201, 422],
      empty: 422,
    },
  }

  for (const [whose, endpoint] of Object.entries(endpoints)) {
    for (const isJson of [false, true, null]) {
      it(`${whose} ${titleOf(isJson)}`, async () => {
        for (const each of jsonCases.filter(each => each.isJson === isJson)) await assertStatus(endpoint, each)
        const cart = await service.call('GET', '/cart', { token: tokens.guest })
        assert.deepEqual(linesOf(cartOf(cart)), [`${ids.plain}×1`])
      })
    }
  }

  async function assertStatus(endpoint: Endpoint, { name, bytes, isJson }: JsonCase): Promise<void> {
    const headers = { Authorization: `Bearer ${endpoint.token()}`, 'Content-Type': 'application/json' }
    const answer = await sendRaw(service.url, {
      method: endpoint.method,
      path: endpoint.path(),
      headers,
      body: bytes,
    })
    const expected = expectedOf(endpoint, bytes, isJson)
    assert.ok(expected.includes(answer.status), `${name}: ${answer.status} instead of ${expected}: ${answer.body}`)
    if (answer.status === 400) assert.match(answer.body, /"code":"(malformed_json|invalid_encoding)"/)
  }

  it('is checked for UTF-8 before it is checked for JSON syntax', async () => {
    const body = Buffer.from([0x7b, 0xff])
    const headers = { Authorization: `Bearer ${tokens.guest}`, 'Content-Type': 'application/json' }
    const { status, body: text } = await sendRaw(service.url, {
      method: 'POST',
      path: `${STOREFRONT}/cart-items`,
      headers,
      body,
    })
    assert.equal(status, 400)
    assert.match(text, /invalid_encoding/)
  })

  it('is covered by more than 330 cases', () => {
    assert.ok(jsonCases.length > 330, String(jsonCases.length))
  })
})

function titleOf(isJson: boolean | null): string {
  if (isJson === null) return 'is answered with 400 or as JSON, never with 5xx, when JSON parsers disagree on it'
  return isJson ? 'is not answered with 400 when it is JSON' : 'is answered with 400 when it is not JSON'
}

function expectedOf({ limitBytes, accepted, empty }: Endpoint, bytes: Buffer, isJson: boolean | null): number[] {
  if (bytes.length === 0) return [empty]
  if (bytes.length > limitBytes) return [413]
  if (isJson === null) return [400, ...accepted]
  return isJson ? accepted : [400]
}
