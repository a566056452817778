/** Pages of customer groups, in the order of their ids. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { KeysetQuery } from '../schema/keyset.ts'

/** A group with the number of its customers. */
export interface ListedGroup {
  id: number
  name: string
  customers: number
}

/** Finds up to `limit` groups, and one more where there is a next page. */
export function findGroupPage(queries: Queries, { after, limit }: KeysetQuery): Promise<ListedGroup[]> {
  return selectGroups(queries, { after: Number(after?.[0] ?? 0), count: limit + 1 })
}

const selectGroups = prepared<{ after: number; count: number }, ListedGroup>(
  parameter => sql`
    select g.id, g.name, (select count(*) from customers c where c.customer_group_id = g.id) as customers
    from customer_groups g where g.id > ${parameter('after')} order by g.id limit ${parameter('count')}`,
)
