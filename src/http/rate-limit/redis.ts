/** The connection to Redis: asked while it answers, done without as soon as it does not, and tried again in the background. */

import { Redis } from 'ioredis'

/** How long Redis may be silent while it is asked. Only those that are waiting when it falls silent wait so long. */
const TIMEOUT_MS = 500
/** A server that is frozen still accepts connections; this bounds what follows. */
const HANDSHAKE_TIMEOUT_MS = 1_000

/** Told when Redis goes away, with a code, and when it is back, without. */
export type StateListener = (code: string | undefined) => void

export interface RedisLink {
  redis: Redis
  /** Asks Redis by `work`, or takes `otherwise` when Redis is away or refuses the command. */
  ask<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  onStateChange(listener: StateListener): void
  close(): void
}

/** Connects in the background to the Redis at `url`, again and again while it is away. */
export function createRedisLink(url: string): RedisLink {
  const redis = connect(url)
  const state = stateOf(redis)
  const silence = createTimeout(redis)
  return {
    redis,
    onStateChange: state.listen,
    close: () => redis.disconnect(),
    ask: async (work, otherwise) => {
      if (redis.status !== 'ready') return otherwise()
      try {
        const answer = await silence.orDisconnect(work())
        state.change(undefined)
        return answer
      } catch (error) {
        // Everything else is the end of the connection, which says why itself.
        if (error instanceof Error && error.name === 'ReplyError') state.change(codeOf(error))
        // A primary that became a replica keeps its connections; its name may lead to the new primary by now.
        if (/\bREADONLY\b/.test(String(error))) redis.stream.destroy()
        return otherwise()
      }
    },
  }
}

function connect(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
    socketTimeout: HANDSHAKE_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: attempts => Math.min(attempts * 100, 2_000),
  })
}

function stateOf(redis: Redis) {
  let away = false
  let listener: StateListener = () => {}
  const change: StateListener = code => {
    if (away !== (code !== undefined)) listener(code)
    away = code !== undefined
  }
  // Without a listener an error would end the process.
  redis.on('error', error => change(codeOf(error)))
  return {
    change,
    listen: (to: StateListener) => {
      listener = to
    },
  }
}

/** Hangs up on a server that answers nobody any more, which ends every command that waits for it. */
function createTimeout(redis: Redis) {
  let heardAt = 0
  const hangUp = () => redis.stream.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
  return {
    async orDisconnect<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined
      let look: NodeJS.Immediate | undefined
      const listen = () => {
        const since = performance.now()
        // An answer that came while this process was busy is read before the second look.
        timer = setTimeout(() => (look = setImmediate(() => (heardAt > since ? listen() : hangUp()))), TIMEOUT_MS)
      }
      listen()
      try {
        return await answer
      } finally {
        heardAt = performance.now()
        clearTimeout(timer)
        clearImmediate(look)
      }
    },
  }
}

/** What of an error may be logged: the system's code, or the first word of Redis's own, such as OOM. */
function codeOf(error: unknown): string {
  const { code, message = '', name } = error as Partial<NodeJS.ErrnoException>
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0] ?? name ?? 'unknown'
}
