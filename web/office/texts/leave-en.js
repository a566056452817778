/** Texts of leaving a page with something that is not saved, in English. */

/** Fields that are named; of more their number is said. */
const NAMED = 4

/** @type {typeof import('./leave-tr.js').leaveTr} */
export const leaveEn = {
  title: 'Leave without saving?',
  lost: 'This is not saved, and would be lost:',
  stay: 'Stay on the page',
  leave: 'Leave without saving',
  fields: (name, labels) => {
    const named = labels.slice(0, NAMED).join(', ')
    const left = labels.length - NAMED
    return left > 0 ? `${name}: ${named} and ${left} more` : `${name}: ${named}`
  },
  moreRows: count => (count === '1' ? '1 more row' : `${count} more rows`),
  importTitle: 'Leave during the import?',
  importRuns: name =>
    `${name} is being imported. On another page of the office the import goes on, and a message says how it has ended. If you sign out or close the window, it is cut off: nothing changes, unless it was just being saved.`,
  leaveImport: 'Leave the page',
  file: name => `File that is not imported: ${name}`,
}
