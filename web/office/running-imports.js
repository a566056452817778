/** The imports that run: each goes on when its page is left for another one of the office, and is cut off with the document. */

/** An import that runs: two may have files of one name. @typedef {{ readonly file: string }} RunningImport `file`: its name */

/** Makes the list of imports that run. */
export function createRunningImports() {
  /** @type {Set<RunningImport>} */
  const all = new Set()
  /** Those whose page is shown. @type {Set<RunningImport>} */
  const shown = new Set()
  return {
    /** Adds an import whose page is shown. @param {string} file its name @returns {RunningImport} */
    begin(file) {
      const running = { file }
      all.add(running)
      shown.add(running)
      return running
    },
    /** The page of an import is gone. @param {RunningImport} running */
    leave: running => void shown.delete(running),
    /** Its answer has come. @param {RunningImport} running */
    end(running) {
      all.delete(running)
      shown.delete(running)
    },
    /** Names of the files whose page is shown. @returns {string[]} */
    shown: () => [...shown].map(({ file }) => file),
    /** Names of all files. @returns {string[]} */
    all: () => [...all].map(({ file }) => file),
    /** The page may be left: nothing is asked until the document is left. */
    giveUp: () => shown.clear(),
  }
}
