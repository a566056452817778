/** What happens when an order is refused since somebody else has changed it: the page shows it as it is now. */

import { Problem } from '../../../ui/request.js'
import { problemText } from '../../problems.js'

/** Statuses that say so: there is none any more, its state does not allow it, or fewer pieces are left. */
const CHANGED = [404, 409, 422]

/**
 * Does what was confirmed in a dialog. Where the order is no longer as the page shows it, the dialog is closed, a message says why, and the order
 * is read again.
 * @param {import('../../app.js').App} app
 * @param {{ act: () => Promise<void>, onClose: () => void, onChange: () => void }} dialog `onChange`: reads the order again
 * @throws {Problem} every other refusal, which the dialog shows
 */
export async function actOnOrder(app, { act, onClose, onChange }) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Problem && CHANGED.includes(error.status))) throw error
    onClose()
    readAgain(app, error, onChange)
  }
}

/** Says why something was refused, and reads the order again. @param {import('../../app.js').App} app @param {Problem} problem @param {() => void} onChange */
export function readAgain(app, problem, onChange) {
  app.notify({ kind: 'bad', text: problemText(problem, app.texts()) })
  onChange()
}
