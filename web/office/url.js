/** URLs whose values come from people: every value becomes one segment of the path, or one parameter. */

/**
 * Makes a path; a template tag.
 * @param {TemplateStringsArray} parts
 * @param {...(string | number)} values
 * @example path`/coupons/${'A/B'}` // '/coupons/A%2FB'
 */
export function path(parts, ...values) {
  return parts.reduce((start, part, at) => `${start}${segment(String(values[at - 1]))}${part}`)
}

/**
 * Whether a text can be a segment of a path: a browser takes `.` and `..` for folders, however they are written.
 * @param {string} text
 */
export function isSegment(text) {
  return text !== '' && text !== '.' && text !== '..'
}

/**
 * Makes a query; parameters that are empty or null are left out.
 * @param {Record<string, string | number | null | undefined>} parameters
 * @returns {string} begins with `?`, or empty
 */
export function queryOf(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** The query of a link to the next page, which names the API and not the office; null on the last page. @param {string | null} link */
export function nextQuery(link) {
  return link === null ? null : new URL(link).search
}

/** A colon is allowed in a segment, and read more easily. @param {string} text */
function segment(text) {
  return encodeURIComponent(text).replaceAll('%3A', ':')
}
