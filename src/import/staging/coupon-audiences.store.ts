/** The index of coupons by whom their audience names, of staged coupons. Runs inside the import's transaction, once their documents are whole. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { AUDIENCE_LISTS, NAMED_KINDS, type Named, type NamedKind } from '../../model/coupon-audience.ts'
import { writeByKey } from './update-staged.ts'

type Row = Named & { folded_code: string }

const columns = { kind: 'text', id: 'bigint', folded_code: 'text' } as const

/**
 * Makes the index name whom the audiences of all staged coupons name, also of coupons that have not changed: an instance of an earlier version saves
 * coupons without the index.
 */
export async function saveCouponAudiences(queries: Queries): Promise<void> {
  const { engine, kysely } = queries
  const named = NAMED_KINDS.map(kind => entriesOf(kind, engine))
  await sql`
    create temporary table staged_audiences as
    ${sql.join(named, sql` union all `)}`.execute(kysely)
  await sql`create index staged_audiences_code on staged_audiences (folded_code, kind, id)`.execute(kysely)
  if (engine === 'postgres') await sql`analyze staged_audiences`.execute(kysely)
  const same = (one: string, other: string) =>
    sql.raw(
      Object.keys(columns)
        .map(column => `${one}.${column} = ${other}.${column}`)
        .join(' and '),
    )
  await writeByKey<Row>(queries, {
    columns,
    found: sql`
      select a.kind, a.id, a.folded_code from staged_coupons c join coupon_audiences a on a.folded_code = c.folded_code
      where not exists (select 1 from staged_audiences s where ${same('s', 'a')})`,
    write: keys => sql`
      delete from coupon_audiences where (kind, id, folded_code) in (select k.kind, k.id, k.folded_code from ${keys})`,
  })
  await writeByKey<Row>(queries, {
    columns,
    found: sql`
      select s.kind, s.id, s.folded_code from staged_audiences s
      where not exists (select 1 from coupon_audiences a where ${same('a', 's')})`,
    write: keys => sql`
      insert into coupon_audiences (kind, id, folded_code) select k.kind, k.id, k.folded_code from ${keys}`,
  })
  await sql`drop table staged_audiences`.execute(kysely)
}

/** The entries of one list, each once. Most coupons are for everybody: their text says so sooner than their document does. */
function entriesOf(kind: NamedKind, engine: Engine): RawBuilder<unknown> {
  const path = AUDIENCE_LISTS[kind]
  const entries =
    engine === 'postgres'
      ? sql`json_array_elements_text(coalesce(cast(c.document as json) #> ${sql.lit(`{${path.join(',')}}`)}, '[]')) as named(value)`
      : sql`json_each(c.document, ${sql.lit(`$.${path.join('.')}`)}) as named`
  return sql`
    select distinct cast(${sql.lit(kind)} as text) as kind, cast(named.value as bigint) as id, c.folded_code
    from staged_coupons c, ${entries} where c.document like '%"audience":{%'`
}
