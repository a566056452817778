/** Reads names of variants, test members and coupons for the playground. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Listing } from './catalogue.document.ts'
import type { CouponHint, MemberHint } from './shop.document.ts'

/** Maximum number of coupons and of members; so many fit on a phone's screen. */
const MAX_COUPONS = 8
const MAX_MEMBERS = 8

/**
 * Emails of test customers, as SQL patterns: the domains that RFC 2606 reserves for examples and tests, so that none belongs to a
 * real customer. `.invalid` is not among them, since real customers that are imported without an email have an address there.
 */
const TEST_EMAILS = ['%@example.com', '%@example.net', '%@example.org', '%@%.example', '%@%.test']

const hasTestEmail = sql<boolean>`(${sql.join(
  TEST_EMAILS.map(pattern => sql`email like ${pattern}`),
  sql` or `,
)})`

const isReal = sql<boolean>`(email is null or not ${hasTestEmail})`

/** Queries of the playground. */
export interface PlaygroundStore {
  /** Finds products on sale after an id, in the order of their ids. */
  findPage(afterId: number, limit: number): Promise<Listing[]>
  /** Finds products by id, on sale or not; unknown ids are omitted. */
  findListings(ids: number[]): Promise<Listing[]>
  /** Finds a test customer; undefined for any other id, and in a shop that has other customers. */
  findTestMember(customerId: number): Promise<{ customerGroupId: number | null } | undefined>
  /**
   * Finds the first coupons that were made one by one and name no customer or group; none if the shop has customers that are not test
   * customers.
   */
  findCoupons(): Promise<CouponHint[]>
  /** Finds the first test customers; none if the shop has others. */
  findTestMembers(): Promise<MemberHint[]>
}

/** Creates the store on a database. */
export function createPlaygroundStore({ kysely }: Database): PlaygroundStore {
  const products = () => kysely.selectFrom('products').select('id').orderBy('id')

  /** Whether every customer is a test customer: a real shop may give a test customer the prices of a group. */
  async function hasTestCustomersAlone(): Promise<boolean> {
    const others = kysely.selectFrom('customers').select('id').where(isReal).limit(1)
    return (await others.executeTakeFirst()) === undefined
  }

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
      if (!(await hasTestCustomersAlone())) return undefined
      const query = kysely.selectFrom('customers').select('customer_group_id').where('id', '=', customerId)
      const row = await query.where(hasTestEmail).executeTakeFirst()
      return row && { customerGroupId: row.customer_group_id }
    },

    async findCoupons() {
      if (!(await hasTestCustomersAlone())) return []
      const rows = await kysely
        .selectFrom('coupons')
        .select('document')
        .where('batch', 'is', null)
        .where('folded_code', 'not in', kysely.selectFrom('coupon_audiences').select('folded_code'))
        .orderBy('folded_code')
        .limit(MAX_COUPONS)
        .execute()
      return rows.map(({ document }) => {
        const { code, description } = JSON.parse(document) as CouponHint
        return { code, description }
      })
    },

    async findTestMembers() {
      if (!(await hasTestCustomersAlone())) return []
      const rows = await kysely
        .selectFrom('customers')
        .leftJoin('customer_groups', 'customer_groups.id', 'customer_group_id')
        .select(['customers.id', 'customers.name', 'surname', 'customer_groups.name as group', 'dealer', 'status'])
        .where(hasTestEmail)
        .orderBy('customers.id')
        .limit(MAX_MEMBERS)
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
