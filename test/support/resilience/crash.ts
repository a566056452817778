/** Starts servers one after another and kills each while it writes. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilReady } from '../database/outage.ts'
import type { Cluster } from '../database/postgres-cluster.ts'
import { type ServingProcess, serveProcess } from '../service/process.ts'
import type { TestService } from '../service/service.ts'

/** A writer; `acknowledged` counts successful responses. */
export interface Writer {
  write: (url: string) => Promise<void>
  acknowledged: () => number
}

/**
 * Starts a server on the database of `witness`, runs all writers until each has a successful response, continues for a
 * while, and kills the server, `rounds` times. On PostgreSQL the next server starts meanwhile; on the embedded database, which one server
 * uses at a time, afterwards.
 * @param whileMs milliseconds to continue in a round
 */
export async function killWhileWriting(
  witness: TestService,
  rounds: number,
  writers: Writer[],
  whileMs: (round: number) => number,
): Promise<void> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, UCP_PLATFORM_PROFILES } = witness.config
  const agents = { UCP_PLATFORM_PROFILES: UCP_PLATFORM_PROFILES.join(), UCP_RATE_LIMIT: '0' }
  const env = {
    DATA_DIR,
    DATABASE_URL,
    ACCESS_TOKEN_SECRET,
    ...agents,
    CART_RATE_LIMIT: '0',
    CART_LINK_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  }
  let next: Promise<ServingProcess> | undefined
  try {
    for (let round = 1; round <= rounds; round++) {
      const serving: ServingProcess = await (next ?? serveProcess(env))
      next = DATABASE_URL !== undefined && round < rounds ? serveProcess(env) : undefined
      await writeUntilKilled(serving, writers, whileMs(round))
    }
  } finally {
    await (await next)?.kill('SIGKILL')
  }
}

/** Runs all writers until PostgreSQL is killed, and waits until it serves again, `rounds` times, each for another time. */
export async function killDatabaseWhileWriting(
  cluster: Cluster,
  service: TestService,
  rounds: number,
  writers: Writer[],
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    let isOpen = true
    const before = writers.map(each => each.acknowledged())
    const writing = writers.map(async each => {
      while (isOpen) await each.write(service.url)
    })
    while (writers.some((each, n) => each.acknowledged() === before[n])) await sleep(5)
    await sleep(30 * (round % 5))
    await cluster.kill()
    isOpen = false
    await Promise.all(writing)
    await cluster.start()
    await untilReady(service)
  }
}

/** Runs all writers until the server is killed, and waits for their last requests. */
async function writeUntilKilled(serving: ServingProcess, writers: Writer[], forMs: number): Promise<void> {
  let alive = true
  const before = writers.map(each => each.acknowledged())
  const writing = writers.map(async each => {
    while (alive) await each.write(serving.url)
  })
  while (writers.some((each, n) => each.acknowledged() === before[n])) await sleep(5)
  await sleep(forMs)
  const killed = serving.kill('SIGKILL')
  alive = false
  assert.equal(await killed, null)
  await Promise.all(writing)
}
