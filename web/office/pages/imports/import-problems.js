/** Groups the problems of a file by what is wrong, and names their places for people who do not write JSON. */

import { causeText, fieldOfLine, translationOf } from './causes.js'

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
  const found = findingOf(error)
  const isTranslated = translationOf(texts.imports.causes(), found.message) !== undefined
  const text = causeText(texts, found)
  // The API's own sentence names the file.
  if (error.source?.pointer === '') return isTranslated ? `${capitalised(text, texts.locale)}.` : error.detail
  const field = fieldOf(error, texts)
  return field === '' ? `${text}.` : `${field} ${text}.`
}

/** @param {string} text @param {string} locale */
function capitalised(text, locale) {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
}

/** What stands between the place and the cure: the text of the file. */
const WITH_VALUE = /^(.+?): "(.*?)"(?:; (.+))?$/s

/** What was found, without its place. @param {ApiError} error */
function findingOf({ detail, source, meta }) {
  if (meta?.message !== undefined) return { message: meta.message, value: meta.value ?? null }
  const place = source?.pointer ? source.pointer.slice(1) : 'The file'
  const message = (detail.startsWith(`${place} `) ? detail.slice(place.length + 1) : detail).replace(/\.$/, '')
  const [, what, value = null, cure] = (source?.pointer === '' && WITH_VALUE.exec(message)) || []
  return value === null ? { message, value } : { message: cure === undefined ? what : `${what}: ${cure}`, value }
}

/** The last name of a pointer, such as `price`; empty where the place is a line or a whole record. @param {ApiError} error @param {ImportTexts} texts */
function fieldOf({ source, meta }, texts) {
  if (source?.pointer === undefined) return fieldOfLine(meta?.places?.[0] ?? '', texts) ?? ''
  const last = source.pointer.split('/').at(-1) ?? ''
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
