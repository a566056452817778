/** External ids in the database: the customer that a token of the shop's identity provider names. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

/** Finds the id of the customer with an external id: no row or one. */
export const findCustomerIdByExternalId = prepared<{ externalId: string }, { id: number }>(
  parameter => sql`select id from customers where external_id = ${parameter('externalId')}`,
)

/** Finds the id of the customer with an external id, compared exactly; undefined when no customer has it. */
export async function findCustomerId(queries: Queries, externalId: string): Promise<number | undefined> {
  const [row] = await findCustomerIdByExternalId(queries, { externalId })
  return row?.id
}
