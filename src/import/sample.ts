/** Sample shop: gives a new installation products to sell. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { ShopNotNew } from './apply-import.ts'
import { importFiles } from './import-files.ts'

/** Path of the sample shop file. */
export const sampleShopFile = join(import.meta.dirname, '../../sample/shop.json')

/**
 * Imports the sample shop into a shop without any import. An import that runs at the same time has precedence.
 * @returns whether the sample shop was imported
 */
export async function importSampleShop(database: Database): Promise<boolean> {
  const options = { now: Date.now(), randomId: randomUUID, vatRate: '0', onlyIntoNew: true }
  try {
    await importFiles(database, [sampleShopFile], options)
    return true
  } catch (error) {
    if (error instanceof ShopNotNew) return false
    throw error
  }
}
