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
  file: name => `File that is not imported: ${name}`,
}
