/** Records that nobody else has changed since: an undo, or a form that was open for long, would take a later change back unseen. */

import { Problem } from '../ui/request.js'

/**
 * Refuses a write where what is stored is not what was seen.
 * @param {unknown} stored
 * @param {unknown} seen
 * @throws {Problem} 412
 */
export function requireUnchanged(stored, seen) {
  if (JSON.stringify(stored) !== JSON.stringify(seen))
    throw new Problem(412, [{ code: 'precondition_failed', detail: 'The record has changed.' }])
}
