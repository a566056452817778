/** Reads the inputs of `test/cases` and `test/data`. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a JSON file of `test/cases`, such as `bad-inputs.json`. */
export function readCases<T>(file: string): T[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../cases', file), 'utf8')) as T[]
}

/** @returns the path of a file of `test/data` */
export function dataPath(file: string): string {
  return join(import.meta.dirname, '../../data', file)
}
