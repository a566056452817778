/**
 * Keyed queue: runs the work of one key one after another, in order of arrival; work of other keys runs at the same time. Requests that wait
 * do not count as in flight.
 */

import { whilePaused } from '../fairness/served-request.ts'
import { LockConflict } from './unavailable.ts'

/**
 * Runs `work` after all earlier work of the same key has ended.
 * @returns the result of `work`
 * @throws LockConflict when the queue is full, or the wait exceeds `maxWaitMs`; `work` has not begun then
 */
export type RunInTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Bounds of the queue of one key. */
export interface QueueBounds {
  /** Maximum wait of one piece of work, in milliseconds. */
  maxWaitMs: number
  /** Maximum number of pieces of work that wait. Work stays in the queue when the client closes its connection. */
  maxLength: number
}

/** Creates a function that queues work per key. The queue of a key is removed when its last work ends. */
export function createKeyedQueue({ maxWaitMs, maxLength }: QueueBounds): RunInTurn {
  const queues = new Map<string, (() => void)[]>()

  const enter = (key: string): Promise<void> | undefined => {
    const waiting = queues.get(key)
    if (!waiting) queues.set(key, [])
    else if (waiting.length >= maxLength) throw new LockConflict('the queue of this key is full')
    return waiting && whilePaused(waitIn(waiting, maxWaitMs))
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
      reject(new LockConflict('earlier work took too long'))
    }, maxWaitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(begin)
  })
}
