/**
 * Databases of earlier schemas in test/data/upgrade: for each the rows of every table as plain SQL for both engines, and what the API answered
 * when they were recorded.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../../src/db/database.ts'
import { migrateThrough } from '../database/migrations.ts'
import type { Callable } from '../service/service.ts'
import type { AgentPlatform } from '../ucp/platform.ts'

/** The folder of the records. */
export const RECORDS = join(import.meta.dirname, '../../data/upgrade')

/** The time at which every record was made, and which the clock of its readers shows: holds and sessions are alive. */
export const RECORDED_AT = Date.parse('2026-01-31T12:00:00.000Z')

/** The secrets with which the handoffs of the records are signed. */
export const RECORDED_ENV = {
  ACCESS_TOKEN_SECRET: 'a'.repeat(64),
  HANDOFF_SECRET: 'b'.repeat(64),
  SEPET_TOKEN_SECRET: 'c'.repeat(64),
}

/** A request that changes nothing. */
export interface RecordedRequest {
  title: string
  path: string
  /** Who asks: the subject of a token, such as `member:1`; `agent` for a shopping agent; nobody where it is undefined. */
  as?: string
  /** Scopes of the token; by default those of its kind. */
  scope?: string
  /** A cookie. */
  cookie?: string
}

/** A request with its answer. */
export interface RecordedRead extends RecordedRequest {
  status: number
  location: string | null
  json: unknown
}

/** @returns the last migration of each record */
export function recordNames(): string[] {
  const files = readdirSync(RECORDS).filter(file => file.endsWith('.sql'))
  return files.map(file => file.replace(/\.sql$/, '')).sort()
}

/** @returns the requests of a record with their answers */
export function recordedReads(name: string): RecordedRead[] {
  return JSON.parse(readFileSync(join(RECORDS, `${name}.json`), 'utf8'))
}

/** Makes an empty database what it was when the record was made. */
export async function restoreRecord(database: Database, name: string): Promise<void> {
  await migrateThrough(database, name)
  const statements = readFileSync(join(RECORDS, `${name}.sql`), 'utf8')
    .split(/;\n/)
    .slice(0, -1)
  for (const statement of statements) await sql.raw(statement).execute(database.kysely)
  await fillIndexes(database)
}

/** What the engines keep beside the rows: the index of names on SQLite, the next ids on PostgreSQL. */
async function fillIndexes({ engine, kysely }: Database): Promise<void> {
  if (engine === 'sqlite') {
    await sql`insert into product_name_grams (rowid, folded_name) select product_id, folded_name from product_names`.execute(
      kysely,
    )
    return
  }
  for (const [table, column] of [
    ['customers', 'id'],
    ['events', 'position'],
  ] as const) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)})) from ${sql.table(table)}`.execute(
      kysely,
    )
  }
}

/** Sends a request of a record. @returns what is compared of its answer */
export async function readRecorded(
  service: Callable,
  platform: AgentPlatform,
  { path, as, scope, cookie }: RecordedRequest,
): Promise<Pick<RecordedRead, 'status' | 'location' | 'json'>> {
  const [kind, id] = as?.split(':') ?? []
  const isToken = kind === 'member' || kind === 'guest' || kind === 'admin'
  const token = isToken && (await service.token(kind, { ...(id && { id }), ...(scope && { scope }) }))
  const headers = { ...(kind === 'agent' && { 'UCP-Agent': platform.agent }), ...(cookie && { Cookie: cookie }) }
  const answer = await service.call('GET', path, { headers, ...(token && { token }) })
  return { status: answer.status, location: answer.headers.get('location'), json: answer.json ?? null }
}
