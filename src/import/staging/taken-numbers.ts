/** Customers whose number in another system is the external id of another customer: two systems may count from 1. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { findRecords, type LeftOut } from './left-out.store.ts'

const MESSAGE = 'has the customer number of another customer, who keeps it: this one has no external id'

/** Finds the staged customers that get no external id, since another one has their number. */
export async function findTakenNumbers(queries: Queries): Promise<LeftOut[]> {
  const { rows } = await sql`
    select 1 from staged_customers where source_number is not null and external_id is null limit 1`.execute(
    queries.kysely,
  )
  if (rows.length === 0) return []
  return findRecords(queries, {
    message: MESSAGE,
    found: sql`
      select s.position, s.file, s.place, s.source_number as value
      from staged_customers s join customers taken on taken.external_id = s.source_number
        left join customers c on c.id = s.id
      where s.external_id is null and c.external_id is null and taken.id <> s.id`,
  })
}
