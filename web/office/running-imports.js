/** The imports that run: each goes on when its page is left for another one of the office, and is cut off with the document. */

/** Makes the list of imports that run. */
export function createRunningImports() {
  /** Names of files. @type {Set<string>} */
  const all = new Set()
  /** Those whose page is shown. @type {Set<string>} */
  const shown = new Set()
  return {
    /** Adds an import whose page is shown. @param {string} name of its file */
    begin(name) {
      all.add(name)
      shown.add(name)
    },
    /** The page of an import is gone. @param {string} name */
    leave: name => void shown.delete(name),
    /** Its answer has come. @param {string} name */
    end(name) {
      all.delete(name)
      shown.delete(name)
    },
    /** Names of the files whose page is shown. @returns {string[]} */
    shown: () => [...shown],
    /** Names of all files. @returns {string[]} */
    all: () => [...all],
    /** The page may be left: nothing is asked until the document is left. */
    giveUp: () => shown.clear(),
  }
}
