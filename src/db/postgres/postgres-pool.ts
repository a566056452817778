/**
 * Connections to PostgreSQL, taken from the one of its hosts that is in use. Once none answers, everything that waits and
 * everything new is refused at once, while a probe every quarter of a second asks all hosts at the same time; the first
 * that accepts (writes, where asked for) is used from then on.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Connections } from '../database.ts'
import { DatabaseBusy, DatabaseUnavailable, isAway } from '../unavailable.ts'
import { HostConnections } from './postgres-connections.ts'
import { chooseHost } from './postgres-probe.ts'
import type { PostgresHost } from './postgres-url.ts'

/** The least time from the end of one probe to the next, also while a busy server is doubted again and again. */
const PROBE_PAUSE_MS = 250
/** For a probe while requests wait, and while only a command does. */
const PROBE_TIMEOUT_MS = 1_000
const COMMAND_PROBE_TIMEOUT_MS = 10_000

/** Decides by probes alone: a lost connection or a late answer only makes it ask. */
export class FailoverPool implements PostgresPool {
  readonly options = {}
  readonly #hosts: PostgresHost[]
  readonly #failFast: boolean
  #current: HostConnections | undefined
  #outage: DatabaseUnavailable | undefined
  #probing: Promise<void> | undefined
  #nextProbeAt = 0
  #ended = false

  /** @param impatient for requests, whose statements are all short; imports and migrations take their time */
  constructor(hosts: PostgresHost[], failFast: boolean) {
    this.#hosts = hosts
    this.#failFast = failFast
  }

  /** @throws DatabaseUnavailable at once while no host answers; DatabaseBusy when no connection becomes free */
  async connect(): Promise<PostgresPoolClient> {
    const connections = this.#current ?? (await this.#find())
    try {
      return await connections.acquire()
    } catch (error) {
      if (error instanceof DatabaseBusy) throw error
      if (this.#current === connections && isAway(error)) await this.#probe()
      const next = this.#current
      if (!next || next === connections) throw noConnection(error)
      return await next.acquire()
    }
  }

  async #find(): Promise<HostConnections> {
    if (!this.#outage) await this.#probe()
    if (!this.#current) throw noConnection(this.#outage)
    return this.#current
  }

  /** Asks in the background, unless the host has been left already. */
  #probeIfCurrent(connections: HostConnections): void {
    if (this.#current === connections) void this.#probe()
  }

  /** Never two probes at a time. */
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
      this.#refuse(error as DatabaseUnavailable)
    }
    this.#nextProbeAt = performance.now() + PROBE_PAUSE_MS
  }

  #use(host: PostgresHost): void {
    this.#outage = undefined
    if (this.#current?.host === host || this.#ended) return
    this.#current?.leave(new DatabaseUnavailable('another host takes writes now'))
    const connections: HostConnections = new HostConnections(host, this.#failFast, () =>
      this.#probeIfCurrent(connections),
    )
    this.#current = connections
  }

  #refuse(outage: DatabaseUnavailable): void {
    this.#outage = outage
    this.#current?.leave(outage)
    this.#current = undefined
  }

  /** Connections of the host in use, and who waits for one. */
  count(): Connections {
    return this.#current?.count() ?? { busy: 0, idle: 0, waiting: 0 }
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#current?.end()
  }
}

function noConnection(cause: unknown): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return new DatabaseUnavailable(cause.message, cause)
  return new DatabaseUnavailable('PostgreSQL gives no connection', cause)
}
