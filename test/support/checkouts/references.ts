/** References of the holds of a test file, each new, so that the holds of one test end before the next. */

import { release } from './orders.ts'

/** References that were given out. */
export interface References {
  /** Returns a new reference. */
  next: () => string
  /** Releases every hold whose reference was given out since the last time. */
  releaseAll: (service: Parameters<typeof release>[0]) => Promise<void>
}

/** Creates references. @param prefix with which each begins, such as the engine */
export function createReferences(prefix: string): References {
  let number = 0
  const known: string[] = []
  return {
    next() {
      const reference = `${prefix}-${++number}`
      known.push(reference)
      return reference
    },
    async releaseAll(service) {
      for (const reference of known.splice(0)) await release(service, reference)
    },
  }
}
