/** Refusals of imports: of their requests, while another import runs, and by the problems of the file. */

import { Refusal, refusal, type Violation } from '../../errors.ts'
import type { ImportOutcome, JobFinding } from '../../import/import-job.ts'

/** Most imports take seconds; a client that asks again sooner only asks more often. */
const RETRY_AFTER_SECONDS = '5'

/** Detail of the refusal of other media types. */
export const MEDIA_TYPES = 'Send a shop file as application/json, or a CSV file as text/csv.'

/** Creates the refusal of other media types. */
export function unsupportedMediaType(): Refusal {
  return refusal('unsupported_media_type', MEDIA_TYPES)
}

/** Detail of the refusal of an empty body. */
export const BODY_REQUIRED = 'The body is required: a shop file, or a CSV file.'

/** Creates the refusal of an empty body. */
export function bodyRequired(): Refusal {
  return new Refusal({ code: 'field_required', pointer: '', detail: BODY_REQUIRED })
}

/** Creates the refusal of a body that is too large. */
export function tooLarge(): Refusal {
  return refusal('payload_too_large', 'The body is larger than this endpoint takes.')
}

/** Creates the refusal while another import runs. */
export function importRunning(): Refusal {
  return refusal('import_running', 'Another import is running.', { 'Retry-After': RETRY_AFTER_SECONDS })
}

/** Creates the refusal of a request whose client has gone. */
export function clientDisconnected(): Refusal {
  return refusal('malformed_request', 'The client closed the connection.')
}

/** Creates the refusal of a file with problems. */
export function importRefused({ problems, total }: Extract<ImportOutcome, { kind: 'refused' }>): Refusal {
  return new Refusal(problems.map(violationOf), {}, undefined, { total })
}

/** A JSON pointer becomes the pointer of the error; the line of a CSV file, or of a file that is not JSON, its `meta`. */
function violationOf({ at, message }: JobFinding): Violation {
  const name = at.startsWith('/') ? at.slice(1) : at
  const detail = `${name === '' ? 'The file' : name} ${message}.`
  const [, line] = /^line (\d+)/.exec(at) ?? []
  if (line !== undefined) return { code: 'field_invalid', detail, meta: { line: Number(line) } }
  return { code: 'field_invalid', detail, pointer: at }
}

/** Creates the refusal when the disk cannot take the body. @param cause the error of the file system, which is logged */
export function storageFailed(cause: unknown): Refusal {
  const violation = { code: 'unavailable', detail: 'The server cannot store the file.' } as const
  return new Refusal(violation, { 'Retry-After': RETRY_AFTER_SECONDS }, cause)
}

/** Creates the refusal of an import that ran out of memory. */
export function tooManyRecords(): Refusal {
  return refusal('payload_too_large', 'The import needs more memory than it may use: split the file.')
}
