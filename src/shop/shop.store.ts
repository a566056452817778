/** The shop as every request sees it: one snapshot in memory, read again when its revision has moved. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Shop } from './shop.ts'

export interface ShopSnapshot {
  revision: number
  shop: Shop
}

const selectShop = prepared<object, { revision: number; document: string }>(
  () => sql`select revision, document from shop`,
)

/** Finds the snapshot of a revision, or of the newest when that is still unknown here. */
export type LoadShop = (revision?: number) => Promise<ShopSnapshot>

/** Makes the snapshot of this process. Requests that miss it at the same time share one read. */
export function shopSnapshots(database: Queries): LoadShop {
  let current: ShopSnapshot | undefined
  let reading: Promise<ShopSnapshot> | undefined

  const read = async () => {
    try {
      current = await readSnapshot(database)
      return current
    } finally {
      reading = undefined
    }
  }
  return async revision => {
    if (current && (revision === undefined || current.revision === revision)) return current
    reading ??= read()
    return reading
  }
}

async function readSnapshot(database: Queries): Promise<ShopSnapshot> {
  const [row] = await selectShop(database, {})
  if (!row) throw new Error('The shop row is missing: run `sepet migrate`.')
  return { revision: row.revision, shop: JSON.parse(row.document) as Shop }
}
