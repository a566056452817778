/** Servers that are killed in the middle of writing, one after the other. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServingProcess, serveProcess } from '../service/process.ts'
import type { TestService } from '../service/service.ts'

/** Something that writes through a server; `acknowledged` counts what it was told is done. */
export interface Writer {
  write: (url: string) => Promise<void>
  acknowledged: () => number
}

/**
 * Starts a server beside `witness` on its database, has all writers write to it until each was told something, and a while
 * longer, and kills it; so many times. The next server starts meanwhile.
 * @param whileMs how long to go on in a round
 */
export async function killWhileWriting(
  witness: TestService,
  rounds: number,
  writers: Writer[],
  whileMs: (round: number) => number,
): Promise<void> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = witness.config
  const env = { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' }
  let next: Promise<ServingProcess> | undefined = serveProcess(env)
  try {
    for (let round = 1; round <= rounds; round++) {
      const serving: ServingProcess = await next
      next = round < rounds ? serveProcess(env) : undefined
      await writeUntilKilled(serving, writers, whileMs(round))
      if (!next) return
    }
  } finally {
    await (await next)?.kill('SIGKILL')
  }
}

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
