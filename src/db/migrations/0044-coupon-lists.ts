/** Migration 0044: adds the index of the coupons that are of no batch of codes. */

import { type Kysely, sql } from 'kysely'

/** In the order of bytes, in which a beginning is a range. A page of them passes over no code of a batch, of which 100,000 can be between two. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const code = engine === 'sqlite' ? 'folded_code' : 'folded_code collate "C"'
  await sql.raw(`create index coupons_single on coupons (${code}) where batch is null`).execute(db)
}
