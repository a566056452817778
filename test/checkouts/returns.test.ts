/** Returns of items: refunds, repetitions, stocks, and what cancelling does afterwards, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { condenseCart } from '../../src/checkouts/condensed-cart.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { listCheckouts } from '../support/checkouts/checkout-list.ts'
import { callCheckout, complete, dataOf, hold, release } from '../support/checkouts/orders.ts'
import { amountsOf, returnItems, returnOf } from '../support/checkouts/returns.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { plain, taxFree } = ids

for (const engine of engines) {
  describe(`returns on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let number = 0
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
      await guardedShop(service)
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    beforeEach(async () => {
      for (const id of [plain, taxFree]) await setStock(service, id, 10)
    })

    /** Completes a checkout of items. @returns its reference and the ids of its lines */
    const order = async (...items: [id: number, quantity: number, variantId?: number][]) => {
      const token = await service.token('guest')
      for (const [id, quantity, variantId] of items) await addItem(service, token, id, quantity, variantId)
      const reference = `${engine}-${++number}`
      assert.equal((await hold(service, reference, token)).status, 201)
      const { cart } = dataOf(await complete(service, reference))
      return { reference, lines: cart.included.map(({ id }) => id), cart }
    }
    const read = async (reference: string) => callCheckout(service, 'GET', reference)
    const stock = async (id: number) => (await stockOf(service, id)).stock

    describe('that are refused', () => {
      it('are those of an unknown reference, of a hold, and of a cancelled order', async () => {
        const body = { lines: [{ itemId: 'x', quantity: 1 }] }
        assert.deepEqual(refusalsOf(await returnItems(service, 'nobody-1', body)), ['404 checkout_not_found'])
        const token = await service.token('guest')
        await addItem(service, token, plain, 1)
        await hold(service, `${engine}-held`, token)
        assert.deepEqual(refusalsOf(await returnItems(service, `${engine}-held`, body)), ['409 checkout_not_completed'])
        const { reference, lines } = await order([plain, 1])
        await release(service, reference)
        const asked = { lines: [{ itemId: lines[0], quantity: 1 }] }
        assert.deepEqual(refusalsOf(await returnItems(service, reference, asked)), ['409 checkout_not_completed'])
        assert.equal('returns' in dataOf(await read(reference)), false)
      })

      it('name the line of an unknown item, of one that is named twice, and of too many pieces, and return nothing', async () => {
        const { reference, lines } = await order([plain, 2], [taxFree, 1])
        const [first, second] = lines
        const refused = async (...asked: object[]) => {
          const answer = await returnItems(service, reference, { lines: asked }, { key: 'refused' })
          return refusalsOf(answer)
        }
        assert.deepEqual(await refused({ itemId: first, quantity: 3 }), ['422 return_exceeds /lines/0/quantity'])
        assert.deepEqual(await refused({ itemId: second, quantity: 1 }, { itemId: 'x', quantity: 1 }), [
          '422 item_unknown /lines/1/itemId',
        ])
        assert.deepEqual(await refused({ itemId: first, quantity: 1 }, { itemId: first, quantity: 1 }), [
          '422 field_invalid /lines/1/itemId',
        ])
        assert.deepEqual(await refused({ productId: plain, quantity: 1 }), ['422 field_required /lines/0/itemId'])
        assert.deepEqual(await refused({ itemId: first, productId: plain, quantity: 1 }), [
          '422 field_invalid /lines/0/productId',
        ])
        for (const quantity of [0, -1, 1.5, '1', null, 100_001]) {
          assert.deepEqual(await refused({ itemId: first, quantity }), ['422 field_invalid /lines/0/quantity'])
        }
        assert.deepEqual(await refused({ itemId: first }), ['422 field_required /lines/0/quantity'])
        assert.deepEqual(await refused(), ['422 field_invalid /lines'])
        assert.equal('returns' in dataOf(await read(reference)), false)
        const made = await returnItems(
          service,
          reference,
          { lines: [{ itemId: first, quantity: 2 }] },
          { key: 'refused' },
        )
        assert.deepEqual([made.status, made.headers.get('idempotency-replayed')], [201, null])
      })

      it('have bodies, keys or parameters of another form', async () => {
        const { reference, lines } = await order([plain, 1])
        const body = { lines: [{ itemId: lines[0], quantity: 1 }] }
        for (const other of [{}, { lines: null }, { lines: {} }, { lines: [1] }, { ...body, restock: 1 }]) {
          assert.equal((await returnItems(service, reference, other)).status, 422, JSON.stringify(other))
        }
        for (const key of ['a b', 'x'.repeat(256)]) {
          assert.deepEqual(refusalsOf(await returnItems(service, reference, body, { key })), ['400 parameter_invalid'])
        }
        for (const query of ['?dryRun=false', '?dryrun=true', '?dryRun=true&dryRun=true']) {
          assert.deepEqual(refusalsOf(await returnItems(service, reference, body, { query })), [
            '400 parameter_invalid',
          ])
        }
        assert.deepEqual(refusalsOf(await returnItems(service, '~', body)), ['400 parameter_invalid'])
      })
    })

    it('refund what was paid, piece by piece, and stand in the document and in the list', async () => {
      const { reference, lines, cart } = await order([plain, 3], [taxFree, 2])
      const [itemId] = lines
      const payable = cart.included[0]?.meta?.vat.payable
      const first = returnOf(await returnItems(service, reference, { lines: [{ itemId, quantity: 1 }] }))
      const second = returnOf(
        await returnItems(service, reference, { lines: [{ itemId, quantity: 2 }], restock: false }),
      )
      const units = [first, second].map(({ refund }) => Number(refund?.amount.replace('.', '')))
      assert.equal((units[0] ?? 0) + (units[1] ?? 0), Number(payable?.amount.replace('.', '')))
      const { returns } = dataOf(await read(reference)) as unknown as { returns: unknown[] }
      assert.deepEqual(returns, [first, second])
      assert.deepEqual(
        (dataOf(await complete(service, reference)) as unknown as { returns: unknown[] }).returns,
        returns,
      )
      const { data } = await listCheckouts(service, '?filter[state]=completed&limit=1')
      assert.deepEqual((data[0] as { refunded?: unknown }).refunded, payable)
      const other = await order([plain, 1])
      const [row] = (await listCheckouts(service, '?limit=1')).data
      assert.deepEqual([row?.reference, 'refunded' in (row ?? {})], [other.reference, false])
    })

    it('are only shown by a trial, which writes nothing and spends no key', async () => {
      const { reference, lines } = await order([plain, 2])
      const body = { lines: [{ itemId: lines[0], quantity: 1 }] }
      const tried = await returnItems(service, reference, body, { query: '?dryRun=true', key: 'k' })
      assert.equal(tried.status, 200)
      const made = await returnItems(service, reference, body, { key: 'k' })
      const { id: _, at: __, ...shown } = returnOf(made)
      assert.deepEqual([made.status, returnOf(tried)], [201, shown])
      assert.equal(await stock(plain), 9)
    })

    it('count once with one key, also sent at once to two instances, and each without a key', async () => {
      const { reference, lines } = await order([plain, 5])
      const body = { lines: [{ itemId: lines[0], quantity: 1 }] }
      const send = (n: number) => returnItems(n % 2 ? service : peer, reference, body, { key: 'same' })
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => send(n)))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
      assert.deepEqual(new Set(answers.map(answer => JSON.stringify(returnOf(answer)))).size, 1)
      const other = await returnItems(service, reference, { ...body, restock: false }, { key: 'same' })
      assert.deepEqual(refusalsOf(other), ['422 idempotency_key_reused'])
      const two = await Promise.all([returnItems(service, reference, body), returnItems(peer, reference, body)])
      assert.equal(new Set(two.map(answer => returnOf(answer).id)).size, 2)
      assert.equal(await stock(plain), 10 - 5 + 3)
      const all = await Promise.all(
        Array.from({ length: 4 }, (_, n) => returnItems(n % 2 ? service : peer, reference, body)),
      )
      assert.deepEqual(all.map(({ status }) => status).sort(), [201, 201, 422, 422])
    })

    it('put back what the order took, once: cancelling restores what was not returned', async () => {
      const { reference, lines } = await order([plain, 4], [taxFree, 2])
      assert.equal(await stock(plain), 6)
      const [itemId] = lines
      await returnItems(service, reference, { lines: [{ itemId, quantity: 1 }] })
      assert.equal(await stock(plain), 7)
      await returnItems(service, reference, { lines: [{ itemId, quantity: 1 }], restock: false })
      assert.equal(await stock(plain), 7)
      await release(service, reference)
      assert.deepEqual([await stock(plain), await stock(taxFree)], [9, 10])
      const repeated = await returnItems(service, reference, { lines: [{ itemId, quantity: 1 }] })
      assert.deepEqual(refusalsOf(repeated), ['409 checkout_not_completed'])
    })

    it('stay returned when the order is cancelled and completed again', async () => {
      const { reference, lines } = await order([plain, 3])
      const body = (quantity: number) => ({ lines: [{ itemId: lines[0], quantity }] })
      await returnItems(service, reference, body(1), { key: 'again' })
      await release(service, reference)
      assert.equal(await stock(plain), 10)
      const replayed = await returnItems(service, reference, body(1), { key: 'again' })
      assert.deepEqual([replayed.status, replayed.headers.get('idempotency-replayed')], [201, 'true'])
      await complete(service, reference)
      assert.equal(await stock(plain), 8)
      assert.deepEqual(refusalsOf(await returnItems(service, reference, body(3))), [
        '422 return_exceeds /lines/0/quantity',
      ])
      await returnItems(service, reference, body(2))
      assert.equal(await stock(plain), 10)
      await release(service, reference)
      assert.equal(await stock(plain), 10)
    })

    it('put nothing back where the order took nothing, and tell carts of the stock while the guard is off', async () => {
      const before = await order([plain, 2])
      await guardedShop(service, { stockGuard: false })
      const after = await order([plain, 2])
      const token = await service.token('guest')
      await addItem(service, token, plain, 1)
      const shown = async () => {
        const { json } = await service.call('GET', '/cart', { token })
        return (json as { included: { attributes: { stock: number } }[] }).included[0]?.attributes.stock
      }
      assert.equal(await shown(), 8)
      await returnItems(service, after.reference, { lines: [{ itemId: after.lines[0], quantity: 1 }] })
      assert.equal(await shown(), 8)
      await returnItems(peer, before.reference, { lines: [{ itemId: before.lines[0], quantity: 1 }] })
      assert.equal(await shown(), 9)
      await guardedShop(service)
    })

    it('race with a cancellation: each piece comes back once', async () => {
      for (let round = 0; round < 5; round++) {
        await setStock(service, plain, 10)
        const { reference, lines } = await order([plain, 2])
        const body = { lines: [{ itemId: lines[0], quantity: 1 }] }
        const [returned] = await Promise.all([
          returnItems(peer, reference, body),
          release(service, reference),
          returnItems(service, reference, body),
        ])
        assert.ok([201, 409].includes(returned.status), returned.text)
        assert.equal(await stock(plain), 10)
      }
    })

    it('record an event without data of the customer', async () => {
      const { reference, lines } = await order([plain, 1])
      const events = await watchEvents(service)
      const { id, refund } = returnOf(
        await returnItems(service, reference, { lines: [{ itemId: lines[0], quantity: 1 }] }),
      )
      const [event] = await events()
      assert.equal(event?.type, 'checkout.returned')
      assert.deepEqual(event?.data, { reference, returnId: id, restock: true, refund })
    })

    it('of a checkout without its cart are named by items, and have no amounts', async () => {
      const { reference, cart } = await order([plain, 3], [taxFree, 1])
      await service.database.kysely
        .updateTable('checkouts')
        .set(condenseCart(cart))
        .where('reference', '=', reference)
        .execute()
      const asked = (line: object) => returnItems(service, reference, { lines: [line] })
      assert.deepEqual(refusalsOf(await asked({ itemId: cart.included[0]?.id, quantity: 1 })), [
        '422 field_required /lines/0/productId',
      ])
      assert.deepEqual(refusalsOf(await asked({ productId: plain, variantId: 7, quantity: 1 })), [
        '422 item_unknown /lines/0/productId',
      ])
      assert.deepEqual(refusalsOf(await asked({ productId: plain, quantity: 4 })), [
        '422 return_exceeds /lines/0/quantity',
      ])
      const { lines, refund } = returnOf(await asked({ productId: plain, variantId: null, quantity: 3 }))
      const amounts = { refund: null, net: null, vat: null }
      assert.deepEqual(lines, [{ productId: plain, variantId: null, quantity: 3, ...amounts }])
      assert.equal(refund, null)
      assert.equal(await stock(plain), 10)
      const [row] = (await listCheckouts(service, '?filter[state]=completed&limit=1')).data
      assert.deepEqual([row?.reference, (row as { refunded?: unknown }).refunded], [reference, null])
    })

    it('of a cart that was held without VAT of lines have no amounts', async () => {
      const { reference, cart, lines } = await order([plain, 1])
      const { meta: _, ...data } = cart.data
      const included = cart.included.map(({ meta: __, ...line }) => line)
      const document = JSON.stringify({ ...cart, data, included })
      await service.database.kysely
        .updateTable('checkouts')
        .set({ document })
        .where('reference', '=', reference)
        .execute()
      const [line] = returnOf(
        await returnItems(service, reference, { lines: [{ itemId: lines[0], quantity: 1 }] }),
      ).lines
      assert.deepEqual(line && amountsOf(line), [undefined, undefined, undefined])
    })
  })
}
