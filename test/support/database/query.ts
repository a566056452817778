/** Runs statements on a PostgreSQL server, beside the service that a test observes. */

import pg from 'pg'

/** Runs one statement on a new connection. @returns its rows */
export async function query<R extends object>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}
