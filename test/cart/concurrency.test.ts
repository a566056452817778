/** Concurrent requests to one cart: through two instances on PostgreSQL, through one on the embedded database. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { addItem, cartOf, linesOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const several = [201, 202, 203, 204, 205, 206] as const

for (const engine of engines) {
  describe(`concurrent requests on ${engine}`, () => {
    let instances: Instances
    before(async () => {
      instances = await startInstances(engine)
    })
    after(() => instances.stop())
    const either = (n: number) => instances.at(n)
    /** Sends a write, again while other writes keep it waiting. */
    const send = (service: TestService, ...request: Parameters<TestService['call']>) =>
      whenFree(() => service.call(...request))
    const onePiece = { productId: ids.plain, quantity: 1 }
    const cart = async (token: string) => cartOf(await either(0).call('GET', '/cart', { token }))

    it('that add one product 500 times create one line of 500, and every response has the id of this line', async () => {
      const token = await either(0).token('guest')
      const named = await times(500, async n => {
        const answer = await send(either(n), 'POST', '/cart-items', { token, body: onePiece })
        return cartOf(answer, 201).meta?.affectedItemId
      })
      const result = await cart(token)
      assert.deepEqual(linesOf(result), [`${ids.plain}×500`])
      assert.deepEqual([...new Set(named)], [result.included[0]?.id])
    })

    // Proves: exceeded-quantity
    it('never increase a quantity above 100000, and are answered with 201 or 422 according to their effect', async () => {
      const token = await either(0).token('guest')
      const body = { productId: ids.plain, quantity: 3_000 }
      const answers = await times(50, n => send(either(n), 'POST', '/cart-items', { token, body }))
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array(33).fill(201), ...Array(17).fill(422)])
      assert.deepEqual(linesOf(await cart(token)), [`${ids.plain}×99000`])
    })

    it('get responses that contain their own add and all adds acknowledged before', async () => {
      const token = await either(0).token('guest')
      let acknowledged = 0
      await times(40, async n => {
        const before = acknowledged
        const body = { productId: ids.plain, quantity: 1 }
        const { data } = cartOf(await send(either(n), 'POST', '/cart-items', { token, body }), 201)
        assert.ok(data.attributes.totalQuantity > before)
        acknowledged++
      })
    })

    it('that add different products get carts of one common order, which is the final order of the lines', async () => {
      await either(0).importShop({ products: several.map(id => product({ id })) })
      for (let round = 0; round < 20; round++) {
        const token = await either(0).token('guest')
        await addItem(either(0), token, ids.plain)
        const answers = await times(several.length, n =>
          send(either(n), 'POST', '/cart-items', { token, body: { productId: several[n], quantity: 1 } }),
        )
        const shown = answers.map(answer => linesOf(cartOf(answer, 201))).sort((a, b) => a.length - b.length)
        const last = linesOf(await cart(token))
        assert.deepEqual(
          shown,
          several.map((_, n) => last.slice(0, n + 2)),
        )
      }
    })

    it('that add during a merge take effect before or after it, in the response and in the order of lines', async () => {
      await either(0).importShop({ products: several.map(id => product({ id })) })
      const [own, added, ...merged] = several
      for (let round = 0; round < 20; round++) {
        const [member, guest] = [await either(0).token('member'), await either(0).token('guest')]
        await either(0).call('DELETE', '/cart', { token: member })
        await addItem(either(0), member, own)
        for (const id of merged) await addItem(either(0), guest, id)
        const body = { productId: added, quantity: 1 }
        const [add] = await Promise.all([
          send(either(0), 'POST', '/cart-items', { token: member, body }),
          send(either(1), 'POST', '/cart/merge', { token: member, body: { guestToken: guest } }),
        ])
        const shown = linesOf(cartOf(add, 201))
        const before = [own, added].map(id => `${id}×1`)
        const after = [own, ...merged, added].map(id => `${id}×1`)
        const last = [own, added, ...merged].map(id => `${id}×1`)
        assert.deepEqual([shown, linesOf(await cart(member))], shown.length === 2 ? [before, last] : [after, after])
      }
    })

    it('that add while the cart is emptied get 201 responses that contain the added line', async () => {
      const token = await either(0).token('guest')
      const body = { productId: ids.plain, quantity: 1 }
      await times(80, async n => {
        if (n % 4 === 0) return void (await send(either(n), 'DELETE', '/cart', { token }))
        const { included, meta } = cartOf(await send(either(n), 'POST', '/cart-items', { token, body }), 201)
        assert.ok(included.some(({ id }) => id === meta?.affectedItemId))
      })
    })

    it('that add to a guest’s cart during its merge are either acknowledged and merged, or refused', async () => {
      for (let round = 0; round < 10; round++) {
        const member = await either(0).token('member', { id: String(ids.member) })
        const guest = await either(0).token('guest')
        await either(0).call('DELETE', '/cart', { token: member })
        await addItem(either(0), guest, ids.plain)
        const body = { productId: ids.plain, quantity: 1 }
        const adds = times(20, n => send(either(n), 'POST', '/cart-items', { token: guest, body }))
        const merge = send(either(1), 'POST', '/cart/merge', { token: member, body: { guestToken: guest } })
        const statuses = (await adds).map(({ status }) => status)
        assert.deepEqual(
          statuses.filter(status => status !== 201 && status !== 401),
          [],
        )
        cartOf(await merge)
        const [line] = (await cart(member)).included
        assert.equal(line?.attributes.quantity, 1 + statuses.filter(status => status === 201).length)
        const cartId = decodeJwt(guest).sub ?? ''
        const { kysely } = either(0).database
        const left = await kysely.selectFrom('cart_lines').select('id').where('cart_id', '=', cartId).execute()
        assert.deepEqual(left, [])
      }
    })

    // Proves: stolen-merge
    it('that merge one guest into two members succeed for exactly one member', async () => {
      for (let round = 0; round < 10; round++) {
        const members = await Promise.all(
          [ids.member, ids.otherMember].map(id => either(0).token('member', { id: String(id) })),
        )
        for (const token of members) await either(0).call('DELETE', '/cart', { token })
        const guest = await either(0).token('guest')
        await addItem(either(0), guest, ids.plain, 7)
        const answers = await times(8, n =>
          send(either(n), 'POST', '/cart/merge', { token: members[n % 2] ?? '', body: { guestToken: guest } }),
        )
        assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 422])
        const totals = await Promise.all(members.map(async token => (await cart(token)).data.attributes.totalQuantity))
        assert.deepEqual(totals.sort(), [0, 7])
      }
    })

    it('that add to a cart and empty it leave a consistent cart', async () => {
      const token = await either(0).token('guest')
      const body = { productId: ids.plain, quantity: 1 }
      const answers = await times(60, n =>
        n % 5 === 0
          ? send(either(n), 'DELETE', '/cart', { token })
          : send(either(n), 'POST', '/cart-items', { token, body }),
      )
      assert.deepEqual(
        answers.filter(({ status }) => status !== 200 && status !== 201).map(({ text }) => text),
        [],
      )
      const { data, included } = await cart(token)
      assert.equal(data.attributes.totalQuantity, included[0]?.attributes.quantity ?? 0)
      assert.ok(included.length <= 1)
    })
  })
}
