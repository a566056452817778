/** Imports shop files of tests through the code of `sepet import`. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src/db/open.ts'
import { importFiles } from '../../../src/import/import-files.ts'
import type { ImportOptions } from '../../../src/import/staging/stage-files.ts'

/** Imports a shop file into the database of a configuration. */
export async function importShop(
  config: Parameters<typeof openDatabase>[0],
  file: object,
  options?: Pick<ImportOptions, 'allowCurrencyChange'>,
): Promise<void> {
  const database = openDatabase(config)
  const folder = mkdtempSync(join(tmpdir(), 'sepet-shop-'))
  try {
    const path = join(folder, 'shop.json')
    writeFileSync(path, JSON.stringify(file))
    await importFiles(database, [path], { now: Date.now(), randomId: randomUUID, vatRate: '0', ...options })
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
