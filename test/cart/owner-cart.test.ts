/** The cart of one owner in the back office: access, carts that staff may read, and why promotions apply. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CARTS, CUSTOMERS } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { askCarts, readOwnerCart } from '../support/cart/cart-list.ts'
import { complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { runSepet } from '../support/service/process.ts'
import { startService, type TestService } from '../support/service/service.ts'

const NOBODY = 'guest:00000000-0000-4000-8000-000000000000'
const ERASED = 900

const reward = { type: 'percent', value: '10' }
const campaigns = [
  { id: 1, name: 'Yaz', reward },
  { id: 2, name: 'Bayi', reward, audience: { dealers: true } },
  { id: 3, name: 'Son', reward, usageLimit: 1 },
  { id: 4, name: 'Kuponlu', reward, couponBound: true, conditions: { minimumQuantity: 2 } },
]
const coupons = [
  { code: 'YAZ10', discountType: 'percent', value: '10' },
  { code: 'BİRKEZ', discountType: 'fixed', value: '5', usageLimitPerCustomer: 1 },
  { code: 'TEK', discountType: 'fixed', value: '5', usageLimit: 1 },
  { code: 'BAĞLI', discountType: 'percent', value: '10', campaignId: 4 },
]

for (const engine of engines) {
  describe(`a cart in the back office on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop({ campaigns, coupons })
    })
    after(() => service.stop())
    beforeEach(async () => {
      const { kysely } = service.database
      for (const table of ['carts', 'checkouts', 'promotion_uses', 'promotion_counts'] as const) {
        await kysely.deleteFrom(table).execute()
      }
    })

    const member = (id: number = ids.member) => service.token('member', { id: String(id) })
    const read = (subject: string) => readOwnerCart(service, subject)
    const choose = async (token: string, couponCode: string) =>
      cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode } }))
    /** The conditions of a promotion that do not hold, with their details. */
    const failed = ({ conditions }: { conditions: { name: string; holds: boolean; detail: string }[] }) =>
      conditions.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`)

    // Proves: exceeded-scope
    it('needs an administrator’s token with carts:read', async () => {
      for (const path of [`${CARTS}/member:1`, CARTS]) {
        const as = async (token?: string) => refusalsOf(await service.call('GET', path, token ? { token } : {}))
        assert.deepEqual(await as(), ['401 token_missing'])
        assert.deepEqual(await as(await member()), ['401 wrong_token_kind'])
        const others = 'customers:read customers:write customers:delete sessions:act checkouts:read checkouts:write'
        assert.deepEqual(await as(await service.token('admin', { scope: others })), ['403 insufficient_scope'])
      }
    })

    it('is 400 for a subject that cannot own a cart, and 404 for an unknown customer', async () => {
      const subjects = ['member:0', 'member:9007199254740992', 'member:x', 'guest:1', 'admin:x', 'app:x', '42', '%00']
      for (const subject of [...subjects, encodeURIComponent('ş'.repeat(1_000))]) {
        assert.deepEqual(refusalsOf(await askCarts(service, `/${subject}`)), ['400 parameter_invalid'], subject)
      }
      assert.deepEqual(refusalsOf(await askCarts(service, '/member:999')), ['404 customer_not_found'])
      await service.importShop({ customers: [customer(ERASED)] })
      await addItem(service, await member(ERASED), ids.plain)
      const token = await service.token('admin')
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${ERASED}`, { token })).status, 204)
      assert.deepEqual(refusalsOf(await askCarts(service, `/member:${ERASED}`)), ['404 customer_not_found'])
    })

    it('is empty for a guest whom nobody has seen, and is not created by the read', async () => {
      const { cart, ...rest } = await read(NOBODY)
      assert.deepEqual(cart.included, [])
      assert.partialDeepStrictEqual(rest, { subject: NOBODY, customerId: null, changedAt: null, coupon: null })
      assert.equal((await read(NOBODY.toUpperCase().replace('GUEST', 'guest'))).subject, NOBODY)
      assert.deepEqual(await service.database.kysely.selectFrom('carts').selectAll().execute(), [])
    })

    it('is the document that its owner sees, with the notes and the prices of the customer’s group', async () => {
      for (const [token, subject] of [
        [await member(ids.dealer), `member:${ids.dealer}`],
        [await service.token('guest', { id: NOBODY.slice(6) }), NOBODY],
      ] as const) {
        const itemId = await addItem(service, token, ids.plain, 3)
        await service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body: { orderNote: 'Zili çalmayın' } })
        await choose(token, 'yaz10')
        await service.call('POST', '/cart/campaign', { token, body: { campaignId: 1 } })
        const { cart, customerId, changedAt } = await read(subject)
        assert.deepEqual(cart, cartOf(await service.call('GET', '/cart', { token })))
        assert.equal(cart.included[0]?.attributes.orderNote, 'Zili çalmayın')
        assert.equal(customerId, subject === NOBODY ? null : ids.dealer)
        assert.ok(changedAt !== null && Math.abs(Date.parse(changedAt) - Date.now()) < 600_000)
      }
    })

    it('does not count as used when staff read it', async () => {
      await addItem(service, await service.token('guest', { id: NOBODY.slice(6) }), ids.plain)
      const { kysely } = service.database
      await kysely.updateTable('carts').set({ used_at: 1, changed_at: 1 }).execute()
      assert.equal((await read(NOBODY)).changedAt, new Date(1).toISOString())
      await service.call('GET', '/cart', { token: await service.token('guest') })
      assert.equal((await kysely.selectFrom('carts').select('used_at').executeTakeFirstOrThrow()).used_at, 1)
    })

    it('can be read while its customer is inactive or banned', async () => {
      for (const id of [ids.inactive, ids.banned]) {
        const { kysely } = service.database
        const setStatus = (status: 'active' | 'inactive' | 'banned') =>
          kysely.updateTable('customers').set({ status }).where('id', '=', id).execute()
        await setStatus('active')
        await addItem(service, await member(id), ids.plain)
        await setStatus(id === ids.banned ? 'banned' : 'inactive')
        assert.equal((await read(`member:${id}`)).cart.included.length, 1)
      }
    })

    it('of a guest who has logged in is empty, and names the customer who has the lines', async () => {
      const guestToken = await service.token('guest', { id: NOBODY.slice(6) })
      await addItem(service, guestToken, ids.plain)
      await choose(guestToken, 'YAZ10')
      cartOf(await service.call('POST', '/cart/merge', { token: await member(), body: { guestToken } }))
      const merged = await read(NOBODY)
      assert.deepEqual([merged.customerId, merged.cart.included, merged.coupon], [ids.member, [], null])
      const moved = await read(`member:${ids.member}`)
      assert.deepEqual([moved.cart.included.length, moved.coupon?.code, moved.coupon?.applies], [1, 'YAZ10', true])
      await service.importShop({ customers: [customer(ERASED)] })
      const other = await service.token('guest')
      cartOf(await service.call('POST', '/cart/merge', { token: await member(ERASED), body: { guestToken: other } }))
      await service.call('DELETE', `${CUSTOMERS}/${ERASED}`, { token: await service.token('admin') })
      assert.equal((await read(subjectOf(other))).customerId, null)
    })

    it('says why the chosen coupon does not apply', async () => {
      const token = await member()
      const subject = `member:${ids.member}`
      const couponOf = async () => {
        const { coupon, cart } = await read(subject)
        assert.ok(coupon)
        assert.equal(coupon.applies, cart.data.attributes.appliedCoupon !== undefined)
        return failed(coupon)
      }
      await choose(token, 'TEK')
      assert.deepEqual(await couponOf(), ['products: 0 lines of all products'])
      await addItem(service, token, ids.plain)
      assert.deepEqual(await couponOf(), [])
      const other = await member(ids.otherMember)
      await addItem(service, other, ids.plain)
      await choose(other, 'TEK')
      await hold(service, 'taken', other)
      assert.deepEqual(await couponOf(), ['usage: 1 of 1 used'])
      await release(service, 'taken')
      assert.deepEqual(await couponOf(), [])

      await choose(token, 'BİRKEZ')
      assert.deepEqual(await couponOf(), [])
      await hold(service, 'own', token)
      assert.deepEqual(await couponOf(), [], 'the own hold does not count')
      await complete(service, 'own')
      await addItem(service, token, ids.plain)
      const before = await service.token('guest')
      await choose(before, 'BİRKEZ')
      cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken: before } }))
      assert.deepEqual(await couponOf(), ['customerUsage: 1 of 1 used'])

      await choose(token, 'BAĞLI')
      assert.deepEqual(await couponOf(), ['campaign: campaign 4 does not apply: minimumQuantity (1 of 2)'])
      const bound = await read(subject)
      const valuesOf = (
        name: string,
        explained: Pick<(typeof bound.campaigns)[number], 'conditions'> | null = bound.coupon,
      ) => explained?.conditions.find(each => each.name === name)?.values
      assert.deepEqual(valuesOf('campaign'), {
        ...{ name: 'campaign', campaignId: 4, exists: true },
        failed: ['minimumQuantity'],
      })
      const none = { needed: null, has: null, missing: null }
      assert.deepEqual(valuesOf('minimumTotal'), { name: 'minimumTotal', campaignId: 4, ...none })
      const quantity = { needed: 2, has: 1, missing: 1 }
      assert.deepEqual(
        valuesOf(
          'minimumQuantity',
          bound.campaigns.find(({ id }) => id === 4),
        ),
        { name: 'minimumQuantity', campaignId: null, ...quantity },
      )
      await addItem(service, token, ids.plain)
      assert.deepEqual(await couponOf(), [])
      await service.importShop({ shop: { settings: { campaignEngine: false } } })
      assert.deepEqual(await couponOf(), ['campaign: campaign 4 does not apply: campaignEngine (switched off)'])
      await service.importShop({ shop: { settings: { campaignEngine: true } } })

      const guest = await service.token('guest', { id: NOBODY.slice(6) })
      await addItem(service, guest, ids.plain)
      await choose(guest, 'BİRKEZ')
      const { coupon } = await read(NOBODY)
      assert.deepEqual(coupon && failed(coupon), ['customerUsage: a guest; members only'])
      await choose(guest, 'YOK')
      assert.equal((await read(NOBODY)).coupon, null)
    })

    it('gives the reasons that `sepet campaigns explain` prints, for the campaigns that the cart has', async () => {
      const guest = await service.token('guest', { id: NOBODY.slice(6) })
      await addItem(service, guest, ids.taxFree, 4)
      await choose(guest, 'BAĞLI')
      const dealer = await member(ids.dealer)
      await addItem(service, dealer, ids.plain)
      await service.call('POST', '/cart/campaign', { token: dealer, body: { campaignId: 3 } })
      await hold(service, 'last', dealer)
      await service.call('DELETE', '/cart/campaign', { token: dealer })
      for (const [subject, expected] of [
        [NOBODY, { 1: true, 2: false, 3: false, 4: true }],
        [`member:${ids.dealer}`, { 1: true, 2: true, 3: true, 4: false }],
        [`member:${ids.banned}`, { 1: false, 2: false, 3: false, 4: false }],
      ] as const) {
        const { DATA_DIR, DATABASE_URL = '' } = service.config
        const { stdout } = await runSepet(['campaigns', 'explain', '--as', subject], { DATA_DIR, DATABASE_URL })
        const { coupon, campaigns: explained, cart } = await read(subject)
        assert.deepEqual(Object.fromEntries(explained.map(({ id, applies }) => [id, applies])), expected)
        const listed = (cart.data.attributes.campaigns ?? []).map(({ id }) => id)
        assert.deepEqual(
          listed,
          explained.filter(({ applies, id }) => applies && id !== 4).map(({ id }) => id),
        )
        const shown = [
          ...(coupon ? [{ title: `Coupon ${coupon.code}`, ...coupon }] : []),
          ...explained.map(each => ({ title: `${each.id}  ${each.name}`, ...each })),
        ].map(({ title, applies, conditions }) => [
          `${title}: ${applies ? 'applies' : 'does not apply'}`,
          ...conditions.map(each => `${each.holds ? 'pass' : 'FAIL'} ${each.name} ${each.detail}`),
        ])
        const [, ...blocks] = stdout.trim().split('\n\n')
        const printed = blocks.map(block =>
          block.split('\n').map(line => line.replace(/^ {4}(\w+) {2}(\w+) +(.*)$/, '$1 $2 $3')),
        )
        assert.deepEqual(printed.map(withoutTimes), shown.map(withoutTimes))
      }
    })
  })
}

/** Replaces the time of a check, which the command and the request made at different moments. */
function withoutTimes(lines: string[]): string[] {
  return lines.map(line => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z in/, 'now in').replace(/\d\d:\d\d in/, 'now in'))
}
