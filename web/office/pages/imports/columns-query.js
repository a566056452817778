/** What the columns of a table are, as a parameter of the API. */

/**
 * The parameter `columns` of the API: `heading=field` pairs. A backslash is in front of a comma, an equals sign or a backslash of a heading.
 * @param {Record<string, string>} mapping
 */
export function columnsQuery(mapping) {
  const pairs = Object.entries(mapping).filter(([, field]) => field !== '')
  return pairs.map(([heading, field]) => `${heading.replace(/[\\,=]/g, '\\$&')}=${field}`).join(',')
}
