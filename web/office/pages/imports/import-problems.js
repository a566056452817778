/** Groups the problems of a file by what is wrong, and names their places for people who do not write JSON. */

/** @typedef {import('../../../ui/request.js').ApiError} ApiError */
/** @typedef {Pick<import('../../texts/texts.js').Texts, 'imports'>} ImportTexts */
/** @typedef {{ message: string, places: string[] }} ProblemGroup */

/**
 * Groups problems whose sentence is the same but for the place, the largest group first.
 * @param {readonly ApiError[]} errors
 * @param {ImportTexts} texts
 * @returns {ProblemGroup[]}
 */
export function groupProblems(errors, texts) {
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  for (const error of errors) {
    const field = fieldOf(error)
    const message = field === '' ? messageOf(error) : `${field} ${messageOf(error)}`
    groups.set(message, [...(groups.get(message) ?? []), placeOf(error, texts)])
  }
  const sorted = [...groups].map(([message, places]) => ({ message, places }))
  return sorted.sort((one, other) => other.places.length - one.places.length)
}

/** The sentence without its place, which is in front of it. @param {ApiError} error */
function messageOf({ detail, source, meta }) {
  const place = meta?.line === undefined ? (source?.pointer ?? '').slice(1) : `line ${meta.line}`
  return place !== '' && detail.startsWith(`${place} `) ? detail.slice(place.length + 1) : detail
}

/** The last name of a pointer, such as `price`; empty where the place is a line or a whole record. @param {ApiError} error */
function fieldOf({ source }) {
  const last = source?.pointer?.split('/').at(-1) ?? ''
  return /^\d*$/.test(last) ? '' : last.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Where a problem is: `Line 4`, or `Products, record 3, Variants, record 2`.
 * @param {ApiError} error
 * @param {ImportTexts} texts
 */
export function placeOf({ source, meta }, { imports }) {
  if (meta?.line !== undefined) return imports.line(String(meta.line))
  const segments = (source?.pointer ?? '').split('/').slice(1)
  if (segments.length === 0) return imports.wholeFile
  return segments
    .map(each => (/^\d+$/.test(each) ? imports.record(String(Number(each) + 1)) : (imports.sections[each] ?? each)))
    .join(', ')
}
