/** Command lines of PostgreSQL's own tools for the database in DATABASE_URL, without the password. */

import { placeOf } from '../db/postgres/postgres-url.ts'

const PORT = '5432'
const PLAIN = /^[\w@%+=:,./-]+$/

/** Returns the line that backs a database up. */
export function dumpLine(url: string): string {
  const { database } = placeOf(url)
  return line('pg_dump', '--format=custom', ...connection(url), '--file=sepet.dump', ...(database ? [database] : []))
}

/** Returns the line that restores a backup. */
export function restoreLine(url: string): string {
  const { database, user } = placeOf(url)
  const options = ['--exit-on-error', '--no-owner', ...connection(url), `--dbname=${database || user}`]
  return line('pg_restore', ...options, 'sepet.dump')
}

function connection(url: string): string[] {
  const { hosts, user } = placeOf(url)
  const host = hosts.map(each => each.host).join(',')
  const ports = hosts.map(each => each.port || PORT).join(',')
  return [
    ...(host ? [`--host=${host}`] : []),
    ...(hosts.some(({ port }) => port) ? [`--port=${ports}`] : []),
    ...(user ? [`--username=${user}`] : []),
  ]
}

function line(...words: string[]): string {
  return words.map(shellWord).join(' ')
}

/** Quotes a word for a POSIX shell where it needs it (POSIX.1-2024, Shell Command Language, section 2.2.2). */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
