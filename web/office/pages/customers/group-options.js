/** Customer groups as options of a field. */

/**
 * The options of a field for one group, with none first; a number that no group has stays an option.
 * @param {import('./group-names.js').Group[] | null} groups null before they are read
 * @param {string} value the number that the field has
 * @param {{ none: string, missing: (text: string) => string }} texts
 * @returns {[value: string, label: string][]}
 */
export function groupOptions(groups, value, { none, missing }) {
  const isKnown = value === '' || groups?.some(({ id }) => String(id) === value)
  return [
    ['', none],
    ...(groups ?? []).map(({ id, name }) => /** @type {[string, string]} */ ([String(id), `${name} (${id})`])),
    ...(isKnown ? [] : [/** @type {[string, string]} */ ([value, groups === null ? value : missing(value)])]),
  ]
}
