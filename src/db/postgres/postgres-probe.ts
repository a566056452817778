/** Asks the hosts of a `DATABASE_URL`, all at once, which of them can be used now. */

import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable, isAway, TakesNoWrites } from '../unavailable.ts'
import type { PostgresHost } from './postgres-url.ts'

const SHOW_READ_ONLY = 'show transaction_read_only'

/** The host in use. */
export interface HostInUse {
  host: PostgresHost
  hasAnsweredSince: (time: number) => boolean
}

/** A busy server, or this process when it is busy, can take longer for a connection while it answers on others. */
class ProbeTimeout extends DatabaseUnavailable {}

/**
 * Chooses a host. The one in use is kept if it answers, be it on other connections or by refusing one more; otherwise it
 * is the first that accepts a connection.
 * @param timeoutMs how long a host may take to accept a connection and to answer on it
 * @throws DatabaseUnavailable naming what each host said
 */
export async function chooseHost(
  hosts: PostgresHost[],
  inUse: HostInUse | undefined,
  timeoutMs: number,
): Promise<PostgresHost> {
  const begun = performance.now()
  const asked = hosts.map(host => probe(host, timeoutMs))
  const first = firstOf(asked, hosts)
  first.catch(() => {})
  const kept = inUse && asked[hosts.indexOf(inUse.host)]
  if (!kept) return await first
  return await kept.catch(error => (isThere(error, inUse.hasAnsweredSince(begun)) ? inUse.host : first))
}

function isThere(error: unknown, hasAnswered: boolean): boolean {
  return error instanceof ProbeTimeout ? hasAnswered : !isAway(error)
}

async function firstOf(asked: Promise<PostgresHost>[], hosts: PostgresHost[]): Promise<PostgresHost> {
  try {
    return await Promise.any(asked)
  } catch (error) {
    const { errors } = error as AggregateError
    const said = errors.map((each, index) => `${nameOf(hosts[index])}: ${textOf(each)}`)
    throw new DatabaseUnavailable(`PostgreSQL accepts no connection. ${said.join('; ')}`, errors[0])
  }
}

/** Opens a connection, has a statement answered on it and closes it, all within the time-out. */
async function probe(host: PostgresHost, timeoutMs: number): Promise<PostgresHost> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: host.url, stream: () => socket })
  client.on('error', () => {})
  const onTimeout = () => socket.destroy(new ProbeTimeout('no answer in time'))
  // An answer that came while this process was held up is read before the immediate.
  const timer = setTimeout(() => setImmediate(onTimeout), timeoutMs)
  try {
    await client.connect()
    await requireWrites(client, host)
    return host
  } finally {
    clearTimeout(timer)
    client.end().catch(() => {})
  }
}

/** @throws TakesNoWrites when the host is a standby and must not be; every host has to answer a statement */
export async function requireWrites(client: pg.ClientBase, { readWrite }: PostgresHost): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(SHOW_READ_ONLY)
  if (readWrite && rows[0]?.transaction_read_only === 'on') throw new TakesNoWrites('takes no writes')
}

/** A host without the credentials of its URL. */
function nameOf(host: PostgresHost | undefined): string {
  return host ? new URL(host.url).host : ''
}

/** A failure on several addresses of one name has no message of its own. */
function textOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(textOf).join(', ') : (error as Error).message
}
