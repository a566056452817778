/** The focus stays on the page: where the control that has it goes, the last one that had it before and is still there takes it. */

/** Controls that are remembered: more than a dialog or a row has. */
const MOST = 50

/**
 * Keeps the focus while the page changes. Without it, a question that is answered or a button that has done its work leaves the focus nowhere:
 * the keyboard does nothing, and a screen reader is silent. A person who leaves a control by a click beside it is left alone.
 * @param {Element} root whose changes are watched
 */
export function keepFocus(root) {
  /** @type {HTMLElement[]} the last one is the newest */
  let before = []
  let hadFocus = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    before = [...before.filter(each => each !== target && each.isConnected), target].slice(-MOST)
    hadFocus = true
  })
  // A control that was removed is no longer connected when the task that removed it is at its end.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    queueMicrotask(() => {
      if (relatedTarget === null && target instanceof HTMLElement && target.isConnected) hadFocus = false
    })
  })
  new MutationObserver(() => {
    if (hadFocus && document.activeElement === document.body) giveBack(before.filter(each => each.isConnected))
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
}

/** Gives the focus to the newest control that takes it, or to the heading of the page. @param {HTMLElement[]} controls */
function giveBack(controls) {
  const heading = document.querySelector('h1')
  for (const control of [...controls.reverse(), heading]) {
    control?.focus({ preventScroll: true })
    if (document.activeElement !== document.body) return
  }
}
