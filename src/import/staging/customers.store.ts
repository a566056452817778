/** Emails, external ids and ids of staged customers. Every statement runs inside the import's transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { writeShardsInTurn } from '../../db/shards.ts'
import { updateStaged, writeByKey } from './update-staged.ts'

/**
 * Sets the ids of staged customers that are stored with the same email, else with the external id that their file gives, where their file may name
 * them by these, and no other row names that customer. A number of another system becomes the external id of a customer that has none, unless
 * another customer has it: two systems may count from 1.
 */
export async function findCustomerIds(queries: Queries): Promise<void> {
  const { kysely } = queries
  const { rows } = await sql`
    select 1 from staged_customers where by_email = 1 and id is null limit 1`.execute(kysely)
  if (rows.length > 0) {
    for (const same of [sql`c.email = s.email`, sql`c.external_id = s.external_id`]) {
      const found = sql`
        select s.position, c.id as value from staged_customers s join customers c on ${same}
        where s.by_email = 1 and s.id is null
          and not exists (select 1 from staged_customers own where own.id = c.id)`
      await updateStaged(queries, 'customers', { column: 'id', found })
    }
  }
  await setSourceNumbers(queries)
  await keepBans(queries)
}

/** The status of an account in another system lifts no ban. */
async function keepBans(queries: Queries): Promise<void> {
  const { rows } = await sql`select 1 from staged_customers where keeps_ban = 1 limit 1`.execute(queries.kysely)
  if (rows.length === 0) return
  await updateStaged(queries, 'customers', {
    column: 'kept',
    found: sql`
      select s.position, s.kept || 'status,' as value from staged_customers s join customers c on c.id = s.id
      where s.keeps_ban = 1 and c.status = 'banned' and s.kept not like '%,status,%'`,
  })
}

async function setSourceNumbers(queries: Queries): Promise<void> {
  const { kysely } = queries
  const { rows } = await sql`select 1 from staged_customers where source_number is not null limit 1`.execute(kysely)
  if (rows.length === 0) return
  await updateStaged(queries, 'customers', {
    column: 'kept',
    found: sql`
      select s.position, case when c.external_id is null and (taken.id is null or taken.id = s.id) then replace(s.kept, ',external_id,', ',')
        when s.kept like '%,external_id,%' then s.kept else s.kept || 'external_id,' end as value
      from staged_customers s left join customers c on c.id = s.id left join customers taken on taken.external_id = s.source_number
      where s.source_number is not null`,
  })
  await sql`
    update staged_customers set external_id = source_number
    where source_number is not null and external_id is null and kept not like '%,external_id,%'`.execute(kysely)
}

/** Sets the email of staged customers that have none: the stored email, else a generated one. */
export async function assignEmails(queries: Queries): Promise<void> {
  const found = sql`
    select s.position, coalesce(c.email, s.generated_email) as value
    from staged_customers s left join customers c on c.id = s.id
    where s.email is null`
  await updateStaged(queries, 'customers', { column: 'email', found })
}

/** Moves the sequence past the ids of the files, so that customers created later get other ids. SQLite does so by itself. */
export async function reserveCustomerIds({ kysely, engine }: Queries): Promise<void> {
  if (engine !== 'postgres') return
  // Must run first: `setval` takes effect at once, not with the transaction.
  await sql`
    select setval(pg_get_serial_sequence('customers', 'id'), staged.id)
    from (select max(id) as id from staged_customers) as staged
    where staged.id > coalesce(pg_sequence_last_value(pg_get_serial_sequence('customers', 'id')::regclass), 0)
  `.execute(kysely)
}

/**
 * Sets the ids of staged customers that have none, in file order. Ids of deleted customers are not reused; ids of the files must have
 * been reserved before.
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

/** SQLite has one writer: its sequence moves when the rows are inserted. */
const nextIdOfSqlite: RawBuilder<number> = sql`
  row_number() over (order by position) + (
    select max(greatest) from (
      select coalesce(max(seq), 0) as greatest from sqlite_sequence where name = 'customers'
      union all
      select coalesce(max(id), 0) from staged_customers
    )
  )`

/** Renames the emails of customers that get another one, so that two customers can swap emails. */
export async function setTemporaryEmails(queries: Queries): Promise<void> {
  await writeByKey<CustomerKey>(queries, {
    columns: customerKey,
    found: sql`
      select c.id from staged_customers s join customers c on c.id = s.id
      where c.email <> s.email and s.generated_email is null`,
    write: keys => sql`update customers set email = 'parked ' || id where id in (select k.id from ${keys})`,
  })
}

/**
 * Clears the external ids of customers that get another one or none, so that two customers can swap external ids, and ends their web sessions:
 * whoever had the id is another customer now.
 */
export async function clearChangedExternalIds(queries: Queries): Promise<void> {
  const changed = {
    columns: customerKey,
    found: sql<CustomerKey>`
      select c.id from staged_customers s join customers c on c.id = s.id
      where c.external_id <> coalesce(s.external_id, '') and s.kept not like '%,external_id,%'`,
  }
  await writeShardsInTurn(queries)
  await writeByKey<CustomerKey>(queries, {
    ...changed,
    write: keys => sql`delete from web_sessions where customer_id in (select k.id from ${keys})`,
  })
  await writeByKey<CustomerKey>(queries, {
    ...changed,
    write: keys => sql`update customers set external_id = null where id in (select k.id from ${keys})`,
  })
}

type CustomerKey = { id: number }
const customerKey = { id: 'bigint' } as const
