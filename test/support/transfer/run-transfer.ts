/** Runs `sepet transfer` in this process, because starting one process per call is slow. */

import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Direction, transfer } from '../../../src/cli/transfer.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { TestDatabase } from '../database/engines.ts'

/** Transfers between a folder and a PostgreSQL database. @returns what the command has printed to its standard output */
export async function runTransfer(
  option: Direction['option'],
  folder: TestDatabase | string,
  postgres: TestDatabase | string,
  now = Date.now(),
): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  let printed = ''
  stdout.setEncoding('utf8').on('data', text => (printed += text))
  const url = typeof postgres === 'string' ? postgres : (postgres.env.DATABASE_URL ?? '')
  const DATA_DIR = typeof folder === 'string' ? folder : folder.env.DATA_DIR
  await transfer(readConfig({ DATA_DIR }), { option, url }, { now, output: { stdout, stderr, isDumb: false } })
  await finished(stdout.end())
  return printed
}
