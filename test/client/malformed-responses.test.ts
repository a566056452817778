/** Errors of the client for networks and proxies that break the rules: a `fetch` that rejects with no object, and 200 with any JSON. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, isNetworkError, SepetError } from 'sepet-client'
import { callsWith, errorOf, FAST_RETRY } from '../support/cart/client-calls.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const item = { productId: ids.plain, quantity: 1 }
const REASONS = [undefined, null, 'offline', 5, Symbol('offline')]
const DOCUMENTS = ['null', '[]', '{}', '5', '"text"', '{"data":null}', '{"data":{}}', '{"data":[]}', '{"data":"text"}']

const jsonOf = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

describe('a `fetch` that rejects with no object', () => {
  for (const reason of REASONS) {
    it(`is a network failure: ${String(reason)}`, async () => {
      const calls = callsWith({ fetch: () => Promise.reject(reason) })
      for (const [name, call] of Object.entries(calls)) {
        const error = await errorOf(call())
        assert.ok(error instanceof Error && isNetworkError(error), name)
        assert.deepEqual([error.name, error.cause], ['NetworkError', reason], name)
      }
    })
  }

  it('ends an aborted call with the reason of the abort', async () => {
    const controller = new AbortController()
    const reason = new Error('the screen was left')
    const { signal } = controller
    const { cart } = createClient({
      baseUrl: 'http://shop.test',
      token: 'eyJ',
      fetch: () => {
        controller.abort(reason)
        return Promise.reject(undefined)
      },
    })
    assert.equal(await errorOf(cart.read({ signal })), reason)
  })
})

describe('a response of 200 that is not from Sepet', () => {
  for (const text of DOCUMENTS) {
    it(`is a SepetError without codes: ${text}`, async () => {
      let sent = 0
      const send = async () => {
        sent++
        return jsonOf(text)
      }
      for (const [name, call] of Object.entries(callsWith({ fetch: send }))) {
        sent = 0
        const error = await errorOf(call())
        assert.ok(error instanceof SepetError, `${name}: ${error}`)
        assert.deepEqual([error.status, error.codes, sent], [200, [], 1], name)
      }
    })
  }

  it('is a network failure if its JSON ends early or is text', async () => {
    for (const text of ['', 'hello', '{"data":{"ty']) {
      for (const [name, call] of Object.entries(callsWith({ fetch: async () => jsonOf(text) }))) {
        const error = await errorOf(call())
        assert.ok(error instanceof Error && isNetworkError(error), name)
        assert.deepEqual([error.name, error.message], ['NetworkError', 'The response ended early.'], name)
      }
    }
  })
})

describe('the cart after a response that was not from Sepet', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
  })
  after(() => service.stop())

  it('is the last one, and an add with the same key is added once', async () => {
    const token = await service.token('guest')
    let text: string | undefined
    const send = async (request: Request) => {
      const response = await fetch(request)
      return text === undefined ? response : jsonOf(text)
    }
    const { cart } = createClient({ baseUrl: service.url, token, fetch: send, retry: FAST_RETRY })
    await cart.addItem(item)
    for (text of DOCUMENTS) {
      const { isStale, cart: shown } = await cart.readLatest()
      assert.deepEqual([isStale, shown.totalQuantity], [true, 1], text)
    }
    text = '{"data":null}'
    const adding = () => cart.addItem(item, { idempotencyKey: 'add-2' })
    await assert.rejects(adding(), SepetError)
    text = undefined
    assert.equal((await adding()).totalQuantity, 2)
  })
})
