/** A primary and a standby of PostgreSQL with synchronous replication. */

import { setTimeout as sleep } from 'node:timers/promises'
import { clusterBinaries } from './postgres-binaries.ts'
import { type Cluster, createCluster, createStandby } from './postgres-cluster.ts'
import { query } from './query.ts'

/** The two clusters. */
export interface Pair {
  primary: Cluster
  standby: Cluster
  /** A URL with both hosts; a client connects to the one that accepts writes. */
  url: string
  remove: () => Promise<void>
}

/** Starts the pair and waits until replication is synchronous. */
export async function startPair(): Promise<Pair> {
  const primary = await createCluster(clusterBinaries, ['synchronous_standby_names=standby'])
  const standby = await createStandby(clusterBinaries, primary)
  await primary.start()
  await standby.start()
  while (!(await isSynchronous(primary))) await sleep(20)
  const hosts = [primary, standby].map(({ url }) => new URL(url).host)
  return {
    primary,
    standby,
    url: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    remove: async () => {
      await standby.remove()
      await primary.remove()
    },
  }
}

async function isSynchronous({ url }: Cluster): Promise<boolean> {
  const [row] = await query<{ count: string }>(
    url,
    `select count(*) from pg_stat_replication where sync_state = 'sync'`,
  )
  return row?.count === '1'
}
