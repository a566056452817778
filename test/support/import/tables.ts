/** Imports of tables by tests, and what is told of them. */

import { type ImportReport, importFiles } from '../../../src/import/import-files.ts'
import type { ImportOptions } from '../../../src/import/staging/stage-files.ts'
import { describeFinding } from '../../../src/shop-file/findings.ts'
import { NOW, type TestFile, type TestShop } from './imports.ts'

/** A report with what is told of the tables, one line per cause. */
export type Loaded = ImportReport & { told: string[] }

/** Returns the function that imports files into a shop, by default with the VAT rate 20. */
export function loaderOf(shop: TestShop) {
  return async (options: Partial<ImportOptions>, ...files: TestFile[]): Promise<Loaded> => {
    const common = { now: NOW, randomId: () => 'x', vatRate: '20' }
    const report = await importFiles(shop.database, shop.write(...files), { ...common, ...options })
    const findings = [...report.files.flatMap(({ skipped }) => skipped), ...report.warnings]
    const line = (finding: (typeof findings)[number]) => describeFinding({ ...finding, file: '' }).replace(/^:? /, '')
    return { ...report, told: findings.map(line) }
  }
}

/** A CSV file of lines. */
export function csv(header: string, ...rows: string[]): TestFile {
  return ['in.csv', [header, ...rows].join('\n')]
}
