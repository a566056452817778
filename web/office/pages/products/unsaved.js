/** Keeps unsaved changes: a link or a search that would leave the page is held back, and the browser asks before the window is closed. */

/**
 * Watches over changes.
 * @param {() => boolean} hasChanges
 * @param {() => void} onHeld runs when leaving was held back
 * @returns {() => void} ends it
 */
export function guardUnsaved(hasChanges, onHeld) {
  /** @param {Event} event */
  const hold = event => {
    if (!hasChanges() || !leaves(event)) return
    event.preventDefault()
    event.stopPropagation()
    onHeld()
  }
  /** @param {Event} event */
  const ask = event => {
    if (hasChanges()) event.preventDefault()
  }
  const listening = new AbortController()
  const { signal } = listening
  for (const type of ['click', 'submit']) window.addEventListener(type, hold, { capture: true, signal })
  window.addEventListener('beforeunload', ask, { signal })
  return () => listening.abort()
}

/** Whether an event leaves the page: a link in this window, or a form other than that of the changes. @param {Event} event */
function leaves(event) {
  const { target } = event
  if (!(target instanceof Element)) return false
  if (event.type === 'submit') return !target.matches('.save-bar')
  const isPlain = event instanceof MouseEvent && !(event.metaKey || event.ctrlKey || event.shiftKey)
  const link = target.closest('a[href]')
  return isPlain && link !== null && !link.getAttribute('href')?.startsWith('#')
}
