/** The orders of customers that are completed and were not cancelled. They are counted whenever they are read: an index has them. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

/** The number of orders of a customer as a column. @param customerId the expression of the customer's id */
export function completedOrders(customerId: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from checkouts o where o.customer_id = ${customerId} and o.state = 'completed')`
}

const select = prepared<{ id: number }, { count: number }>(
  parameter => sql`select ${completedOrders(sql`${parameter('id')}`)} as count`,
)

/** Counts the orders of one customer. */
export async function countCompletedOrders(queries: Queries, id: number): Promise<number> {
  const [row] = await select(queries, { id })
  return row?.count ?? 0
}
