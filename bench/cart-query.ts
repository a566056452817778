/**
 * Benchmark of the cart query: the statement alone, against one that counts no uses of promotions, for carts without a coupon, with an
 * unlimited one and with a limited one. `node bench/cart-query.ts`.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { guestWithId } from '../src/auth/identity.ts'
import { keyOf, type OwnerKey } from '../src/auth/owner-key.ts'
import { type CartQuery, isOwner, selectCart, statementOfOwner } from '../src/cart/storage/cart.sql.ts'
import type { CartRow } from '../src/cart/storage/cart-row.ts'
import { readConfig } from '../src/config/config.ts'
import type { Queries } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import { engines } from '../test/support/database/engines.ts'
import { createFixture } from './cart/fixture.ts'
import { quantile } from './load.ts'

const SIZE = { products: 1_000, carts: 3_000, lines: 3, campaigns: 5 }
/** The fixture's coupon; it has no limit. */
const UNLIMITED = 'yaz10'
const LIMITED = 'sinirli'
/** Completed checkouts with the limited coupon, and held ones of an hour. */
const [COMPLETED, HELD] = [400, 100]
/** Carts that are read one after another before the other statement has its turn. */
const TURN = 10
const WARM_UP_ROUNDS = 200
const COUPONS = { 'no coupon': null, 'unlimited coupon': UNLIMITED, 'limited coupon': LIMITED }

type Run = (queries: Queries, key: OwnerKey, values: CartQuery) => Promise<unknown[]>

/** The cart query without any counting, as one statement on both engines. */
const plain = statementOfOwner<CartQuery, CartRow>((parameter, engine) => {
  const lines =
    engine === 'postgres'
      ? sql`cast(json_agg(json_build_array(id, product_id, variant_id, quantity, order_note, gift_note, gift_package)
          order by position, id) as text)`
      : sql`json_group_array(json_array(id, product_id, variant_id, quantity, order_note, gift_note, gift_package)
          order by position, id)`
  return sql`
    select shop.revision as shop_revision,
      u.id as customer_id, u.status as customer_status, u.customer_group_id, u.dealer,
      u.free_cargo as customer_free_cargo, g.free_cargo as group_free_cargo,
      c.merged_into, c.used_at, c.campaign_id, k.document as coupon, null as uses,
      (select ${lines} from cart_lines where cart_id = c.id) as lines
    from shop
    left join customers u on ${isOwner(parameter, 'u')}
    left join customer_groups g on g.id = u.customer_group_id
    left join carts c on c.id = ${parameter('cartId')}
    left join coupons k on k.folded_code = c.coupon_code`
})

/** Adds a limited coupon with uses, and gives a third of the carts each coupon. */
async function addCoupons({ kysely, engine }: Queries): Promise<void> {
  const stored = await kysely.selectFrom('coupons').select('document').executeTakeFirstOrThrow()
  const document = JSON.stringify({ ...JSON.parse(stored.document), code: LIMITED, usageLimit: 1_000_000 })
  await kysely.insertInto('coupons').values({ folded_code: LIMITED, document }).execute()
  const promotion = `coupon:${LIMITED}`
  await kysely.insertInto('promotion_counts').values({ promotion, completed: COMPLETED, over_limit: 0 }).execute()
  const uses = Array.from({ length: COMPLETED + HELD }, (_, n) => ({
    promotion,
    reference: `order-${n}`,
    customer_id: null,
    expires_at: n < COMPLETED ? null : Date.now() + 3_600_000,
    over_limit: 0 as const,
  }))
  await kysely.insertInto('promotion_uses').values(uses).execute()
  await sql`
    update carts set coupon_code =
      case cast(substr(id, 36) as integer) % 3 when 1 then ${UNLIMITED} when 2 then ${LIMITED} end`.execute(kysely)
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
}

/** @returns the owners of the carts with the coupon */
async function ownersWith({ kysely }: Queries, coupon: string | null): Promise<OwnerKey[]> {
  const query = kysely.selectFrom('carts').select('id').orderBy('id')
  const rows = await query.where('coupon_code', coupon === null ? 'is' : '=', coupon).execute()
  return rows.map(({ id }) => keyOf(guestWithId(id.replace('guest:', ''))))
}

/**
 * @returns a clock in microseconds: the processor time of the only connection's PostgreSQL process, which other programs on the machine
 * change little, or the time of day for the embedded database
 */
async function createClock({ engine, kysely }: Queries): Promise<() => number> {
  if (engine === 'sqlite') return () => performance.now() * 1_000
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)
  return () => Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
}

/** Runs both statements in turn. @returns medians in microseconds */
async function measure(queries: Queries, owners: OwnerKey[], rounds: number): Promise<number[]> {
  const clock = await createClock(queries)
  const values = { now: Date.now(), limitedCampaigns: '[]' }
  const statements: { run: Run; times: number[] }[] = [plain, selectCart].map(run => ({ run, times: [] }))
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    for (const { run, times } of statements) {
      const begun = clock()
      for (let n = 0; n < TURN; n++) {
        await run(queries, owners[(round * TURN + n) % owners.length] as OwnerKey, values)
      }
      if (round >= WARM_UP_ROUNDS) times.push((clock() - begun) / TURN)
    }
  }
  return statements.map(({ times }) => quantile(times, 0.5))
}

/** @throws Error when PostgreSQL has planned a statement for more than its first five executions on the only connection */
async function requireGenericPlans({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ custom_plans: number }>`
    select custom_plans from pg_prepared_statements where statement like '%shop_revision%' or statement like '%load_cart_2%'`.execute(
    kysely,
  )
  if (rows.length !== 2 || rows.some(each => each.custom_plans > 5)) throw new Error('The cart query is planned anew.')
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3000' } } })
for (const engine of engines) {
  const fixture = await createFixture(engine, SIZE)
  const database = openDatabase(readConfig(fixture.env), { failFast: true })
  await addCoupons(database)
  const what = engine === 'sqlite' ? 'time' : 'processor time of PostgreSQL'
  console.log(
    `${engine}: ${what} of the cart query, median of ${values.rounds} rounds of ${TURN} carts, in microseconds`,
  )
  for (const [name, coupon] of Object.entries(COUPONS)) {
    const [without = 0, product = 0] = await measure(
      database,
      await ownersWith(database, coupon),
      Number(values.rounds),
    )
    console.log(`${name.padEnd(16)} without counting ${without.toFixed(1)}, product ${product.toFixed(1)}`)
  }
  await requireGenericPlans(database)
  await database.close()
  await fixture.drop()
}
