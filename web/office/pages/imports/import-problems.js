/** Groups the problems of a file by what is wrong, and names their places for people who do not write JSON. */

import { causeText } from './causes.js'

/** @typedef {import('../../../ui/request.js').ApiError} ApiError */
/** @typedef {import('./causes.js').ImportTexts} ImportTexts */
/** @typedef {{ message: string, places: string[], count: number }} ProblemGroup */

/**
 * Groups problems whose sentence is the same but for the place, the largest group first. Those of a table are grouped by the server.
 * @param {readonly ApiError[]} errors
 * @param {ImportTexts} texts
 * @returns {ProblemGroup[]}
 */
export function groupProblems(errors, texts) {
  /** @type {Map<string, ProblemGroup>} */
  const groups = new Map()
  for (const error of errors) {
    const { count = 1, places = null } = error.meta ?? {}
    const message = messageOf(error, texts)
    const group = groups.get(message) ?? { message, places: [], count: 0 }
    group.places.push(...(places?.map((/** @type {string} */ at) => textOfLine(at, texts)) ?? [placeOf(error, texts)]))
    group.count += count
    groups.set(message, group)
  }
  return [...groups.values()].sort((one, other) => other.count - one.count)
}

/** The sentence with the name of the field and without its place. @param {ApiError} error @param {ImportTexts} texts */
function messageOf(error, texts) {
  const { detail, source, meta } = error
  const pointer = (source?.pointer ?? '').slice(1)
  const message = meta?.message ?? (detail.startsWith(`${pointer} `) ? detail.slice(pointer.length + 1) : detail)
  const field = fieldOf(error)
  const text = causeText(texts, { message: message.replace(/\.$/, ''), value: meta?.value ?? null })
  return field === '' ? `${text}.` : `${field} ${text}.`
}

/** The last name of a pointer, such as `price`; empty where the place is a line or a whole record. @param {ApiError} error */
function fieldOf({ source, meta }) {
  const pointer = source?.pointer ?? /^line \d+ (\/.*)$/.exec(meta?.places?.[0] ?? '')?.[1] ?? ''
  const last = pointer.split('/').at(-1) ?? ''
  return /^\d*$/.test(last) ? '' : last.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** @param {string} at such as `line 4 /email` @param {ImportTexts} texts */
function textOfLine(at, { imports }) {
  const [, line] = /^line (\d+)/.exec(at) ?? []
  return line === undefined ? at : imports.line(line)
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
