/** Finds a Redis server for tests: a configured one, one that runs on this machine, or one started for this run. */

import type { TestServer } from '../service/test-server.ts'
import { answers, findRedisCommand, startRedis } from './start-redis.ts'

const found = { name: 'Redis', variable: 'TEST_REDIS_URL', how: '', stop: async () => {} }

/** Returns the first server that answers; `stop` ends a server that was started here. */
export async function findRedis(): Promise<TestServer> {
  for (const url of [process.env.TEST_REDIS_URL, 'redis://127.0.0.1:6379']) {
    if (url && (await answers(url))) return { ...found, url }
  }
  const command = findRedisCommand()
  if (!command) return { ...found, url: undefined, how: 'set TEST_REDIS_URL, or install Redis or Valkey.' }
  const { url, signal } = await startRedis(command)
  return { ...found, url, stop: () => signal('SIGKILL') }
}
