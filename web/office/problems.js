/** Explains a refused request to the staff. */

import { Problem, sentencesOf } from '../ui/request.js'

/** @typedef {import('../ui/request.js').ApiError} ApiError */
/** @typedef {Pick<import('./texts/texts.js').Texts, 'problems'>} ProblemTexts */

/**
 * The sentence for a problem: in the selected language where its code or status has a text, otherwise the API's own.
 * @param {{ status: number, errors: ApiError[] }} problem
 * @param {ProblemTexts} texts
 */
export function problemText({ status, errors }, texts) {
  const { problems } = texts
  if (status === 0) return problems.offline
  const placed = errors.map(error => (isUnplaced(error) ? worded(error, placedText(error, texts)) : error))
  if (errors.length > 0) return sentencesOf(placed, problems.codes)
  return status === 404 ? problems.notFound : problems.other(String(status))
}

/** The sentence for one error. @param {ApiError} error @param {ProblemTexts} texts */
export function errorText({ code, detail }, { problems }) {
  return problems.codes[code] ?? detail
}

/** An error that the page has words for. @param {ApiError} error @param {string} text @returns {ApiError} */
export function worded(error, text) {
  return { ...error, code: 'worded', detail: text }
}

/** What is refused at a field that no form shows: its place in the request says which. @param {ApiError} error */
function isUnplaced({ code, source }) {
  return ['field_invalid', 'field_required'].includes(code) && Boolean(source?.pointer)
}

/** @param {ApiError} error @param {ProblemTexts} texts */
function placedText(error, texts) {
  return `${error.source?.pointer?.slice(1).replaceAll('/', ' › ')}: ${errorText(error, texts)}`
}

/**
 * What is left of a problem once fields were typed into; null where nothing is. An error at a group of fields is one at each of them.
 * @param {Problem | null} problem
 * @param {...string} names of the fields, as a pointer ends: `name` of `/name`
 * @returns {Problem | null}
 */
export function withoutField(problem, ...names) {
  if (!problem || problem.errors.length === 0) return problem
  const errors = problem.errors.filter(({ source }) => !isAtOneOf(source?.pointer ?? '', names))
  if (errors.length === problem.errors.length) return problem
  return errors.length === 0 ? null : new Problem(problem.status, errors)
}

/** @param {string} pointer @param {string[]} names */
function isAtOneOf(pointer, names) {
  if (fieldOf(pointer, names) !== undefined) return true
  return pointer !== '' && names.some(name => `/${name}`.startsWith(`${pointer}/`))
}

/**
 * The message above a form: how many fields are to be corrected, and what is no matter of a field.
 * @param {Record<string, ApiError[]>} fields
 * @param {string | null} general
 * @param {ProblemTexts} texts
 * @returns {string | null}
 */
export function refusalText(fields, general, { problems }) {
  const count = Object.keys(fields).length
  return [count > 0 && problems.fields(String(count)), general].filter(Boolean).join(' ') || null
}

/**
 * Divides errors between the fields of a form, and the form.
 * @param {ApiError[]} errors
 * @param {string[]} names of the fields, each the end of a pointer: `name` of `/name`
 * @returns {{ fields: Record<string, ApiError[]>, others: ApiError[] }}
 */
export function divideErrors(errors, names) {
  /** @type {Record<string, ApiError[]>} */
  const fields = {}
  const others = []
  for (const error of errors) {
    const name = fieldOf(error.source?.pointer ?? '', names)
    if (name === undefined) others.push(error)
    else fields[name] = [...(fields[name] ?? []), error]
  }
  return { fields, others }
}

/** The field that a pointer is in: the longest name that fits. @param {string} pointer @param {string[]} names */
function fieldOf(pointer, names) {
  const fitting = names.filter(name => pointer === `/${name}` || pointer.startsWith(`/${name}/`))
  return fitting.sort((one, other) => other.length - one.length)[0]
}
