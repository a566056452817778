/** Records what an import changes of promotions and customers. Runs after `findDifferences`, and before the staged records are saved. */

import { sql } from 'kysely'
import { changeOf } from '../../customers/customer-history.ts'
import type { Queries } from '../../db/database.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import type { Author } from '../../model/author.ts'
import { columnOf, fieldNames } from '../../model/customer-fields.ts'
import { promotionChange } from '../../promotions/admin/promotion-history.ts'
import type { Section, Stored } from '../../promotions/admin/saved-promotion.ts'
import { inRanges, numbered } from './numbered.sql.ts'
import { differences } from './tables.ts'

/** Documents per statement: one can have half a megabyte. */
const DOCUMENTS = 200
const CUSTOMERS = 500

/** Who imports, and when. */
interface Cause {
  author: Author
  /** Milliseconds since the epoch. */
  now: number
}

/** Records one change of each stored coupon, campaign and customer that the import changes. */
export async function recordRecords(queries: Queries, cause: Cause): Promise<void> {
  await recordPromotions(queries, 'campaigns', cause)
  await recordPromotions(queries, 'coupons', cause)
  await recordCustomers(queries, cause)
}

const promotionKeys = { coupons: 'folded_code', campaigns: 'id' } as const

async function recordPromotions<S extends Section>(
  queries: Queries,
  section: S,
  { author, now }: Cause,
): Promise<void> {
  const name = promotionKeys[section]
  const key = sql.ref(name)
  const keys = sql`select ${key} from ${differences(section)} where is_new = 0`
  await inRanges(queries, { keys, names: [name], size: DOCUMENTS }, async isInRange => {
    const { rows } = await sql<{ before: string; after: string }>`
      select t.document as before, s.document as after
      from ${numbered} n
        join ${sql.table(section)} t on t.${key} = n.${key}
        join ${sql.table(`staged_${section}`)} s on s.${key} = n.${key}
      where ${isInRange}`.execute(queries.kysely)
    const read = (document: string) => JSON.parse(document) as Stored[S]
    const changes = rows.map(({ before, after }) =>
      promotionChange({ before: read(before), after: read(after) }, { ...author, at: now }),
    )
    await recordChanges(queries, changes)
  })
}

const customerFields = ['email', ...fieldNames]

/** The names of the fields that differ, separated by blanks. */
const changedNames = sql.raw(
  customerFields
    .map(name => {
      const column = columnOf(name)
      const isChanged = `t.${column} is distinct from s.${column} and s.kept not like '%,${column},%'`
      return `case when ${isChanged} then ' ${name}' else '' end`
    })
    .join(' || '),
)

async function recordCustomers(queries: Queries, { author, now }: Cause): Promise<void> {
  const keys = sql`select id from ${differences('customers')} where is_new = 0`
  await inRanges(queries, { keys, names: ['id'], size: CUSTOMERS }, async isInRange => {
    const { rows } = await sql<{ id: number; names: string }>`
      select t.id, ${changedNames} as names
      from ${numbered} n join customers t on t.id = n.id join staged_customers s on s.id = n.id
      where ${isInRange}`.execute(queries.kysely)
    const cause = { ...author, now }
    await recordChanges(
      queries,
      rows.map(({ id, names }) => changeOf(id, names.trim().split(' '), cause)),
    )
  })
}
