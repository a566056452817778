/** Finds the page of a URL. */

/** @typedef {Record<string, string>} Params the values of a pattern's parameters */

/**
 * Finds the route of a path, and the values of its parameters; null when no page has this URL.
 * @template {{ pattern: string }} R
 * @param {readonly R[]} routes the first that fits is taken
 * @param {string} path
 * @returns {{ route: R, params: Params } | null}
 */
export function matchRoute(routes, path) {
  const segments = segmentsOf(path)
  if (segments === null) return null
  for (const route of routes) {
    const params = paramsOf(route.pattern.split('/').slice(1), segments)
    if (params) return { route, params }
  }
  return null
}

/** Whether the entry of a route is the one of a path: of its own page, or of one below it. @param {string} pattern @param {string} path */
export function isCurrent(pattern, path) {
  return path === pattern || (pattern !== '/office' && path.startsWith(`${pattern}/`))
}

/** @param {string} path @returns {string[] | null} null for a path that cannot be decoded */
function segmentsOf(path) {
  try {
    return path.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent)
  } catch {
    return null
  }
}

/** @param {string[]} wanted @param {string[]} segments @returns {Params | null} */
function paramsOf(wanted, segments) {
  if (wanted.length !== segments.length) return null
  /** @type {Params} */
  const params = {}
  for (const [at, segment] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(wanted[at] ?? '')?.[1]
    if (name === undefined ? segment !== wanted[at] : segment === '') return null
    if (name !== undefined) params[name] = segment
  }
  return params
}
