/** Gives staged customers their emails and ids, and makes way for them among the stored. Runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** Gives staged customers that come without email the stored one, else a generated one. */
export async function assignEmails({ kysely }: Queries): Promise<void> {
  await sql`
    update staged_customers
    set email = coalesce((select c.email from customers c where c.id = staged_customers.id), generated_email)
    where email is null`.execute(kysely)
}

/** Keeps ids that the file names from being given to customers that are created later. SQLite does so by itself. */
export async function reserveCustomerIds({ kysely, engine }: Queries): Promise<void> {
  if (engine !== 'postgres') return
  // First of all statements: it takes effect at once, not with the transaction.
  await sql`
    select setval(pg_get_serial_sequence('customers', 'id'), staged.id)
    from (select max(id) as id from staged_customers) as staged
    where staged.id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('customers', 'id')::regclass), 0)
  `.execute(kysely)
}

/**
 * Numbers the staged customers that come without id, in their order. Neither the id of a deleted customer is given
 * again nor one that the files name: the latter must have been reserved.
 */
export async function assignCustomerIds({ kysely, engine }: Queries): Promise<void> {
  const nextId = engine === 'postgres' ? sql`nextval(pg_get_serial_sequence('customers', 'id'))` : nextIdOfSqlite
  await sql`
    with numbered as materialized (
      select position, ${nextId} as id
      from (select position from staged_customers where id is null order by position) as unnumbered
    )
    update staged_customers set id = numbered.id
    from numbered
    where staged_customers.position = numbered.position`.execute(kysely)
}

/** SQLite reserves nothing: its sequence moves when the rows are inserted, and nobody else inserts meanwhile. */
const nextIdOfSqlite: RawBuilder<number> = sql`
  row_number() over (order by position) + (
    select max(greatest) from (
      select coalesce(max(seq), 0) as greatest from sqlite_sequence where name = 'customers'
      union all
      select coalesce(max(id), 0) from staged_customers
    )
  )`

/** Frees the emails of customers that get another one, so that two may swap theirs. */
export async function parkEmails({ kysely }: Queries): Promise<void> {
  await sql`
    update customers set email = 'parked ' || id
    where id in (
      select s.id from staged_customers s join customers c on c.id = s.id
      where c.email <> s.email and s.generated_email is null
    )
  `.execute(kysely)
}
