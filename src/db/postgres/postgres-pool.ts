/**
 * PostgreSQL pool with fail-over: takes connections from the host in use. When no host answers, waiting and new requests
 * are refused at once, and every 250 ms a probe connects to all hosts at the same time. The pool then uses the first host that
 * accepts a connection (and takes writes, with `target_session_attrs=read-write`).
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Connections } from '../database.ts'
import { DatabaseBusy, DatabaseUnavailable, isConnectionFailure } from '../unavailable.ts'
import type { ClientOptions } from './postgres-client.ts'
import { HostConnections } from './postgres-connections.ts'
import { chooseHost, requireWrites } from './postgres-probe.ts'
import type { PostgresHost } from './postgres-url.ts'

/** Minimum time from the end of one probe to the next, also while statements of a busy server stay slow. */
const PROBE_PAUSE_MS = 250
/** Time-out of a probe while the server handles requests. */
const PROBE_TIMEOUT_MS = 1_000
/** Time-out of a probe of a command, such as an import. */
const COMMAND_PROBE_TIMEOUT_MS = 10_000

/** A pool that changes its host only by the result of a probe; a lost connection or a slow statement starts a probe. */
export class FailoverPool implements PostgresPool {
  readonly options = {}
  readonly #hosts: PostgresHost[]
  readonly #failFast: boolean
  readonly #onError: ClientOptions['onError']
  #current: HostConnections | undefined
  #outage: DatabaseUnavailable | undefined
  #probing: Promise<void> | undefined
  #nextProbeAt = 0
  #ended = false

  constructor(hosts: PostgresHost[], { failFast, onError }: Pick<ClientOptions, 'failFast' | 'onError'>) {
    this.#hosts = hosts
    this.#failFast = failFast
    this.#onError = onError
  }

  /**
   * Takes a connection to the host in use.
   * @throws DatabaseUnavailable at once while no host answers
   * @throws DatabaseBusy when no connection becomes free
   */
  async connect(): Promise<PostgresPoolClient> {
    const connections = this.#current ?? (await this.#find())
    try {
      return await connections.acquire()
    } catch (error) {
      if (error instanceof DatabaseBusy) throw error
      if (this.#current === connections && isConnectionFailure(error)) await this.#probe()
      const next = this.#current
      if (!next || next === connections) throw noConnection(error)
      return await next.acquire()
    }
  }

  /**
   * Asks the host in use on one of its connections: a primary that has become read-only goes on answering reads, so that only a
   * write, or this question, makes the pool leave it.
   * @throws DatabaseUnavailable when the host does not answer, or no longer takes the writes that its URL requires
   */
  async checkHost(): Promise<void> {
    const connections = this.#current ?? (await this.#find())
    const client = await this.connect()
    try {
      await requireWrites(client, connections.host)
    } catch (error) {
      if (isConnectionFailure(error)) this.#probeIfCurrent(connections)
      throw error
    } finally {
      client.release()
    }
  }

  async #find(): Promise<HostConnections> {
    if (!this.#outage) await this.#probe()
    if (!this.#current) throw noConnection(this.#outage)
    return this.#current
  }

  /** Starts a probe in the background, unless the pool has left the host already. */
  #probeIfCurrent(connections: HostConnections): void {
    if (this.#current === connections) void this.#probe()
  }

  /** Runs one probe at a time; during an outage, the next one follows. */
  #probe(): Promise<void> {
    this.#probing ??= this.#runProbe().finally(() => {
      this.#probing = undefined
      if (this.#outage && !this.#ended) void this.#probe()
    })
    return this.#probing
  }

  async #runProbe(): Promise<void> {
    const pause = this.#nextProbeAt - performance.now()
    if (pause > 0) await sleep(pause, undefined, { ref: false })
    if (this.#ended) return
    try {
      this.#use(
        await chooseHost(this.#hosts, this.#current, this.#failFast ? PROBE_TIMEOUT_MS : COMMAND_PROBE_TIMEOUT_MS),
      )
    } catch (error) {
      this.#beginOutage(error as DatabaseUnavailable)
    }
    this.#nextProbeAt = performance.now() + PROBE_PAUSE_MS
  }

  #use(host: PostgresHost): void {
    this.#outage = undefined
    if (this.#current?.host === host || this.#ended) return
    this.#current?.closeNow(new DatabaseUnavailable('another host takes writes now'))
    const connections: HostConnections = new HostConnections(host, {
      failFast: this.#failFast,
      onSlow: () => this.#probeIfCurrent(connections),
      onError: this.#onError,
    })
    this.#current = connections
  }

  #beginOutage(outage: DatabaseUnavailable): void {
    this.#outage = outage
    this.#current?.closeNow(outage)
    this.#current = undefined
  }

  /** Counts the connections of the host in use, and the requests that wait for one. */
  count(): Connections {
    return this.#current?.count() ?? { busy: 0, idle: 0, waiting: 0 }
  }

  /** Closes the connections and stops the probes. */
  async end(): Promise<void> {
    this.#ended = true
    await this.#current?.end()
  }
}

function noConnection(cause: unknown): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return new DatabaseUnavailable(cause.message, cause)
  return new DatabaseUnavailable('PostgreSQL gives no connection', cause)
}
