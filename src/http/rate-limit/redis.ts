/** The connection to Redis: used while Redis responds, bypassed after a time-out, and restored in the background. */

import { Redis } from 'ioredis'

/** Time between two checks of the connection, and so the longest time for which the state is wrong, with a time-out. */
const CHECK_EVERY_MS = 2_000

/** Called with an error code when Redis becomes unavailable, and with undefined when it becomes available. */
export type StateListener = (code: string | undefined) => void

/** A connection to Redis with a fallback. */
export interface RedisLink {
  redis: Redis
  /** Runs `work` on Redis, or `otherwise` when Redis is unavailable or refuses the command. */
  ask<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  /** Runs `check` on each new connection and every two seconds, so that the state is known while no request asks Redis. */
  watch(check: () => Promise<unknown>): void
  /** Sets the listener, and calls it with the present state once that is known. */
  onStateChange(listener: StateListener): void
  close(): void
}

/**
 * Connects to the Redis at `url` in the background, and repeats it while Redis is unavailable.
 * @param timeoutMs milliseconds without a response after which the connection is closed; only requests that wait then are delayed
 */
export function createRedisLink(url: string, timeoutMs: number): RedisLink {
  const redis = connect(url, timeoutMs)
  const state = createState(redis)
  const timeout = createTimeout(redis, timeoutMs)
  const ask: RedisLink['ask'] = async (work, otherwise) => {
    if (redis.status !== 'ready') return otherwise()
    try {
      const answer = await timeout.orDisconnect(work())
      state.change(undefined)
      return answer
    } catch (error) {
      // Every other error ends the connection, and its `error` event reports the code.
      if (error instanceof Error && error.name === 'ReplyError') state.change(codeOf(error))
      // A primary that became a replica keeps its connections; its host name may already resolve to the new primary.
      if (/\bREADONLY\b/.test(String(error))) redis.stream.destroy()
      return otherwise()
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    redis,
    ask,
    onStateChange: state.setListener,
    watch: check => {
      const run = async () => {
        // The first attempt to connect tells by itself how it ends; until then a busy process is not one without Redis.
        if (redis.status !== 'ready' && state.isKnown()) state.change(redis.status)
        await ask(check, async () => {})
      }
      redis.on('ready', run)
      timer = setInterval(run, CHECK_EVERY_MS).unref()
    },
    close: () => {
      clearInterval(timer)
      redis.disconnect()
    },
  }
}

function connect(url: string, timeoutMs: number): Redis {
  // Of connecting and of the handshake, too: a frozen server still accepts connections.
  const handshakeMs = 2 * timeoutMs
  return new Redis(url, {
    enableOfflineQueue: false,
    connectTimeout: handshakeMs,
    socketTimeout: handshakeMs,
    maxRetriesPerRequest: 0,
    retryStrategy: attempts => Math.min(attempts * 100, 2_000),
  })
}

function createState(redis: Redis) {
  let known: { code: string | undefined } | undefined
  let listener: StateListener = () => {}
  const change: StateListener = code => {
    const isSame = known !== undefined && (known.code === undefined) === (code === undefined)
    known = { code }
    if (!isSame) listener(code)
  }
  // Without a listener, an `error` event would end the process.
  redis.on('error', error => change(codeOf(error)))
  return {
    change,
    isKnown: () => known !== undefined,
    setListener: (to: StateListener) => {
      listener = to
      if (known) listener(known.code)
    },
  }
}

/** Closes the connection when Redis sends no response in time, which rejects every waiting command. */
function createTimeout(redis: Redis, timeoutMs: number) {
  let lastAnswerAt = 0
  const disconnect = () => redis.stream.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
  return {
    async orDisconnect<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined
      let recheck: NodeJS.Immediate | undefined
      const startTimer = () => {
        const since = performance.now()
        // A response that arrived while this process was busy is read before the immediate runs.
        timer = setTimeout(
          () => (recheck = setImmediate(() => (lastAnswerAt > since ? startTimer() : disconnect()))),
          timeoutMs,
        )
      }
      startTimer()
      try {
        return await answer
      } finally {
        lastAnswerAt = performance.now()
        clearTimeout(timer)
        clearImmediate(recheck)
      }
    },
  }
}

/** Returns the part of an error that may be logged: the system's code, or the first word of a Redis error, such as OOM. */
function codeOf(error: unknown): string {
  const { code, message = '', name } = error as Partial<NodeJS.ErrnoException>
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0] ?? name ?? 'unknown'
}
