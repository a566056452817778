/** Finds what an import may not do to the shop as it is stored, with the place of each in its file. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** A staged record, and the id of the stored one that it collides with. */
export interface Conflict {
  file: number
  place: string
  id: number
}

/** WooCommerce products whose id a product of another origin has. */
export async function findForeignIds({ kysely }: Queries): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select s.file, s.place, s.id
    from staged_products s join products p on p.id = s.id
    where s.source_key like 'woocommerce:%' and coalesce(p.source_key, '') <> s.source_key
    order by s.position`.execute(kysely)
  return rows
}

/** Products that two files of one import give, one of them under an id that only the database knows. */
export async function findRepeatedProducts({ kysely }: Queries): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select s.file, s.place, s.id
    from staged_products s join staged_products other on other.id = s.id and other.position < s.position
    where (coalesce(s.source_key, '') like 'shopify:%') <> (coalesce(other.source_key, '') like 'shopify:%')
    order by s.position`.execute(kysely)
  return rows
}

/** Customers whose email another customer keeps. Those without id are new, and not numbered yet. */
export async function findTakenEmails({ kysely }: Queries): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select s.file, s.place, c.id
    from staged_customers s
    join customers c on c.email = s.email and (s.id is null or c.id <> s.id)
    left join staged_customers kept on kept.id = c.id
    where kept.id is null or kept.email = c.email
    order by s.position`.execute(kysely)
  return rows
}

/** The ids of all customer groups. */
export async function findCustomerGroupIds({ kysely }: Queries): Promise<Map<number, boolean>> {
  const rows = await kysely.selectFrom('customer_groups').select('id').execute()
  return new Map(rows.map(({ id }) => [id, true]))
}

/** All campaigns, and whether they are reached through coupons. */
export async function findCampaigns({ kysely }: Queries): Promise<Map<number, boolean>> {
  const rows = await kysely.selectFrom('campaigns').select(['id', 'document']).execute()
  return new Map(rows.map(({ id, document }) => [id, (JSON.parse(document) as { couponBound: boolean }).couponBound]))
}
