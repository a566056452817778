/** The entries of the browser's history that are pages of the office. Each has a number, so that back and forward can be taken back. */

/**
 * Follows the history.
 * @param {object} pages
 * @param {() => boolean} pages.isHeld whether the page that is shown has something that leaving it would lose
 * @param {(leave: () => void) => void} pages.onHeld runs when back or forward was taken back; `leave` goes there after all
 * @param {() => void} pages.onArrive runs when the URL is that of another page
 */
export function createPageHistory({ isHeld, onHeld, onArrive }) {
  let here = placeIn(history.state)
  /** What runs once back or forward was taken back. @type {(() => void) | null} */
  let afterReturn = null
  history.replaceState({ place: here }, '')

  /** @param {PopStateEvent} event */
  const pop = ({ state }) => {
    const returned = afterReturn
    afterReturn = null
    if (returned) return returned()
    // A link to a place of the same page makes an entry without a state.
    const there = state === null ? here + 1 : placeIn(state)
    if (state === null) history.replaceState({ place: there }, '')
    if (!isHeld() || there === here) return arrive(there)
    afterReturn = () => onHeld(() => history.go(there - here))
    history.go(here - there)
  }

  /** @param {number} place */
  const arrive = place => {
    here = place
    onArrive()
  }
  window.addEventListener('popstate', pop)

  return {
    /** Shows another page, as a new entry or in the place of this one. @param {string} url @param {{ replace: boolean }} options */
    show(url, { replace }) {
      const place = replace ? here : here + 1
      history[replace ? 'replaceState' : 'pushState']({ place }, '', url)
      arrive(place)
    },
  }
}

/** @param {any} state @returns {number} */
function placeIn(state) {
  return Number.isSafeInteger(state?.place) ? state.place : 0
}
