/** Conditional writes through a network that loses requests and responses: none reports a failed condition that it has caused itself. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Cart,
  type CartWriteOptions,
  changedCartOf,
  createClient,
  isNetworkError,
  type SepetClient,
} from 'sepet-client'
import { cartFor, itemsOf, refusalsIn } from '../support/cart/client.ts'
import { refusing } from '../support/cart/device.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

type CartClient = SepetClient['cart']
/** What becomes of an attempt: undefined for the service's response. */
type Disturb = (request: Request, attempt: number) => Promise<Response | undefined> | Response | undefined

const item = { productId: ids.plain, quantity: 1 }
const CHANGED = ['412 precondition_failed']
const failure = new TypeError('fetch failed')
const soon = { 'Retry-After': '0' }

/** Writes that change the cart of {@link start}, by name. A repeated add is recognised by its key. */
const writes: Record<string, (cart: CartClient, itemId: string, options: CartWriteOptions) => Promise<Cart>> = {
  setQuantity: (cart, itemId, options) => cart.setQuantity(itemId, 7, options),
  setNotes: (cart, itemId, options) => cart.setNotes(itemId, { orderNote: 'note' }, options),
  removeItem: (cart, itemId, options) => cart.removeItem(itemId, options),
  clear: (cart, _, options) => cart.clear(options),
  applyCoupon: (cart, _, options) => cart.applyCoupon('YAZ10', options),
  chooseCampaign: (cart, _, options) => cart.chooseCampaign(7, options),
}

const loseRequest = () => Promise.reject(failure)
async function loseResponse(request: Request): Promise<never> {
  await (await fetch(request)).text()
  throw failure
}

describe('a conditional write', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
    await service.importShop({
      campaigns: [{ id: 7, name: 'Yüzde on', reward: { type: 'percent', value: '10' } }],
      coupons: [{ code: 'YAZ10', description: 'Yaz', discountType: 'percent', value: '10' }],
    })
  })
  after(() => service.stop())

  /** A guest's cart with one item, on a device whose requests are disturbed, and on another. */
  async function start(disturb: Disturb) {
    const token = await service.token('guest')
    const other = cartFor(service, token)
    const { affectedItemId: itemId, ...seen } = await other.addItem({ ...item, quantity: 2 })
    const sent: (string | null)[] = []
    const client = createClient({
      baseUrl: service.url,
      token,
      retry: { maxWaitSeconds: 0.01 },
      fetch: async request => {
        sent.push(request.headers.get('If-Match'))
        return (await disturb(request, sent.length)) ?? fetch(request)
      },
    })
    return { ...client, other, itemId, seen: seen as Cart, sent }
  }
  const first =
    (disturb: (request: Request) => Promise<Response> | Response): Disturb =>
    (request, attempt) =>
      attempt === 1 ? disturb(request) : undefined

  for (const [name, write] of Object.entries(writes)) {
    it(`of ${name} throws the network failure where its response was lost, and no 412`, async () => {
      const { cart, other, itemId, seen, sent } = await start(first(loseResponse))
      await assert.rejects(write(cart, itemId, { ifMatch: seen }), error => error === failure && isNetworkError(error))
      assert.deepEqual(sent, [seen.etag, seen.etag])
      const expected = await start(() => undefined)
      await write(expected.cart, expected.itemId, { ifMatch: expected.seen })
      const shape = ({ items, ...totals }: Cart) => ({
        ...totals,
        etag: '',
        items: items.map(each => ({ ...each, id: '' })),
      })
      assert.deepEqual(shape(await other.read()), shape(await expected.other.read()))
    })

    it(`of ${name} succeeds after a lost request`, async () => {
      const { cart, other, itemId, seen, sent } = await start(first(loseRequest))
      const written = await write(cart, itemId, { ifMatch: seen })
      assert.equal(written.etag, (await other.read()).etag)
      assert.deepEqual(sent, [seen.etag, seen.etag])
    })
  }

  it('throws the network failure also where another device has changed the cart, which cannot be told apart', async () => {
    const { cart, other, itemId, seen } = await start(first(loseRequest))
    const changed = await other.setQuantity(itemId, 3)
    await assert.rejects(cart.clear({ ifMatch: seen }), error => error === failure)
    assert.deepEqual(await other.read(), changed)
  })

  it('throws the 503 whose attempt may have been executed, and not what has followed it', async () => {
    const { cart, other, itemId, seen, sent } = await start(async (request, attempt) => {
      if (attempt === 2) return refusing(429, 'rate_limited', soon)
      if (attempt > 2) return undefined
      await (await fetch(request)).text()
      return refusing(503, 'unavailable', soon)
    })
    assert.deepEqual(await refusalsIn(cart.setQuantity(itemId, 7, { ifMatch: seen })), ['503 unavailable'])
    assert.equal((await other.read()).totalQuantity, 7)
    assert.equal(sent.length, 3)
  })

  it('is refused with 412 where no earlier attempt was executed', async () => {
    for (const refusal of [
      () => refusing(429, 'rate_limited', soon),
      () => refusing(503, 'overloaded', soon),
      () => refusing(503, 'cart_busy', soon),
    ]) {
      const { cart, other, itemId, seen } = await start(first(refusal))
      const changed = await other.setQuantity(itemId, 3)
      const error = await cart.clear({ ifMatch: seen }).catch(reason => reason)
      assert.deepEqual(await refusalsIn(Promise.reject(error)), CHANGED)
      assert.deepEqual(changedCartOf(error), changed)
    }
  })

  it('of a removal is refused with 404 for an item that the cart has not got, also in a repetition', async () => {
    const { cart, seen } = await start(first(loseRequest))
    assert.deepEqual(await refusalsIn(cart.removeItem('x', { ifMatch: seen })), ['404 item_not_found'])
  })

  it('of an add succeeds where its response was lost, although it has changed the tag', async () => {
    const { cart, seen, sent } = await start(first(loseResponse))
    const added = await cart.addItem(item, { ifMatch: seen })
    assert.deepEqual([itemsOf(added), sent.length], [[`${ids.plain}×3`], 2])
    assert.equal((await cart.clear({ ifMatch: added })).totalQuantity, 0)
  })

  it('of an add is refused with 412 where its request was lost and another device has changed the cart', async () => {
    const { cart, other, itemId, seen } = await start(first(loseRequest))
    const changed = await other.setQuantity(itemId, 5)
    const error = await cart.addItem(item, { ifMatch: seen }).catch(reason => reason)
    assert.deepEqual(changedCartOf(error), changed)
    assert.deepEqual(await other.read(), changed)
  })

  it('of `api` is repeated in the same way, and an add without a key is not', async () => {
    const path = '/api/v3/storefront/2026-01/cart-items'
    const { api, itemId, seen, sent } = await start(first(loseResponse))
    const headers = { 'If-Match': seen.etag ?? '', 'Idempotency-Key': 'of no add' }
    const params = { path: { itemId } }
    const changing = api.PATCH(`${path}/{itemId}`, { headers, params, body: { quantity: 5 } })
    await assert.rejects(changing, error => error === failure)
    assert.equal(sent.length, 2)
    const adding = await start(first(loseResponse))
    const add = { headers: { 'If-Match': adding.seen.etag ?? '' }, body: item }
    await assert.rejects(adding.api.POST(path, add), error => error === failure)
    assert.equal(adding.sent.length, 1)
  })

  it('is sent without a condition as `If-Match: *`, and an emptied cart is not repeated then', async () => {
    const { cart, sent } = await start(first(loseResponse))
    await assert.rejects(cart.clear(), error => error === failure)
    assert.deepEqual(sent, ['*'])
  })
})
