/** Two instances on one database, for requests that meet: on PostgreSQL two, on the embedded database one for both. */

import type { Engine } from '../../../src/db/database.ts'
import { assertNoDeadlocks } from '../checkouts/settled.ts'
import { startService, type TestService } from './service.ts'

/** Instances that share a database. */
export interface Instances {
  /** @returns the instance of the n-th request: they take turns */
  at: (n: number) => TestService
  /** Stops them, and asserts that the database has had no deadlock. */
  stop: () => Promise<void>
}

/** Starts both, with the variables of `startService`. */
export async function startInstances(engine: Engine, env: NodeJS.ProcessEnv = {}): Promise<Instances> {
  const service = await startService(engine, env)
  const peer = engine === 'postgres' ? await service.startPeer() : service
  return {
    at: n => (n % 2 === 0 ? service : peer),
    stop: async () => {
      if (peer !== service) await peer.stop()
      await assertNoDeadlocks(service)
      await service.stop()
    },
  }
}

/** Runs a work several times at once, such as the n-th request at the n-th instance. @returns the results in the order of the numbers */
export function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}
