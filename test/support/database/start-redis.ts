/** Starts Redis servers for tests that freeze and kill them. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { endWithParent } from '../service/end-with-parent.ts'
import { freePort } from '../service/test-server.ts'

/** The command of an installed Redis or Valkey server; undefined when there is none. */
export function findRedisCommand(): string | undefined {
  return ['valkey-server', 'redis-server'].find(command => spawnSync(command, ['--version']).status === 0)
}

/** A running Redis server. */
export interface RedisServer {
  url: string
  /** Sends a signal to the process; after `SIGKILL`, waits for its exit. */
  signal: (signal: NodeJS.Signals) => Promise<void>
  /** Starts the server again, empty, on the same port. */
  restart: () => Promise<void>
}

/** Starts a server without persistence on a free port. */
export async function startRedis(command: string): Promise<RedisServer> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
    const server = endWithParent(spawn(command, options, { stdio: 'ignore' }))
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error(`${command} ended with ${server.exitCode}`)
      await sleep(20)
    }
    return server
  }
  let server: ChildProcess = await start()
  return {
    url,
    signal: async signal => {
      const exited = once(server, 'exit')
      server.kill(signal)
      if (signal === 'SIGKILL') await exited
    },
    restart: async () => {
      server = await start()
    },
  }
}

/** Whether a Redis server answers at a URL. */
export async function answers(url: string): Promise<boolean> {
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
