/** Tiers of the tests: the place of a test file and its imports decide in which tiers it runs. */

import { globSync, readFileSync } from 'node:fs'
import type { Engine } from '../../../src/db/database.ts'

/** A tier; each has a command of `npm run`. */
export interface Tier {
  name: 'embedded' | 'postgres' | 'system'
  command: string
  engines: Engine[]
  /** Whether the tier uses PostgreSQL and Redis. */
  usesServices: boolean
  has: (file: string) => boolean
}

/** Imports of files whose tests run on the engines of the tier, or use Redis. */
const SERVICES = /support\/(database\/(engines|redis)|import\/imports)\.ts'/

/** Every tier, in the order of `npm run test:all`. */
export const tiers: Tier[] = [
  { name: 'embedded', command: 'npm test', engines: ['sqlite'], usesServices: false, has: file => !isSystem(file) },
  {
    name: 'postgres',
    command: 'npm run test:postgres',
    engines: ['postgres'],
    usesServices: true,
    has: file => !isSystem(file) && SERVICES.test(readFileSync(file, 'utf8')),
  },
  {
    name: 'system',
    command: 'npm run test:system',
    engines: ['sqlite', 'postgres'],
    usesServices: true,
    has: isSystem,
  },
]

/** @returns every test file of the repository */
export function testFiles(): string[] {
  return globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).sort()
}

function isSystem(file: string): boolean {
  return /(^|\/)test\/system\//.test(file)
}
