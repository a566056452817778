/** Recognizes the playground's own endpoints, which are not part of the API. */

/** Whether a path belongs to them. @param {string} path */
export function isStandIn(path) {
  return path.startsWith('/playground/')
}
