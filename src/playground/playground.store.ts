/** What the playground reads of the database beside what carts do: names of variants, and what is worth trying. */

import type { Database } from '../db/database.ts'
import type { Listing } from './catalogue.document.ts'
import type { CouponHint, MemberHint } from './shop.document.ts'

/** As many as fit on a phone's screen. */
const COUPONS = 8
const MEMBERS = 8

export interface PlaygroundStore {
  /** Products on sale after an id, in the order of their ids. */
  findPage(afterId: number, limit: number): Promise<Listing[]>
  findListings(ids: number[]): Promise<Listing[]>
  /** Null where there is no such customer, or no group. */
  findCustomerGroup(customerId: number): Promise<number | null>
  findCoupons(): Promise<CouponHint[]>
  findMembers(): Promise<MemberHint[]>
}

/** Makes the store. */
export function playgroundStore({ kysely }: Database): PlaygroundStore {
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

    async findCustomerGroup(customerId) {
      const query = kysely.selectFrom('customers').select('customer_group_id').where('id', '=', customerId)
      return (await query.executeTakeFirst())?.customer_group_id ?? null
    },

    async findCoupons() {
      const rows = await kysely.selectFrom('coupons').select('document').orderBy('folded_code').limit(COUPONS).execute()
      return rows.map(({ document }) => {
        const { code, description } = JSON.parse(document) as CouponHint
        return { code, description }
      })
    },

    async findMembers() {
      const rows = await kysely
        .selectFrom('customers')
        .leftJoin('customer_groups', 'customer_groups.id', 'customer_group_id')
        .select(['customers.id', 'customers.name', 'surname', 'customer_groups.name as group', 'dealer', 'status'])
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
