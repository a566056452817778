/** Arguments of the test runner, and the parts of a run that they ask for. */

import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Engine } from '../../../src/db/database.ts'
import { changedFiles, reachedBy } from './changes.ts'
import { testFiles, tiers } from './tiers.ts'

/** Test files that run in the same environment. */
export interface Part {
  name: string
  files: string[]
  engines: Engine[]
  usesServices: boolean
}

/** What a run does. */
export interface Plan {
  parts: Part[]
  isLong: boolean
  /** A file for the titles of all tests, as lines of JSON. */
  titles: string | undefined
}

const options = {
  tier: { type: 'string' },
  changed: { type: 'boolean' },
  long: { type: 'boolean' },
  titles: { type: 'string' },
} as const

/** @throws Error when there is no such tier, or no test to run that is named */
export function readPlan(args: string[]): Plan {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { tier, changed = false, long = false, titles } = values
  if (tier !== undefined && tiers.every(({ name }) => name !== tier)) throw new Error(`There is no such tier: ${tier}`)
  const named = positionals.length > 0 ? globSync(positionals).sort() : testFiles()
  const files = changed ? reachedBy(changedFiles(), named) : named
  const parts = long ? [partOfLongRun(files)] : partsOf(files, tier)
  if (changed) console.error(`Test files that the changes reach: ${parts.flatMap(part => part.files).length}.`)
  if (!changed && parts.every(part => part.files.length === 0)) throw new Error(whyNone(positionals, files))
  return { parts: parts.filter(part => part.files.length > 0), isLong: long, titles }
}

function partsOf(files: string[], tier: string | undefined): Part[] {
  return tiers
    .filter(({ name }) => tier === undefined || tier === name)
    .map(({ has, ...part }) => ({ ...part, files: files.filter(has) }))
}

/** The long run runs what other runs sample, on both engines, and the judges, whose cases it reports. */
function partOfLongRun(files: string[]): Part {
  const reported = files.filter(file => /\/(rounds|conformance\/judged)\.ts'/.test(readFileSync(file, 'utf8')))
  return { name: 'long', files: reported, engines: ['sqlite', 'postgres'], usesServices: true }
}

function whyNone(named: string[], files: string[]): string {
  const commands = tiers.filter(({ has }) => files.some(has)).map(({ command }) => command)
  return commands.length > 0
    ? `This runs by ${commands.join(' or ')}: ${named.join(' ')}`
    : `There is no such test: ${named.join(' ')}`
}
