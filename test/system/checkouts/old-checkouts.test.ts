/** Old checkouts of one subject: which keep their carts, and what a condensed one can still do. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { condenseCart, heldQuantities } from '../../../src/checkouts/condensed-cart.ts'
import { addItem, linesOf, quantityOf, refusalsOf, whenFree } from '../../support/cart/cart.ts'
import { meet, merges } from '../../support/checkouts/merges.ts'
import {
  callCheckout,
  complete,
  dataOf,
  hold,
  readCart,
  release,
  subjectOf,
  totalsOf,
} from '../../support/checkouts/orders.ts'
import { assertNoDeadlocks, assertUsesMatch } from '../../support/checkouts/settled.ts'
import { couponOf, expire, fillWith, guestWith, requireHold } from '../../support/checkouts/usage-limits.ts'
import { engines } from '../../support/database/engines.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'

/** The largest size of the record that is left of an old checkout. */
const MAX_BYTES = 16_384

for (const engine of engines) {
  describe(`old checkouts on ${engine}`, () => {
    let service: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine, { HOLD_RENEWALS: '0', CART_MAX_LINES: '600' })
    })
    afterEach(() => assertUsesMatch(service.database))
    after(async () => {
      await assertNoDeadlocks(service)
      await service.stop()
    })

    const read = async (reference: string) => dataOf(await callCheckout(service, 'GET', reference))
    const cartsOf = async (references: string[]) =>
      Promise.all(references.map(async each => ((await read(each)).cart === null ? 'condensed' : 'whole')))
    /** Holds the cart of a token under new references, one after the other. */
    const holdAll = async (count: number, token: string) => {
      const references = Array.from({ length: count }, next)
      for (const reference of references) await requireHold(service, reference, token)
      return references
    }
    const rowOf = (reference: string) =>
      service.database.kysely
        .selectFrom('checkouts')
        .selectAll()
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()

    it('keep their carts in the two newest beside the living hold, and after its end in the two newest', async () => {
      const token = await guestWith(service)
      const references = await holdAll(6, token)
      assert.deepEqual(await cartsOf(references), [...Array(3).fill('condensed'), ...Array(3).fill('whole')])
      await release(service, references[5] ?? '')
      assert.deepEqual(await cartsOf(references), [...Array(4).fill('condensed'), ...Array(2).fill('whole')])
      const [oldest = ''] = references
      const { cart, ...rest } = await read(oldest)
      assert.deepEqual(Object.keys(rest).sort(), [
        ...[
          'completedAt',
          'customerId',
          'expiresAt',
          'heldAt',
          'overLimit',
          'overStock',
          'payable',
          'reference',
          'state',
          'subject',
        ],
      ])
      assert.deepEqual([cart, rest.state, rest.subject], [null, 'released', subjectOf(token)])
    })

    it('keep their carts in those that are completed or cancelled, and of other subjects', async () => {
      const [token, other] = [await guestWith(service), await guestWith(service)]
      const [paid, cancelled, foreign] = [next(), next(), next()]
      for (const reference of [paid, cancelled]) {
        await requireHold(service, reference, token)
        await complete(service, reference)
        await fillWith(service, token)
      }
      await release(service, cancelled)
      await requireHold(service, foreign, other)
      await release(service, foreign)
      const references = await holdAll(5, token)
      assert.deepEqual(await cartsOf([paid, cancelled, foreign]), Array(3).fill('whole'))
      assert.deepEqual(await cartsOf(references), [...Array(2).fill('condensed'), ...Array(3).fill('whole')])
    })

    it('count an expired hold among the newest from the next hold on', async () => {
      const token = await guestWith(service)
      const references = await holdAll(3, token)
      await expire(service, references[2] ?? '')
      await requireHold(service, next(), token)
      assert.deepEqual(await cartsOf(references), ['condensed', 'whole', 'whole'])
    })

    it('are completed when condensed: quantities leave the cart, uses count, and a repetition changes nothing', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 2, usageCount: 0 })
      const token = await guestWith(service, coupon)
      await addItem(service, token, ids.taxFree, 2)
      const [old = ''] = await holdAll(4, token)
      assert.deepEqual(await cartsOf([old]), ['condensed'])
      await addItem(service, token, ids.plain, 1)
      await addItem(service, token, ids.soldOut, 7)
      const completed = dataOf(await complete(service, old))
      assert.deepEqual([completed.state, completed.cart, completed.overLimit], ['completed', null, false])
      assert.deepEqual(linesOf(await readCart(service, token)), [`${ids.plain}×1`, `${ids.soldOut}×7`])
      assert.equal((await readCart(service, token)).data.attributes.appliedCoupon, undefined)
      assert.equal((await complete(service, old)).status, 200)
      assert.equal(await quantityOf(service, token), 8)
      // The other use is that of the living hold.
      assert.equal(await coupon.isApplied(service, await guestWith(service, coupon)), false)
      await release(service, old)
      assert.equal((await read(old)).state, 'cancelled')
      assert.equal(await coupon.isApplied(service, await guestWith(service, coupon)), true)
    })

    it('answer a repeated hold by their totals once they are completed, and are held again as a whole', async () => {
      const token = await guestWith(service)
      const { grandTotal } = (await readCart(service, token)).data.attributes
      const [paid = '', again = ''] = await holdAll(6, token)
      await complete(service, paid)
      await fillWith(service, token)
      const repeated = await hold(service, paid, token, { grandTotal: grandTotal?.amount })
      assert.deepEqual([repeated.status, dataOf(repeated).cart], [200, null])
      const other = await hold(service, paid, token, { grandTotal: '1.00' })
      assert.deepEqual(refusalsOf(other), ['409 reference_taken'])
      await addItem(service, token, ids.taxFree, 5)
      const cart = await readCart(service, token)
      await requireHold(service, again, token)
      assert.deepEqual((await read(again)).cart, cart)
      await complete(service, again)
      assert.deepEqual(linesOf(await readCart(service, token)), [])
    })

    for (const [way, merge] of Object.entries(merges)) {
      it(`of a guest and a member are counted together after a merge by ${way}`, async () => {
        const meeting = await meet(service, next)
        const guests = await holdAll(3, meeting.guest)
        const members = await holdAll(3, meeting.member)
        assert.deepEqual(await cartsOf([...guests, ...members]), Array(6).fill('whole'))
        assert.equal((await merge(service, meeting)).status, 200)
        const all = [...guests, ...members]
        assert.deepEqual(await cartsOf(all), [...Array(3).fill('condensed'), ...Array(3).fill('whole')])
        await complete(service, guests[0] ?? '')
        assert.deepEqual(linesOf(await readCart(service, meeting.member)), [`${ids.soldOut}×2`])
      })
    }

    it('are never more than two with a cart beside the hold, whatever is held, released and completed at once', async () => {
      const peer = await service.startPeer()
      const either = (n: number) => (n % 2 === 0 ? service : peer)
      const token = await guestWith(service)
      const references = await holdAll(5, token)
      const expected = await totalsOf(service, token)
      const holdAt = (n: number, reference: string) => whenFree(() => hold(either(n), reference, token, expected))
      const answers = await Promise.all([
        ...references.map((reference, n) => holdAt(n, reference)),
        ...references.map((reference, n) => whenFree(() => release(either(n + 1), reference))),
        ...Array.from({ length: 5 }, (_, n) => holdAt(n, next())),
      ])
      const statuses = new Set(answers.map(({ status }) => status))
      assert.deepEqual([...statuses.difference(new Set([200, 201, 204]))], [])
      const last = next()
      await requireHold(service, last, token)
      await release(peer, last)
      const ended = service.database.kysely.selectFrom('checkouts').select(['reference', 'state', 'quantities'])
      const rows = await ended.where('subject', '=', subjectOf(token)).execute()
      assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['released'])
      assert.deepEqual([rows.length, rows.filter(({ quantities }) => quantities === null).length], [11, 2])
      await peer.stop()
    })

    // Proves: stored-holds
    it('take at most 16 KB with 500 lines of the largest ids, and lose none of them', async () => {
      const lines = Array.from({ length: 500 }, (_, n) => Number.MAX_SAFE_INTEGER - n)
      const products = lines.map(id => product({ id, variants: [{ id, name: 'x' }] }))
      await service.importShop(shopFile({ products: [...products, product({ id: ids.plain })] }))
      const token = await service.token('guest')
      for (const id of lines) {
        const body = { productId: id, variantId: id, quantity: 100_000 }
        const { status, text } = await service.call('POST', `${STOREFRONT}/cart-items`, { token, body })
        assert.equal(status, 201, text)
      }
      const [old = 'x'] = await holdAll(4, token)
      const { document, quantities, ...row } = await rowOf(old)
      const others = JSON.stringify(row).length
      assert.ok(Buffer.byteLength(document) + Buffer.byteLength(quantities ?? '') + others < MAX_BYTES)
      await addItem(service, token, ids.plain, 3)
      await complete(service, old)
      assert.deepEqual(linesOf(await readCart(service, token)), [`${ids.plain}×3`])
      await service.importShop(shopFile())
    })
  })
}

