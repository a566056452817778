/** Adds with an idempotency key: repeated in any order, at once, by other owners and after other writes. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, cartOf, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import type { Answer, TestService } from '../support/service/service.ts'

const HOUR = 3_600_000

for (const engine of engines) {
  describe(`adds with an idempotency key on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
    })
    after(() => instances.stop())
    const either = (n: number) => instances.at(n)
    const add = (token: string, key: string, item: object = {}, to = service): Promise<Answer> => {
      const body = { productId: ids.plain, quantity: 2, ...item }
      return whenFree(() => to.call('POST', '/cart-items', { token, body, headers: { 'Idempotency-Key': key } }))
    }
    const read = async (token: string) => cartOf(await service.call('GET', '/cart', { token }))
    const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed')
    const idOf = (answer: Answer) => cartOf(answer, 201).meta?.affectedItemId
    const keysOf = ({ database: { kysely } }: TestService, token: string) =>
      kysely
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('cart_id', '=', decodeJwt(token).sub ?? '')
        .execute()

    it('add once, and are answered with the cart as it is now and the line of the first add', async () => {
      const token = await service.token('guest')
      const first = await add(token, 'A')
      await addItem(service, token, ids.taxFree, 3)
      const again = await add(token, 'A')
      assert.deepEqual([isReplayed(first), isReplayed(again)], [null, 'true'])
      assert.equal(idOf(again), idOf(first))
      assert.deepEqual(linesOf(cartOf(again, 201)), [`${ids.plain}×2`, `${ids.taxFree}×3`])
      assert.deepEqual({ ...cartOf(again, 201), meta: undefined }, { ...(await read(token)), meta: undefined })
    })

    it('are new adds with another key, also one that differs in case alone', async () => {
      const token = await service.token('guest')
      const answers = [await add(token, 'key-1'), await add(token, 'key-2'), await add(token, 'KEY-1')]
      assert.deepEqual(answers.map(isReplayed), [null, null, null])
      assert.deepEqual(linesOf(await read(token)), [`${ids.plain}×6`])
    })

    it('are refused with the key of another product, variant or quantity, and add nothing', async () => {
      const token = await service.token('guest')
      const shirt = { productId: ids.variants, variantId: ids.smallBlue }
      await add(token, 'plain')
      idOf(await add(token, 'shirt', shirt))
      const before = await read(token)
      for (const [key, item] of [
        ['plain', { quantity: 3 }],
        ['plain', { productId: ids.taxFree }],
        ['shirt', { ...shirt, variantId: ids.largeBlue }],
      ] as const) {
        const answer = await add(token, key, item)
        assert.deepEqual(refusalsOf(answer), ['422 idempotency_key_reused'])
        const { errors } = answer.json as { errors: { source: object }[] }
        assert.deepEqual(errors[0]?.source, { header: 'Idempotency-Key' })
      }
      assert.deepEqual(await read(token), before)
    })

    it('are refused with a key that is empty, too long or has other characters, and add nothing', async () => {
      const token = await service.token('guest')
      for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'ç', 'a, b']) {
        const answer = await add(token, key)
        assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], key)
        const { errors } = answer.json as { errors: { source: object }[] }
        assert.deepEqual(errors[0]?.source, { header: 'Idempotency-Key' })
      }
      assert.deepEqual(linesOf(await read(token)), [])
      idOf(await add(token, `!~"'\\%_${'x'.repeat(248)}`))
      assert.equal(isReplayed(await add(token, `!~"'\\%_${'x'.repeat(248)}`)), 'true')
    })

    it('add once when 40 equal ones arrive at once at two instances, also as the first requests of a cart', async () => {
      for (const isNew of [true, false]) {
        const token = await service.token('guest')
        if (!isNew) await addItem(service, token, ids.taxFree, 1)
        const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => add(token, 'same', {}, either(n))))
        assert.equal(new Set(answers.map(idOf)).size, 1)
        assert.equal(answers.filter(answer => isReplayed(answer) === null).length, 1)
        assert.equal((await read(token)).data.attributes.totalQuantity, isNew ? 2 : 3)
      }
    })

    it('add one of two bodies when both arrive at once with one key', async () => {
      const token = await service.token('guest')
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => add(token, 'same', { quantity: (n % 2) + 1 }, either(n))),
      )
      const refused = answers.filter(({ status }) => status === 422)
      assert.deepEqual([...new Set(refused.flatMap(refusalsOf))], ['422 idempotency_key_reused'])
      assert.equal(refused.length, 10)
      const added = answers.findIndex(answer => answer.status === 201)
      assert.deepEqual(linesOf(await read(token)), [`${ids.plain}×${(added % 2) + 1}`])
    })

    it('may be repeated after a refusal, which keeps no key', async () => {
      const token = await service.token('guest')
      await service.importShop({ products: [product({ id: 301, onSale: false })] })
      assert.deepEqual(refusalsOf(await add(token, 'later', { productId: 301 })), [
        '422 product_not_on_sale /productId',
      ])
      assert.deepEqual(await keysOf(service, token), [])
      await service.importShop({ products: [product({ id: 301 })] })
      const added = await add(token, 'later', { productId: 301 })
      assert.deepEqual([isReplayed(added), linesOf(cartOf(added, 201))], [null, ['301×2']])
    })

    it('are repeated after the cart was emptied and after the product went off sale, and add nothing', async () => {
      const token = await service.token('guest')
      await service.importShop({ products: [product({ id: 302 })] })
      const first = await add(token, 'A', { productId: 302 })
      await service.call('DELETE', '/cart', { token })
      await service.importShop({ products: [product({ id: 302, onSale: false })] })
      const again = await add(token, 'A', { productId: 302 })
      assert.deepEqual([isReplayed(again), idOf(again), linesOf(cartOf(again, 201))], ['true', idOf(first), []])
    })

    it('belong to the owner of the cart: another guest adds with the same key', async () => {
      const [one, other] = [await service.token('guest'), await service.token('guest')]
      idOf(await add(one, 'A'))
      const answer = await add(other, 'A')
      assert.deepEqual([isReplayed(answer), linesOf(cartOf(answer, 201))], [null, [`${ids.plain}×2`]])
    })

    it('follow a merge, where the member’s own key stays', async () => {
      const [guest, member] = [await service.token('guest'), await service.token('member')]
      await service.call('DELETE', '/cart', { token: member })
      const ofGuest = await add(guest, 'guest')
      idOf(await add(guest, 'both', { quantity: 5 }))
      const ofMember = await add(member, 'both', { productId: ids.taxFree })
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }))
      assert.deepEqual(refusalsOf(await add(guest, 'guest')), ['401 guest_cancelled'])
      const again = await add(member, 'guest')
      assert.deepEqual([isReplayed(again), idOf(again)], ['true', idOf(ofGuest)])
      assert.equal(idOf(await add(member, 'both', { productId: ids.taxFree })), idOf(ofMember))
      assert.deepEqual(refusalsOf(await add(member, 'both', { quantity: 5 })), ['422 idempotency_key_reused'])
      assert.deepEqual(linesOf(await read(member)), [`${ids.taxFree}×2`, `${ids.plain}×7`])
      assert.deepEqual(await keysOf(service, guest), [])
    })

    it('are refused of a customer who is banned, with a known key too', async () => {
      const { kysely } = service.database
      const token = await service.token('member', { id: String(ids.otherMember) })
      idOf(await add(token, 'A'))
      const setStatus = (status: 'active' | 'banned') =>
        kysely.updateTable('customers').set({ status }).where('id', '=', ids.otherMember).execute()
      await setStatus('banned')
      assert.deepEqual(refusalsOf(await add(token, 'A')), ['401 customer_not_active'])
      await setStatus('active')
      assert.equal(isReplayed(await add(token, 'A')), 'true')
    })

    it('are new adds a day later, and their keys are pruned', async () => {
      const token = await service.token('guest')
      const { kysely } = service.database
      const age = (ms: number) =>
        kysely
          .updateTable('idempotency_keys')
          .set({ created_at: Date.now() - ms })
          .where('cart_id', '=', decodeJwt(token).sub ?? '')
          .execute()
      idOf(await add(token, 'A'))
      await age(23 * HOUR)
      assert.equal(isReplayed(await add(token, 'A')), 'true')
      await age(25 * HOUR)
      const later = await add(token, 'A', { quantity: 1 })
      assert.deepEqual([isReplayed(later), linesOf(cartOf(later, 201))], [null, [`${ids.plain}×3`]])
      idOf(await add(token, 'B'))
      await age(25 * HOUR)
      const fresh = await service.token('guest')
      idOf(await add(fresh, 'A'))
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      assert.deepEqual(await keysOf(service, token), [])
      assert.equal((await keysOf(service, fresh)).length, 1)
    })

    it('have at most 1,000 keys per cart, the newest', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.taxFree, 1)
      const cart_id = decodeJwt(token).sub ?? ''
      const rows = Array.from({ length: 1_500 }, (_, n) => ({
        cart_id,
        idempotency_key: `old-${n}`,
        product_id: ids.plain,
        variant_id: 0,
        quantity: 2,
        item_id: 'x',
        created_at: Date.now() - 10_000 + n,
      }))
      await service.database.kysely.insertInto('idempotency_keys').values(rows).execute()
      idOf(await add(token, 'new'))
      const kept = await keysOf(service, token)
      assert.equal(kept.length, 1_000)
      const names = kept.map(each => each.idempotency_key)
      assert.deepEqual(
        [names.includes('new'), names.includes('old-1499'), names.includes('old-500')],
        [true, true, false],
      )
    })

    it('lose no add and double none beside merges, emptied carts and imports', async () => {
      const member = await service.token('member')
      await service.call('DELETE', '/cart', { token: member })
      const guests = await Promise.all([1, 2, 3].map(() => service.token('guest')))
      let isOver = false
      const imports = (async () => {
        for (let n = 0; !isOver; n++) await service.importShop({ products: [product({ id: 303, price: `${n + 1}` })] })
      })()
      await Promise.all(
        guests.map(async (guest, g) => {
          const adds = Array.from({ length: 5 }, (_, n) => async (to: TestService) => {
            const body = (token: string) => add(token, `${g}-${n}`, { quantity: 1 }, to)
            const answer = await body(guest)
            if (answer.status === 201) return
            assert.deepEqual(refusalsOf(answer), ['401 guest_cancelled'])
            idOf(await body(member))
          })
          const body = { guestToken: guest }
          const merge = whenFree(() => service.call('POST', '/cart/merge', { token: member, body }))
          await Promise.all([...adds.flatMap(each => [each(either(0)), each(either(1))]), merge])
        }),
      )
      isOver = true
      await imports
      assert.deepEqual(linesOf(await read(member)), [`${ids.plain}×15`])
    })
  })
}
