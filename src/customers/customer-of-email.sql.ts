/** The customer who has an email. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

/** Finds the id of the customer with an email. @param email as it is stored: trimmed and in lower case @returns null where nobody has it */
export async function findCustomerId(queries: Queries, email: string): Promise<number | null> {
  const [row] = await select(queries, { email })
  return row?.id ?? null
}

const select = prepared<{ email: string }, { id: number }>(
  parameter => sql`select id from customers where email = ${parameter('email')}`,
)
