/** What the playground reads of the database beside what carts do: names of variants, test members and coupons. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Listing } from './catalogue.document.ts'
import type { CouponHint, MemberHint } from './shop.document.ts'

/** As many as fit on a phone's screen. */
const COUPONS = 8
const MEMBERS = 8

/**
 * Emails of test customers: domains that RFC 2606 reserves for examples and tests, so that nobody has one. Not `.invalid`, which
 * real customers without an email have here.
 */
const TEST_EMAILS = ['%@example.com', '%@example.net', '%@example.org', '%@%.example', '%@%.test']

const hasTestEmail = sql<boolean>`(${sql.join(
  TEST_EMAILS.map(pattern => sql`email like ${pattern}`),
  sql` or `,
)})`

export interface PlaygroundStore {
  /** Products on sale after an id, in the order of their ids. */
  findPage(afterId: number, limit: number): Promise<Listing[]>
  findListings(ids: number[]): Promise<Listing[]>
  /** A test customer; undefined for any other. */
  findTestMember(customerId: number): Promise<{ customerGroupId: number | null } | undefined>
  /** None once the shop has customers besides test customers. */
  findCoupons(): Promise<CouponHint[]>
  /** Test customers. */
  findTestMembers(): Promise<MemberHint[]>
}

/** Makes the store. */
export function createPlaygroundStore({ kysely }: Database): PlaygroundStore {
  const products = () => kysely.selectFrom('products').select('id').orderBy('id')

  async function withVariants(ids: number[]): Promise<Listing[]> {
    if (ids.length === 0) return []
    const variants = await kysely
      .selectFrom('variants')
      .select(['product_id', 'id', 'name'])
      .where('product_id', 'in', ids)
      .where('on_sale', '=', 1)
      .orderBy('id')
      .execute()
    const byProduct = Map.groupBy(variants, ({ product_id }) => product_id)
    return ids.map(id => ({ id, variants: (byProduct.get(id) ?? []).map(({ id, name }) => ({ id, name })) }))
  }

  return {
    async findPage(afterId, limit) {
      const rows = await products().where('id', '>', afterId).where('on_sale', '=', 1).limit(limit).execute()
      return withVariants(rows.map(({ id }) => id))
    },

    async findListings(ids) {
      const rows = await products().where('id', 'in', ids).execute()
      return withVariants(rows.map(({ id }) => id))
    },

    async findTestMember(customerId) {
      const query = kysely.selectFrom('customers').select('customer_group_id').where('id', '=', customerId)
      const row = await query.where(hasTestEmail).executeTakeFirst()
      return row && { customerGroupId: row.customer_group_id }
    },

    async findCoupons() {
      const others = kysely
        .selectFrom('customers')
        .select('id')
        .where(({ not }) => not(hasTestEmail))
      if (await others.limit(1).executeTakeFirst()) return []
      const rows = await kysely.selectFrom('coupons').select('document').orderBy('folded_code').limit(COUPONS).execute()
      return rows.map(({ document }) => {
        const { code, description } = JSON.parse(document) as CouponHint
        return { code, description }
      })
    },

    async findTestMembers() {
      const rows = await kysely
        .selectFrom('customers')
        .leftJoin('customer_groups', 'customer_groups.id', 'customer_group_id')
        .select(['customers.id', 'customers.name', 'surname', 'customer_groups.name as group', 'dealer', 'status'])
        .where(hasTestEmail)
        .orderBy('customers.id')
        .limit(MEMBERS)
        .execute()
      return rows.map(({ id, name, surname, group, dealer, status }) => ({
        id,
        name: [name, surname].filter(each => each !== null).join(' ') || null,
        group,
        dealer: dealer === 1,
        status,
      }))
    },
  }
}
