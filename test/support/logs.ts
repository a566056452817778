/** Keeps what every service of the suite logs, and every secret it was given, so that `test/run.ts` can look for one in the other. */

import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'

const folder = process.env.TEST_LOG_FOLDER

/** Makes the log of one service. */
export function createLog(): { stream: Writable; lines: string[] } {
  const lines: string[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    const text = chunk.toString()
    lines.push(...text.split('\n').filter(line => line !== ''))
    keepLog(text)
    done()
  }
  return { stream: new Writable({ write }), lines }
}

/** Keeps a piece of a log. */
export function keepLog(text: string): void {
  if (folder) appendFileSync(join(folder, `${process.pid}.log`), text)
}

/** Keeps a secret that no log may hold. */
export function keepSecret(text: string): void {
  if (folder) appendFileSync(join(folder, `${process.pid}.secrets`), `${text}\n`)
}

const forbidden = {
  'an email': /[\w.+-]+@[\w-]+\.\w+/,
  'a plain customer id or guest': /\b(member|guest|customer):"?[0-9a-f]/i,
  'a token': /\beyJ[\w-]{8,}\.[\w-]+/,
}

/** What the logs of a whole run give away, as sentences; and how much was looked through. */
export function findLeaks(logFolder: string): { leaks: string[]; lines: number; secrets: number } {
  const read = (ending: string) =>
    readdirSync(logFolder)
      .filter(file => file.endsWith(ending))
      .flatMap(file => readFileSync(join(logFolder, file), 'utf8').split('\n'))
      .filter(line => line !== '')
  const lines = read('.log')
  const secrets = [...new Set(read('.secrets'))]
  const text = lines.join('\n')
  const leaks = [
    ...secrets.filter(secret => text.includes(secret)).map(secret => `A log holds the secret ${secret.slice(0, 12)}…`),
    ...lines.flatMap(line =>
      Object.entries(forbidden)
        .filter(([, pattern]) => pattern.test(line))
        .map(([what]) => `A log line holds ${what}: ${line}`),
    ),
  ]
  return { leaks, lines: lines.length, secrets: secrets.length }
}
