/** The keys of the search: `/` and Ctrl+K focus its field, Escape leaves it, and the arrows go through the hits. */

/** What the field says to assistive technologies. */
export const SHORTCUTS = '/ Control+K Meta+K'

/** Listens to the keys, on every page. */
export function listenToSearchKeys() {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    if (isShortcut(event)) focusField(event)
    else if (isField(event.target)) leaveField(event)
  })
}

/** Moves the focus from a hit to the next one or the one before, and from the first one to the field. @param {KeyboardEvent} event */
export function moveThroughHits(event) {
  const at = hits().indexOf(/** @type {HTMLElement} */ (event.target))
  if (at < 0 || hasModifier(event) || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
  event.preventDefault()
  const to = event.key === 'ArrowDown' ? hits()[at + 1] : (hits()[at - 1] ?? field())
  to?.focus()
}

/** @param {KeyboardEvent} event */
function isShortcut(event) {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey && !event.shiftKey
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTypedInto(target)
}

/** @param {EventTarget | null} target */
function isTypedInto(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** @param {KeyboardEvent} event */
function focusField(event) {
  const to = field()
  if (!to) return
  event.preventDefault()
  to.focus()
  to.select()
}

/** @param {KeyboardEvent} event */
function leaveField(event) {
  if (event.key === 'Escape') /** @type {HTMLElement} */ (event.target).blur()
  if (event.key !== 'ArrowDown' || hasModifier(event) || hits().length === 0) return
  event.preventDefault()
  hits()[0]?.focus()
}

/** @param {KeyboardEvent} event */
function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }) {
  return ctrlKey || metaKey || altKey || shiftKey
}

/** The field of the page, or that of the top bar. @returns {HTMLInputElement | null} */
function field() {
  return document.querySelector('main .search-field input') ?? document.querySelector('.search-field input')
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof HTMLElement && target.matches('.search-field input')
}

/** @returns {HTMLElement[]} */
function hits() {
  return [...document.querySelectorAll('.hits a')].filter(each => each instanceof HTMLElement)
}
