/** The key of the roles: it comes in the fragment of the printed link, which browsers send to no server, and is kept for this tab alone. */

const STORED = 'sepet-office-key'

/** Takes the key out of the address. @returns {boolean} whether there was one */
export function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return false
  sessionStorage.setItem(STORED, key)
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return true
}

/** Whether this tab has a key, of whichever server. @returns {boolean} */
export const hasKey = () => sessionStorage.getItem(STORED) !== null

/** The header that states the key, where this tab has one. @returns {Record<string, string>} */
export function keyHeader() {
  const key = sessionStorage.getItem(STORED)
  return key === null || !/^[\w-]+$/.test(key) ? {} : { 'Sepet-Office-Key': key }
}
