/** Refusals that speak of the form of a request, apart from what the shop, a cart or an order permits. */

import type { RefusalCode } from '../../../../src/errors.ts'

/** Codes of errors in the form. */
const FORM: readonly RefusalCode[] = [
  'malformed_request',
  'malformed_json',
  'invalid_encoding',
  'parameter_invalid',
  'precondition_unsupported',
  'payload_too_large',
  'unsupported_media_type',
  'field_required',
  'field_invalid',
  'bulk_size_invalid',
  'headers_too_large',
]

/**
 * Rules that no keyword of one value states: between members, between parameters, and about what the shop has. The descriptions of the
 * members and operations state them in words.
 */
const RULES: readonly RegExp[] = [
  /^The body must have customerId or externalId, and not both\.$/,
  /^lines or subject is required\.$/,
  / must be left out( |:|,|\.)/,
  / is missing: .*( needs it| is given| are given)/,
  / needs an id or a sku\.$/,
  / must be at most 100, being a percentage\.$/,
  / must be less than buy\.$/,
  / must be at least \w+From\.$/,
  / must be after \w+\.$/,
  / must be a time in the future, at most \d+ days from now\.$/,
  / is repeated: /,
  / must be a text of at most \d+ characters: with length, a code has at most 100\.$/,
  / must be of an item that no other line has\.$/,
  /tiers\/\d+\/from must be /,
  /, or null for a variant\.$/,
  / is not the SKU of this id\.$/,
  /: there is no couponBound campaign \d+\.$/,
  /^No coupon that this customer may use has this code\.$/,
  /^couponCode must be the code of a coupon\.$/,
  / must be an active customer, or a guest who has not logged in\.$/,
  / must be from 0 to \d+, the last id of the feed\.$/,
  /^after must be the one of links\.next\.$/,
  /^(from|to) must be (at most 366 days before to|a time (before|after) )/,
  /^batch needs campaignId\.$/,
  /^encoding must be a label of the Encoding standard/,
  /^columns must be pairs of headings and fields/,
  / must be a comma-separated list of different fields /,
]

/** Where a violation stands. */
export type Place = { pointer: string } | { parameter: string } | { header: string } | { path: string }

/** An error of a response. */
export interface RefusedError {
  code: RefusalCode
  detail: string
  source?: { pointer?: string; parameter?: string; header?: string }
  /** Of an error in a shop file. */
  meta?: { line?: number }
}

/** Returns the errors of a response; empty where it is none, or no JSON. */
export function errorsOf({ status, body }: { status: number; body: string }): RefusedError[] {
  if (status < 400 || body === '') return []
  const { errors = [] } = JSON.parse(body) as { errors?: RefusedError[] }
  return errors
}

/** Returns the errors of a response that speak of the form, and of one value alone. */
export function formErrorsOf(operationId: string, answer: { status: number; body: string }): RefusedError[] {
  const isForm = ({ code, detail }: RefusedError) => FORM.includes(code) && !RULES.some(rule => rule.test(detail))
  return errorsOf(answer).filter(error => isForm(error) && !(operationId === 'importShop' && isOfFile(error)))
}

/** Whether an error is about the content of a shop file, whose records the description leaves open: their fields are in the docs. */
function isOfFile({ source }: RefusedError): boolean {
  return /^\/\w+/.test(source?.pointer ?? '')
}

/**
 * Whether a response names the place of a violation. A path that names nothing does not exist, or is no path of a file; a list of too many large
 * items is refused by its size.
 */
export function isNamed(where: Place, answer: { status: number; body: string }): boolean {
  if (('path' in where && answer.status === 404) || answer.status === 413) return true
  return errorsOf(answer).some(({ code, source, meta }) => {
    // A shop file that is no JSON object is refused at its first character.
    if ('pointer' in where && where.pointer === '' && meta?.line === 1) return true
    if ('path' in where) return source?.parameter === where.path || code === 'malformed_request'
    if ('parameter' in where) return source?.parameter === where.parameter
    if ('header' in where) return source?.header === where.header
    return source?.pointer !== undefined && areRelated(source.pointer, where.pointer)
  })
}

/** Whether a pointer names the same place as another one, or one in it or around it. */
function areRelated(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
