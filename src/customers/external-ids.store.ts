/** Customers by the id that the shop's identity provider gives them. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** Finds the id of the customer with an external id; undefined when there is none. */
export async function findCustomerId(queries: Queries, externalId: string): Promise<number | undefined> {
  const [row] = await selectCustomerId(queries, { externalId })
  return row?.id
}

const selectCustomerId = prepared<{ externalId: string }, { id: number }>(
  parameter => sql`select id from customers where external_id = ${parameter('externalId')}`,
)
