/** What was typed and is not saved: every form of a page tells what leaving the page would lose. */

/** @typedef {() => string[]} Loss what leaving a form would lose, in words; empty while it has nothing of the kind */

/** Makes the list of the forms that are shown. */
export function createUnsavedInput() {
  /** @type {Set<Loss>} */
  const forms = new Set()
  return {
    /** Adds a form. @param {Loss} loss @returns {() => void} takes it away */
    watch(loss) {
      forms.add(loss)
      return () => void forms.delete(loss)
    },
    /** What would be lost. @returns {string[]} */
    losses: () => [...forms].flatMap(loss => loss()),
    /** What was typed may be lost: nothing is asked until further forms are added. */
    giveUp: () => forms.clear(),
  }
}
