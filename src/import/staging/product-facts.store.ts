/** Facts about stored and staged products that decide on settings of the shop. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** Whether the shop has a product, on sale or not. */
export async function hasStoredProducts({ kysely }: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from products limit 1`.execute(kysely)
  return rows.length > 0
}

/** Finds the numbers of the files with a product whose VAT rate is above 0. */
export async function findTaxedFiles({ kysely }: Queries): Promise<Set<number>> {
  const { rows } = await sql<{ file: number }>`
    select distinct file from staged_products where vat_rate <> '0'`.execute(kysely)
  return new Set(rows.map(({ file }) => file))
}
