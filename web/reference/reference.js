/** The keys and the hint of the search, and the addresses of the former single page. Without it, the pages work alike. */

const field = /** @type {HTMLInputElement} */ (document.getElementById('query'))

/** Leads from an anchor of the former single page, which the overview has on its links, to what it names. */
function followOldAnchor() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLAnchorElement && target.classList.contains('moved')) location.replace(target.href)
}

/** Closes the menu when it was used to go to another place of the same page. */
function closeMenu() {
  const menu = document.getElementById('menu')
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** Whether keys are text: in a field. @param {EventTarget | null} target */
function takesText(target) {
  return target instanceof Element && target.matches('input, textarea, select')
}

/** Moves the focus from the field to the results, and between them. @param {KeyboardEvent} event @param {number} step */
function moveBetweenResults(event, step) {
  const places = [field, ...document.querySelectorAll('.results a')].filter(each => each instanceof HTMLElement)
  const index = places.findIndex(each => each.matches(':focus'))
  const next = index < 0 ? undefined : places[index + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Tells readers of Turkish that the search knows Turkish words. */
function greetInTurkish() {
  if (!/^tr\b/i.test(navigator.language)) return
  field.placeholder = 'Türkçe de arayın: kupon, sepet, iade'
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === '/' && !takesText(event.target)) {
    event.preventDefault()
    field.focus()
    field.select()
  }
  if (event.key === 'ArrowDown') moveBetweenResults(event, 1)
  if (event.key === 'ArrowUp') moveBetweenResults(event, -1)
})
addEventListener('hashchange', () => {
  closeMenu()
  followOldAnchor()
})
followOldAnchor()
greetInTurkish()
