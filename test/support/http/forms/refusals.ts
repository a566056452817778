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

/** An error of a response. */
export interface RefusedError {
  code: RefusalCode
  detail: string
  source?: { pointer?: string; parameter?: string; header?: string }
}

/** Returns the errors of a response; empty where it is none, or no JSON. */
export function errorsOf({ status, body }: { status: number; body: string }): RefusedError[] {
  if (status < 400 || body === '') return []
  const { errors = [] } = JSON.parse(body) as { errors?: RefusedError[] }
  return errors
}

/** Returns the errors of a response that speak of the form. */
export function formErrorsOf(answer: { status: number; body: string }): RefusedError[] {
  return errorsOf(answer).filter(({ code }) => FORM.includes(code))
}
