/** The list of carts in the back office: refused parameters, order, filters, pages that stay stable, and bounded pages. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { askCarts, listAllCarts, listCarts } from '../support/cart/cart-list.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const guestId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

for (const engine of engines) {
  describe(`the list of carts on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    beforeEach(() => service.database.kysely.deleteFrom('carts').execute())

    /** Inserts a cart that changed some days after the start, with one line for each quantity. */
    async function insert(id: string, days: number, quantities: number[] = [1]): Promise<void> {
      const { kysely } = service.database
      const at = START + days * DAY_MS
      await kysely.insertInto('carts').values({ id, created_at: 0, used_at: 0, changed_at: at }).execute()
      const lines = quantities.map((quantity, n) => ({
        cart_id: id,
        product_id: n,
        variant_id: 0,
        id: `${n}`,
        position: n,
        quantity,
        gift_package: 0 as const,
      }))
      if (lines.length > 0) await kysely.insertInto('cart_lines').values(lines).execute()
    }
    /** Inserts empty carts that changed at the same time. */
    async function insertEmpty(kind: 'member' | 'guest', count: number, days: number): Promise<void> {
      await sql`
        insert into carts (id, created_at, used_at, changed_at)
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
        select ${sql.lit(`${kind}:`)} || (1000000 + n), 0, 0, cast(${sql.lit(START + days * DAY_MS)} as bigint)
        from numbers`.execute(service.database.kysely)
    }
    const subjects = async (query: string) => (await listCarts(service, query)).data.map(({ subject }) => subject)
    const dayOf = (days: number) => new Date(START + days * DAY_MS).toISOString()

    it('answers 400 to invalid parameters, and names each of them', async () => {
      for (const [query, parameters] of [
        ['filter[changedBefore]=yesterday', ['filter[changedBefore]']],
        ['filter[changedBefore]=2026-01-01', ['filter[changedBefore]']],
        ['filter[changedBefore]=2026-01-01T00:00:00', ['filter[changedBefore]']],
        ['filter[changedBefore]=2026-01-01T00:00:00+03:00', ['filter[changedBefore]']],
        ['filter[changedAfter]=2026-02-30T00:00:00Z', ['filter[changedAfter]']],
        ['filter[changedAfter]=1767225600000', ['filter[changedAfter]']],
        ['filter[changedAfter]=', ['filter[changedAfter]']],
        ['filter[kind]=Member', ['filter[kind]']],
        ['filter[kind]=member,guest', ['filter[kind]']],
        ['filter[kind]=member&filter[kind]=guest', ['filter[kind]']],
        ['limit=0&after=x', ['limit', 'after']],
        ['limit=201', ['limit']],
        [`after=${cursor(['1', 'x'])}`, ['after']],
        [`after=${cursor([1])}`, ['after']],
        [`after=${cursor([1, 'x', 1])}`, ['after']],
        [`after=${cursor([2 ** 60, 'x'])}`, ['after']],
        [`after=${cursor([1.5, 'x'])}`, ['after']],
        [`after=${cursor([1, '\u0000'])}`, ['after']],
        ['filter[changed]=1&sort=x&page=1', ['filter[changed]', 'sort', 'page']],
      ] as const) {
        const { status, json } = await askCarts(service, `?${query}`)
        assert.equal(status, 400, query)
        const { errors } = json as { errors: { source: { parameter: string } }[] }
        assert.deepEqual(
          errors.map(({ source }) => source.parameter),
          parameters,
          query,
        )
      }
      assert.deepEqual(refusalsOf(await askCarts(service, '?filter[kind]=%ff')), ['400 invalid_encoding'])
    })

    it('has the oldest change first, with lines and pieces, and without empty carts and merged guests', async () => {
      await insert('member:7', 3, [2, 5])
      await insert(`guest:${guestId(1)}`, 1, Array(3).fill(100_000))
      await insert('member:8', 2, [])
      await insert(`guest:${guestId(2)}`, 0)
      await service.database.kysely
        .updateTable('carts')
        .set({ merged_into: 7 })
        .where('id', '=', `guest:${guestId(2)}`)
        .execute()
      const { data, meta, links } = await listCarts(service, '')
      assert.deepEqual(data, [
        { subject: `guest:${guestId(1)}`, customerId: null, lines: 3, pieces: 300_000, changedAt: dayOf(1) },
        { subject: 'member:7', customerId: 7, lines: 2, pieces: 7, changedAt: dayOf(3) },
      ])
      assert.deepEqual([meta, links], [{ limit: 50 }, { next: null }])
      assert.deepEqual(await subjects('?filter[kind]=member'), ['member:7'])
      assert.deepEqual(await subjects('?filter[kind]=guest'), [`guest:${guestId(1)}`])
    })

    it('has what carts are worth now where that is asked for: with VAT, without shipping, 50 a page', async () => {
      for (let n = 0; n < 51; n++) await insert(`guest:${guestId(n)}`, n)
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 2)
      const { data, meta, links } = await listCarts(service, '?limit=200&include=value')
      assert.deepEqual(
        [data.length, meta.limit, data[0]],
        [...[50, 50], { ...data[0], subject: `guest:${guestId(0)}`, value: null }],
      )
      assert.match(String(links.next), /include=value/)
      const last = (await listCarts(service, String(links.next))).data.at(-1) as { value?: object } | undefined
      assert.deepEqual(last?.value, { amount: '479.77', currencyCode: 'TRY', decimalPlaces: 2 })
      assert.deepEqual(refusalsOf(await askCarts(service, '?include=lines')), ['400 parameter_invalid'])
      assert.ok(!('value' in ((await listCarts(service, '')).data[0] ?? {})))
    })

    it('begins at changedAfter and ends before changedBefore, so that ranges of a job neither overlap nor leave a gap', async () => {
      for (const n of [1, 2, 3, 4]) await insert(`member:${n}`, n)
      const range = (from: number, to: number) =>
        `?filter[changedAfter]=${dayOf(from)}&filter[changedBefore]=${dayOf(to)}`
      assert.deepEqual(await subjects(range(1, 3)), ['member:1', 'member:2'])
      assert.deepEqual(await subjects(range(3, 5)), ['member:3', 'member:4'])
      assert.deepEqual(await subjects(range(5, 1)), [])
      assert.deepEqual(await subjects('?filter[changedBefore]=2026-01-03T03:00%2B03:00'), ['member:1'])
      const outside = '?filter[changedAfter]=0001-01-01T00:00Z&filter[changedBefore]=9999-12-31T23:59:59.999-23:59'
      assert.equal((await subjects(outside)).length, 4)
      // A cursor of an earlier time does not extend the range.
      assert.deepEqual(await subjects(`${range(3, 5)}&after=${cursor([0, ''])}`), ['member:3', 'member:4'])
    })

    it('can be read completely through its links, also where many carts changed at the same time', async () => {
      for (let n = 1; n <= 9; n++) await insert(n % 3 === 0 ? `guest:${guestId(n)}` : `member:${n}`, n < 7 ? 1 : 2)
      for (const kind of ['', '&filter[kind]=member', '&filter[kind]=guest']) {
        const whole = await subjects(`?limit=200${kind}`)
        const pages = await listAllCarts(service, `?limit=2${kind}&filter[changedBefore]=${dayOf(9)}`)
        assert.deepEqual(
          pages.flatMap(({ data }) => data.map(({ subject }) => subject)),
          whole,
        )
        assert.ok(pages.slice(0, -1).every(({ data }) => data.length === 2))
      }
    })

    it('shows no cart twice and leaves none out while carts change, are emptied and are added between its pages', async () => {
      for (const n of [1, 2, 3, 4, 5, 6]) await insert(`member:${n}`, n)
      const first = await listCarts(service, `?limit=2&filter[changedBefore]=${dayOf(100)}`)
      const { kysely } = service.database
      await kysely
        .updateTable('carts')
        .set({ changed_at: START + 200 * DAY_MS })
        .where('id', '=', 'member:3')
        .execute()
      await kysely.deleteFrom('cart_lines').where('cart_id', '=', 'member:1').execute()
      await kysely.deleteFrom('carts').where('id', '=', 'member:2').execute()
      await insert('member:10', 0)
      const rest = await listAllCarts(service, first.links.next ?? '')
      assert.deepEqual(
        [first, ...rest].flatMap(({ data }) => data.map(({ subject }) => subject)),
        [1, 2, 4, 5, 6].map(n => `member:${n}`),
      )
    })

    it('examines at most a thousand carts of each kind for a page, and goes on behind empty ones', async () => {
      await insertEmpty('member', 1_500, 1)
      await insertEmpty('guest', 1_200, 2)
      await insert('member:1', 3)
      await insert('member:2', 4)
      for (const [query, expected] of [
        ['?limit=1', [[], [], ['member:1'], ['member:2']]],
        ['?filter[kind]=member', [[], ['member:1', 'member:2']]],
        ['?filter[kind]=guest', [[], []]],
      ] as const) {
        const pages = await listAllCarts(service, query)
        assert.deepEqual(
          pages.map(({ data }) => data.map(({ subject }) => subject)),
          expected,
          query,
        )
      }
    })

    it('goes on after a full page whose last examined cart is empty, and after one that is full with it', async () => {
      await insert('member:1', 0)
      await insertEmpty('member', 999, 1)
      await insert('member:2', 2)
      assert.deepEqual(
        (await listAllCarts(service, '?limit=1')).flatMap(({ data }) => data.map(({ subject }) => subject)),
        ['member:1', 'member:2'],
      )
      await service.database.kysely.deleteFrom('carts').execute()
      await insertEmpty('member', 999, 1)
      await insert('member:1', 2)
      await insert('member:2', 3)
      assert.deepEqual(
        (await listAllCarts(service, '?limit=1')).map(({ data }) => data.map(({ subject }) => subject)),
        [['member:1'], ['member:2']],
      )
    })

    it('has carts from before the migration that adds the time, by their last use', async () => {
      const { kysely } = service.database
      await insert('member:1', 0)
      await insert(`guest:${guestId(1)}`, 0)
      const changed_at = engine === 'postgres' ? null : START
      await kysely.updateTable('carts').set({ used_at: START, changed_at }).execute()
      // Instances before it, which only PostgreSQL had, have inserted carts without the time.
      const old = sql`insert into carts (id, created_at, used_at) values ('member:2', ${START}, ${START + 1})`
      if (engine === 'postgres') await old.execute(kysely)
      const token = await service.token('guest', { id: guestId(1) })
      // A read of a guest's cart after a day touches it, which is no change. A touch that fails is made by the next read.
      const touched = kysely
        .selectFrom('carts')
        .select('id')
        .where('used_at', '>', START + 1)
      do cartOf(await service.call('GET', '/cart', { token }))
      while ((await touched.execute()).length === 0)
      const { data } = await listCarts(service, '')
      assert.deepEqual(
        data.map(({ subject, changedAt }) => [subject, changedAt]),
        [
          [`guest:${guestId(1)}`, dayOf(0)],
          ['member:1', dayOf(0)],
        ],
      )
      await addItem(service, token, ids.plain)
      assert.ok(Date.parse((await listCarts(service, '?filter[kind]=guest')).data[0]?.changedAt ?? '') > START + DAY_MS)
    })
  })
}

function cursor(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}
