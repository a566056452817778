/** Records the hot statements of a running service that its requests run: those of deliveries to webhooks come at any time. */

import { observeHotStatements } from '../../../src/db/observe-statements.ts'
import type { TestService } from '../service/service.ts'

/**
 * Records from now on.
 * @returns a function that returns the texts of the statements that have ended since its last call
 */
export function recordStatements({ database }: TestService): () => string[] {
  const texts: string[] = []
  Object.assign(
    database,
    observeHotStatements(database, ({ sql }) => {
      if (!sql.includes('webhook')) texts.push(sql)
    }),
  )
  return () => texts.splice(0)
}
