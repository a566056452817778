/** What was refused of a form: at its fields, and in a message above them. */

import { divideErrors, errorText, problemText, refusalText, worded } from '../../problems.js'
import { explainErrors } from './field-rules.js'

/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {import('../../../ui/request.js').Problem} Problem */
/** @typedef {Record<string, import('../../../ui/request.js').ApiError[]>} Errors by the name of the field */

/**
 * The fields that a form shows for its values.
 * @param {readonly PromotionField[]} fields
 * @param {import('./field-kinds.js').Values} values
 */
export function shownFields(fields, values) {
  return fields.filter(({ isShown }) => !isShown || isShown(values))
}

/**
 * Divides a problem. An error at a field that was shown when the form was refused, and is not any more, is no error of what the form has now.
 * @param {object} form
 * @param {Problem | null} form.problem
 * @param {readonly PromotionField[]} form.fields
 * @param {import('./field-kinds.js').Values} form.values
 * @param {readonly string[]} form.refused the names of the fields that were shown when it was refused
 * @param {import('../../texts/texts.js').Texts} texts
 * @returns {{ errors: Errors, message: string | null }}
 */
export function divideProblem({ problem, fields, values, refused }, texts) {
  if (!problem) return { errors: {}, message: null }
  const shown = shownFields(fields, values).map(({ name }) => name)
  const names = fields.map(({ name }) => name)
  const divided = divideErrors(problem.errors, names)
  const errors = explainErrors(divided.fields, fields, texts, values)
  const hidden = Object.keys(errors).filter(name => !shown.includes(name) && !refused.includes(name))
  const { labels } = texts.promotions
  const unplaced = hidden.flatMap(name =>
    (errors[name] ?? []).map(each => worded(each, `${labels[name] ?? name}: ${errorText(each, texts)}`)),
  )
  const others = [...divided.others, ...unplaced]
  const isGeneral = others.length > 0 || problem.errors.length === 0
  const general = isGeneral ? problemText({ status: problem.status, errors: others }, texts) : null
  const atFields = Object.fromEntries(Object.entries(errors).filter(([name]) => shown.includes(name)))
  return { errors: atFields, message: refusalText(atFields, general, texts) }
}
