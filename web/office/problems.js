/** Explains a refused request to the staff. */

import { sentencesOf } from '../ui/request.js'

/** @typedef {import('../ui/request.js').Problem} Problem */
/** @typedef {import('../ui/request.js').ApiError} ApiError */
/** @typedef {Pick<import('./texts/texts.js').Texts, 'problems'>} ProblemTexts */

/**
 * The sentence for a problem: in the selected language where its code or status has a text, otherwise the API's own.
 * @param {Pick<Problem, 'status' | 'errors'>} problem
 * @param {ProblemTexts} texts
 */
export function problemText({ status, errors }, texts) {
  const { problems } = texts
  if (status === 0) return problems.offline
  if (errors.length > 0) return sentencesOf(errors, problems.codes)
  return status === 404 ? problems.notFound : problems.other(String(status))
}

/** The sentence for one error. @param {ApiError} error @param {ProblemTexts} texts */
export function errorText({ code, detail }, { problems }) {
  return problems.codes[code] ?? detail
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
