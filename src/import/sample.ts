/** The sample shop that comes with Sepet, for a first start to have something to sell. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { type ImportReport, importFiles } from './import.ts'

/** The shop file of the sample shop. */
export const sampleShopFile = join(import.meta.dirname, '../../sample/shop.json')

/** Imports the sample shop. */
export function importSampleShop(database: Database): Promise<ImportReport> {
  return importFiles(database, [sampleShopFile], { now: Date.now(), randomId: randomUUID, vatRate: '0' })
}
