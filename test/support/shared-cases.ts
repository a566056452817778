/** The collected cases beside the repository; tests that read them are skipped where there are none. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../shared')

/** Why a test on collected cases is skipped, or false. */
export const withoutCases = existsSync(join(folder, 'cases')) ? false : 'no collected cases beside the repository'

/** Reads a JSON file of cases, such as `cases/bad-inputs.json`; an empty list where there is none. */
export function readCases<T>(file: string): T[] {
  return withoutCases ? [] : (JSON.parse(readFileSync(join(folder, file), 'utf8')) as T[])
}

/** The path of a collected file. */
export function sharedPath(file: string): string {
  return join(folder, file)
}
