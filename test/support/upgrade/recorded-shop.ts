/** Databases of earlier schemas in test/data/upgrade, one of each engine, and what the API answered when they were recorded. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Engine } from '../../../src/db/database.ts'
import { embeddedFile } from '../../../src/db/open.ts'
import { createDatabase, type TestDatabase } from '../database/engines.ts'
import { query } from '../database/query.ts'
import { type Answer, type Callable, startServiceOn, type TestService } from '../service/service.ts'
import { type AgentPlatform, awaitProfile, listing } from '../ucp/platform.ts'
import { QUICK } from '../webhooks/webhooks.ts'

/** The folder of the records. */
export const RECORDS = join(import.meta.dirname, '../../data/upgrade')

/** The time at which every record was made, and which the clock of its readers shows: holds and sessions are alive. */
export const RECORDED_AT = Date.parse('2026-01-31T12:00:00.000Z')

/** The secrets with which the handoffs of the records are signed, and a provider of the office, which nobody asks. */
export const RECORDED_ENV = {
  OFFICE_OIDC_ISSUER: 'https://staff.example.com',
  OFFICE_OIDC_CLIENT_ID: 'office',
  OFFICE_OIDC_CLIENT_SECRET: 'd'.repeat(64),
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

const ENDINGS = { database: { sqlite: '.sqlite.gz', postgres: '.postgres.sql.gz' }, answers: '.json.gz' }

/** @returns the path of a part of a record */
export function recordFile(name: string, engine: Engine, part: 'database' | 'answers'): string {
  return join(
    RECORDS,
    part === 'database' ? `${name}${ENDINGS.database[engine]}` : `${name}.${engine}${ENDINGS.answers}`,
  )
}

/** @returns the last migration of each record */
export function recordNames(): string[] {
  const ending = ENDINGS.database.sqlite
  const files = readdirSync(RECORDS).filter(file => file.endsWith(ending))
  return files.map(file => file.slice(0, -ending.length)).sort()
}

/** @returns the requests of a record with their answers */
export function recordedReads(name: string, engine: Engine): RecordedRead[] {
  return JSON.parse(gunzipSync(readFileSync(recordFile(name, engine, 'answers'))).toString())
}

/** Creates the database of a record. */
export async function restoreRecord(name: string, engine: Engine): Promise<TestDatabase> {
  const testDatabase = await createDatabase(engine)
  const content = gunzipSync(readFileSync(recordFile(name, engine, 'database')))
  const { DATABASE_URL: url } = testDatabase.env
  if (url === undefined) writeFileSync(embeddedFile(testDatabase.env), content)
  // Without the commands of psql.
  else await query(url, content.toString().replace(/^\\.*$/gm, ''))
  return testDatabase
}

/** Starts a service whose clock stands still at the time of the records. */
export async function startRecorded(testDatabase: TestDatabase, platform: AgentPlatform): Promise<TestService> {
  // The clock goes on until the profile is in memory: a fetch that a busy machine has delayed is made again after five seconds.
  const startedAt = Date.now()
  let isStarting = true
  const env = { ...RECORDED_ENV, ...QUICK, ...listing(platform) }
  const service = await startServiceOn(testDatabase, env, () => RECORDED_AT + (isStarting ? Date.now() - startedAt : 0))
  await awaitProfile(service, platform.profile)
  isStarting = false
  return service
}

/** Sends a request of a record. @returns what is compared of its answer */
export async function readRecorded(
  service: Callable,
  platform: AgentPlatform,
  request: RecordedRequest,
): Promise<Pick<RecordedRead, 'status' | 'location' | 'json'>> {
  const answer = await sendRecorded(service, platform, request)
  return { status: answer.status, location: answer.headers.get('location'), json: answer.json ?? null }
}

/** Sends a request of a record. @returns the whole answer */
export async function sendRecorded(
  service: Callable,
  platform: AgentPlatform,
  { path, as, scope, cookie }: RecordedRequest,
): Promise<Answer> {
  const [kind, id] = as?.split(':') ?? []
  const isToken = kind === 'member' || kind === 'guest' || kind === 'admin'
  const token = isToken && (await service.token(kind, { ...(id && { id }), ...(scope && { scope }) }))
  const headers = { ...(kind === 'agent' && { 'UCP-Agent': platform.agent }), ...(cookie && { Cookie: cookie }) }
  return service.call('GET', path, { headers, ...(token && { token }) })
}