describe('a condensed cart', () => {
  const cartOf = (lines: { productId: number; variantId: number | null; quantity: number }[]) =>
    ({ data: { attributes: {} }, included: lines.map(attributes => ({ attributes })) }) as unknown as Parameters<
      typeof condenseCart
    >[0]
  const restored = (lines: Parameters<typeof cartOf>[0]) => {
    const { document, quantities } = condenseCart(cartOf(lines))
    return heldQuantities({ cart: JSON.parse(document), quantities })
  }

  it('has the quantities of every line, with and without a variant', () => {
    const lines = [
      { productId: 1, variantId: null, quantity: 1 },
      { productId: Number.MAX_SAFE_INTEGER, variantId: Number.MAX_SAFE_INTEGER, quantity: 100_000 },
      { productId: 35, variantId: 36, quantity: 37 },
    ]
    assert.deepEqual(restored(lines), lines)
    assert.deepEqual(restored([]), [])
  })

  it('leaves out the last lines of a cart that is too large, and no part of a line', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => ({
      productId: Number.MAX_SAFE_INTEGER - n,
      variantId: 1_000_000 + n,
      quantity: 1 + n,
    }))
    const kept = restored(lines)
    assert.ok(kept.length >= 500 && kept.length < 10_000)
    assert.deepEqual(kept, lines.slice(0, kept.length))
  })
})
