/** Finds a Redis for tests: configured, running here, or started for this run. */

import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort, type TestServer } from './test-server.ts'

const found = { name: 'Redis', variable: 'TEST_REDIS_URL', how: '', stop: async () => {} }

/** The first server that answers; a server started here ends with `stop`. */
export async function findRedis(): Promise<TestServer> {
  for (const url of [process.env.TEST_REDIS_URL, 'redis://127.0.0.1:6379']) {
    if (url && (await answers(url))) return { ...found, url }
  }
  for (const command of ['valkey-server', 'redis-server']) {
    const server = await start(command)
    if (server) return server
  }
  return { ...found, url: undefined, how: 'set TEST_REDIS_URL, or install Redis or Valkey.' }
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

async function start(command: string): Promise<TestServer | undefined> {
  const port = await freePort()
  const server = spawn(command, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  const started = await new Promise<boolean>(resolve => {
    server.once('spawn', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!started) return undefined
  const url = `redis://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 50 && !(await answers(url)); attempt++) await sleep(100)
  return { ...found, url, stop: async () => void server.kill() }
}
