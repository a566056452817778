/** The sample shop, which the first start of a development server imports. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { ShopNotNew } from './apply-import.ts'
import { importFiles } from './import-files.ts'

/** Path of its shop file. */
export const sampleShopFile = join(import.meta.dirname, '../../sample/shop.json')

/**
 * Imports the sample shop into a shop that has had no import. An import that runs at the same time takes precedence.
 * @param now milliseconds since the epoch
 * @returns whether it was imported
 */
export async function importSampleShop(database: Database, now: number): Promise<boolean> {
  const options = { now, randomId: randomUUID, vatRate: '0', onlyIntoNew: true }
  try {
    await importFiles(database, [sampleShopFile], options)
    return true
  } catch (error) {
    if (error instanceof ShopNotNew) return false
    throw error
  }
}
