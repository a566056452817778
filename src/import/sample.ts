/** The sample shop that comes with Sepet, for a first start to have something to sell. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { ShopNotNew } from './apply-import.ts'
import { importFiles } from './import-files.ts'

/** The shop file of the sample shop. */
export const sampleShopFile = join(import.meta.dirname, '../../sample/shop.json')

/**
 * Imports the sample shop, unless anybody has imported anything: also one who does so at this very moment comes first.
 * @returns whether it was imported
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
