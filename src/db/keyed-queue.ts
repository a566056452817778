/** Runs work of one key at a time, in the order of arrival, while work of other keys goes on. */

import { LockTimeout } from './unavailable.ts'

/**
 * Runs `work` once all earlier work of the same key has ended.
 * @throws LockTimeout when that takes too long; `work` has not begun then
 */
export type RunInTurn = <T>(key: string, work: (remainingMs: number) => Promise<T>) => Promise<T>

/**
 * Makes a queue per key, which exists only while work of the key runs. Its length is bounded by the requests under way.
 * @param maxWaitMs how long work may wait; `remainingMs` is what is left of it when the work begins
 */
export function createKeyedQueue(maxWaitMs: number): RunInTurn {
  const queues = new Map<string, (() => void)[]>()

  const enter = (key: string): Promise<void> | undefined => {
    const waiting = queues.get(key)
    if (waiting) return waitIn(waiting, maxWaitMs)
    queues.set(key, [])
    return undefined
  }
  const leave = (key: string): void => {
    const next = queues.get(key)?.shift()
    if (next) next()
    else queues.delete(key)
  }

  return async (key, work) => {
    const deadline = performance.now() + maxWaitMs
    await enter(key)
    try {
      return await work(Math.max(1, deadline - performance.now()))
    } finally {
      leave(key)
    }
  }
}

function waitIn(waiting: (() => void)[], maxWaitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new LockTimeout('earlier writes of the same cart took too long'))
    }, maxWaitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(begin)
  })
}
