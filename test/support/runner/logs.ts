/**
 * Collects the logs of all services of a test run and all secrets, so that `test/run.ts` can search the logs for
 * secrets.
 */

import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'

const folder = process.env.TEST_LOG_FOLDER

/** Creates the log of one service. @returns the stream to log to, and its lines */
export function createLog(): { stream: Writable; lines: string[] } {
  const lines: string[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    const text = chunk.toString()
    lines.push(...text.split('\n').filter(line => line !== ''))
    recordLog(text)
    done()
  }
  return { stream: new Writable({ write }), lines }
}

/** Collects a piece of a log. */
export function recordLog(text: string): void {
  append('log', text)
}

/** Collects a secret that no log may contain. */
export function recordSecret(text: string): void {
  append('secrets', `${text}\n`)
}

/** Open file descriptors of this process, by file extension. */
const files = new Map<string, number>()

function append(ending: 'log' | 'secrets', text: string): void {
  if (!folder) return
  const file = files.get(ending) ?? openSync(join(folder, `${process.pid}.${ending}`), 'a', 0o600)
  files.set(ending, file)
  writeSync(file, text)
}

const forbidden = {
  'an email': /[\w.+-]+@[\w-]+\.\w+/,
  'a plain customer id or guest': /\b(member|guest|customer):"?[0-9a-f]/i,
  'a token': /\beyJ[\w-]{8,}\.[\w-]+/,
}

/** Searches the logs of a run. @returns one sentence for each leak, and the numbers of lines and secrets */
export function findLeaks(logFolder: string): { leaks: string[]; lines: number; secrets: number } {
  const read = (ending: string) =>
    readdirSync(logFolder)
      .filter(file => file.endsWith(ending))
      .flatMap(file => readFileSync(join(logFolder, file), 'utf8').split('\n'))
      .filter(line => line !== '')
  const lines = read('.log')
  const secrets = [...new Set(read('.secrets'))]
  const leaks = [
    ...secretsIn(lines.join('\n'), secrets).map(secret => `A log holds the secret ${secret.slice(0, 12)}…`),
    ...lines.flatMap(line =>
      Object.entries(forbidden)
        .filter(([, pattern]) => pattern.test(line))
        .map(([what]) => `A log line holds ${what}: ${line}`),
    ),
  ]
  return { leaks, lines: lines.length, secrets: secrets.length }
}

/**
 * @returns the secrets in a text. Secrets consist of base64url characters and dots, so only long runs of these
 * characters are searched
 */
function secretsIn(text: string, secrets: string[]): string[] {
  const odd = secrets.find(secret => !/^[\w.-]+$/.test(secret))
  if (odd !== undefined) throw new Error(`The search for secrets does not know their characters: ${odd}`)
  const shortest = secrets.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)
  const runs = [...new Set(text.match(/[\w.-]+/g))].filter(({ length }) => length >= shortest).join('\n')
  return secrets.filter(secret => runs.includes(secret))
}
