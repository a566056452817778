/** Moves between pages without loading the document again, and asks before the window is closed with something that is not saved, or during an import. */

/**
 * Whether a click on a link opens a page of the office here: not in a new tab, not a download, and not the sign-in.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement} link
 */
function opensHere(event, link) {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  const isOwn = link.origin === location.origin && /^\/office(\/(?!sign-in|api\/)|$)/.test(link.pathname)
  return isPlain && isOwn && !event.defaultPrevented && !link.target && !link.hasAttribute('download')
}

/** Listens to links, and to the end of the document. @param {import('./app.js').App} app */
export function listenToNavigation(app) {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !opensHere(event, link) || isOnPage(link)) return
    event.preventDefault()
    app.go(`${link.pathname}${link.search}`)
  })
  window.addEventListener('beforeunload', event => {
    if (app.holdsDocument()) event.preventDefault()
  })
}

/** Whether a link leads to another place of the page that is shown. @param {HTMLAnchorElement} link */
function isOnPage({ hash, pathname, search }) {
  return hash !== '' && pathname === location.pathname && search === location.search
}
