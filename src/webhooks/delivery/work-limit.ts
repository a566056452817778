/** Limits how many pieces of work run at the same time; the others wait in the order of their arrival. */

/** Runs work when it has a turn. */
export type LimitWork = <T>(work: () => Promise<T>) => Promise<T>

/** Creates the function that runs work. @param maximum pieces of work at the same time */
export function createWorkLimit(maximum: number): LimitWork {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= maximum) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
