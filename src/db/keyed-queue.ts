/** Runs work of one key at a time, in the order of arrival, while work of other keys goes on. */

import { LockTimeout } from './unavailable.ts'

/**
 * Runs `work` once all earlier work of the same key has ended.
 * @throws LockTimeout when too much waits, or that takes too long; `work` has not begun then
 */
export type RunInTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export interface QueueBounds {
  /** How long work may wait. */
  maxWaitMs: number
  /** How much work of one key may wait. Work goes on waiting when the client has hung up. */
  maxLength: number
}

/** Makes a queue per key, which exists only while work of the key runs. */
export function createKeyedQueue({ maxWaitMs, maxLength }: QueueBounds): RunInTurn {
  const queues = new Map<string, (() => void)[]>()

  const enter = (key: string): Promise<void> | undefined => {
    const waiting = queues.get(key)
    if (!waiting) queues.set(key, [])
    else if (waiting.length >= maxLength) throw new LockTimeout('too much waits')
    return waiting && waitIn(waiting, maxWaitMs)
  }
  const leave = (key: string): void => {
    const next = queues.get(key)?.shift()
    if (next) next()
    else queues.delete(key)
  }

  return async (key, work) => {
    await enter(key)
    try {
      return await work()
    } finally {
      leave(key)
    }
  }
}

function waitIn(waiting: (() => void)[], maxWaitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new LockTimeout('earlier work took too long'))
    }, maxWaitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(begin)
  })
}
