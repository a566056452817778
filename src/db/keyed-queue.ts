/**
 * Keyed queue: runs the work of one key one after another, in order of arrival; work of other keys runs at the same time. Requests that wait
 * do not count as in flight.
 */

import { whilePaused } from '../fairness/served-request.ts'
import type { Deadline } from './deadline.ts'
import { LockConflict } from './unavailable.ts'

/**
 * Runs `work` after all earlier work of the same key has ended.
 * @param deadline ends the wait, if `maxWaitMs` does not end it earlier
 * @returns the result of `work`
 * @throws LockConflict when the queue is full, or the wait exceeds its limits; `work` has not begun then
 */
export type RunInTurn = <T>(key: string, work: () => Promise<T>, deadline?: Deadline) => Promise<T>

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

  const enter = (key: string, deadline: Deadline | undefined): Promise<void> | undefined => {
    const waiting = queues.get(key)
    if (!waiting) queues.set(key, [])
    else if (waiting.length >= maxLength) throw new LockConflict('the queue of this key is full')
    return waiting && turnOf(key, waiting, deadline)
  }
  const leave = (key: string): void => {
    const next = queues.get(key)?.shift()
    if (next) next()
    else queues.delete(key)
  }
  /** A turn that comes to a request without a place, which is refused, is passed on. */
  const turnOf = async (key: string, waiting: (() => void)[], deadline: Deadline | undefined): Promise<void> => {
    let hasTurn = false
    try {
      await whilePaused(async () => {
        await waitIn(waiting, Math.min(maxWaitMs, deadline?.remainingMs() ?? maxWaitMs))
        hasTurn = true
      })
    } catch (error) {
      if (hasTurn) leave(key)
      throw error
    }
  }

  return async (key, work, deadline) => {
    await enter(key, deadline)
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
