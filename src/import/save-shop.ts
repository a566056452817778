/** Saves the settings of the shop that an import contains. */

import type { Queries } from '../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import { patchShop } from './patch-shop.ts'
import { loadShopDocument, saveShopDocument } from './staging/publish.store.ts'
import type { StagedFile } from './staging/stage-files.ts'

/** Saves them. @returns 1 when they have changed, else 0 */
export async function saveShop(queries: Queries, files: StagedFile[]): Promise<number> {
  if (files.every(({ shop }) => shop === null)) return 0
  const stored = await loadShopDocument(queries)
  const document = JSON.stringify(patchShop(JSON.parse(stored) as Shop, files))
  if (document === stored) return 0
  await saveShopDocument(queries, document)
  return 1
}
