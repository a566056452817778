/** Probe of the PostgreSQL hosts: connects to all hosts of a `DATABASE_URL` at the same time, and chooses a usable one. */

import { Socket } from 'node:net'
import pg from 'pg'
import { startReadTimeout } from '../../read-timeout.ts'
import { DatabaseUnavailable, isConnectionFailure, TakesNoWrites } from '../unavailable.ts'
import type { PostgresHost } from './postgres-url.ts'

const SHOW_READ_ONLY = 'show transaction_read_only'

/** The host that the pool uses now. */
export interface HostInUse {
  host: PostgresHost
  /** Whether the host has answered a statement since `time`, a value of `performance.now()`. */
  hasAnsweredSince: (time: number) => boolean
}

/** Time-out of one probe. A busy server or a busy process can be slow to connect while other connections get answers. */
class ProbeTimeout extends DatabaseUnavailable {}

/**
 * Chooses a host: the host in use if it answers, otherwise the first host that accepts a connection. An answer on another
 * connection, or a refusal because the server is full, counts as an answer of the host in use.
 * @param timeoutMs maximum time for connecting to a host and running one statement
 * @throws DatabaseUnavailable with the error of each host
 */
export async function chooseHost(
  hosts: PostgresHost[],
  inUse: HostInUse | undefined,
  timeoutMs: number,
): Promise<PostgresHost> {
  const begun = performance.now()
  const probes = hosts.map(host => probe(host, timeoutMs))
  const first = firstOf(probes, hosts)
  first.catch(() => {})
  const kept = inUse && probes[hosts.indexOf(inUse.host)]
  if (!kept) return await first
  return await kept.catch(error => {
    const isAvailable = error instanceof ProbeTimeout ? inUse.hasAnsweredSince(begun) : !isConnectionFailure(error)
    return isAvailable ? inUse.host : first
  })
}

async function firstOf(asked: Promise<PostgresHost>[], hosts: PostgresHost[]): Promise<PostgresHost> {
  try {
    return await Promise.any(asked)
  } catch (error) {
    const { errors } = error as AggregateError
    const reasons = errors.map((each, index) => `${nameOf(hosts[index])}: ${textOf(each)}`)
    throw new DatabaseUnavailable(`PostgreSQL accepts no connection. ${reasons.join('; ')}`, errors[0])
  }
}

/** Opens a connection, runs one statement and closes the connection, within the time-out. */
async function probe(host: PostgresHost, timeoutMs: number): Promise<PostgresHost> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: host.url, stream: () => socket })
  client.on('error', () => {})
  const stop = startReadTimeout(timeoutMs, () => socket.destroy(new ProbeTimeout('no answer in time')))
  try {
    await client.connect()
    await requireWrites(client, host)
    return host
  } finally {
    stop()
    client.end().catch(() => {})
  }
}

/** A connection that runs one statement. */
interface AskedClient {
  query<Row>(text: string, values: []): Promise<{ rows: Row[] }>
}

/**
 * Runs one statement, which every usable host answers.
 * @throws TakesNoWrites when the host is a standby and its URL requires `read-write`
 */
export async function requireWrites(client: AskedClient, { readWrite }: PostgresHost): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(SHOW_READ_ONLY, [])
  if (readWrite && rows[0]?.transaction_read_only === 'on') throw new TakesNoWrites('takes no writes')
}

/** Host name and port, without the credentials of the URL. */
function nameOf(host: PostgresHost | undefined): string {
  return host ? new URL(host.url).host : ''
}

/** Message of an error; the error for several addresses of one name has no message itself. */
function textOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(textOf).join(', ') : (error as Error).message
}
