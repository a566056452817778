/** Locks that somebody else holds in PostgreSQL. */

import { sql } from 'kysely'
import { transaction } from '../../../src/db/database.ts'
import { openPostgres } from '../../../src/db/postgres/postgres.ts'

/** Holds the row of a cart, as a long write would, on a connection of its own until the work is done. */
export async function whileCartLocked<T>(url: string, cartId: string, work: () => Promise<T>): Promise<T> {
  const other = openPostgres(url)
  try {
    return await transaction(other, async ({ kysely }) => {
      await sql`select id from carts where id = ${cartId} for update`.execute(kysely)
      return work()
    })
  } finally {
    await other.close()
  }
}

/** Keeps everybody else from a table, on a connection of its own, until the work is done. */
export async function whileLocked<T>(url: string, table: string, work: () => Promise<T>): Promise<T> {
  const other = openPostgres(url)
  try {
    return await transaction(other, async ({ kysely }) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(kysely)
      return work()
    })
  } finally {
    await other.close()
  }
}
