/** Records the hot statements of a running service that its requests run, without those that it sends at any time. */

import { observeHotStatements } from '../../../src/db/observe-statements.ts'
import type { TestService } from '../service/service.ts'
import { isSentAtAnyTime } from './at-any-time.ts'

/**
 * Records from now on.
 * @returns a function that returns the texts of the statements that have ended since its last call
 */
export function recordStatements({ database }: TestService): () => string[] {
  const texts: string[] = []
  Object.assign(
    database,
    observeHotStatements(database, ({ sql }) => {
      if (!isSentAtAnyTime(sql)) texts.push(sql)
    }),
  )
  return () => texts.splice(0)
}
