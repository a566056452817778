/** Refusals of imports: of their requests, while another import runs, and by the problems of the file. */

import { detailOf, Refusal, type RefusalCode, refusal, type Violation } from '../../errors.ts'
import { messageOf } from '../../shop-file/findings.ts'
import type { ImportOutcome, JobProblem } from '../import-job.ts'

/** Most imports take seconds; a client that asks again sooner only asks more often. */
const RETRY_AFTER_SECONDS = '5'

/** Detail of the refusal of other media types. */
export const MEDIA_TYPES =
  'Send a shop file as application/json, a CSV file as text/csv, or a workbook as application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.'

/** 415 `unsupported_media_type`. */
export function unsupportedMediaType(): Refusal {
  return refusal('unsupported_media_type', MEDIA_TYPES)
}

/** Detail of the refusal of an empty body. */
export const BODY_REQUIRED = 'The body is required: a shop file, a CSV file or a workbook.'

/** 422 `field_required` at the whole body. */
export function bodyRequired(): Refusal {
  return new Refusal({ code: 'field_required', pointer: '', detail: BODY_REQUIRED })
}

/** 413 `payload_too_large`. */
export function tooLarge(): Refusal {
  return refusal('payload_too_large')
}

/** 409 `import_running`, with `Retry-After` in seconds. */
export function importRunning(): Refusal {
  return refusal('import_running', detailOf('import_running'), { 'Retry-After': RETRY_AFTER_SECONDS })
}

/** 400 `malformed_request`, which only the log shows: the client has gone. */
export function clientDisconnected(): Refusal {
  return refusal('malformed_request', 'The client closed the connection.')
}

/** 422 `field_invalid`, or the code of the problem, for each of the first hundred problems; `meta.total` counts all. */
export function importRefused({ problems, total }: Extract<ImportOutcome, { kind: 'refused' }>): Refusal {
  return new Refusal(problems.map(violationOf), {}, undefined, { total })
}

/** A JSON pointer becomes the pointer of the error; the line of a CSV file, or of a file that is not JSON, its `meta`. */
function violationOf({ at, message, value, count, places, ...problem }: JobProblem): Violation {
  const code: RefusalCode = problem.code ?? 'field_invalid'
  const name = at.startsWith('/') ? at.slice(1) : at
  const detail = `${name === '' ? 'The file' : name} ${messageOf({ message, ...(value !== undefined && { value }) })}.`
  const [, line] = /^line (\d+)/.exec(at) ?? []
  const { columns } = problem
  if (line === undefined)
    return { code, detail, pointer: at, ...(columns && { meta: { message, value: value ?? null, columns } }) }
  return { code, detail, meta: { line: Number(line), message, value: value ?? null, count, places } }
}

/** 503 `unavailable`, with `Retry-After` in seconds. @param cause the error of the file system, which is logged */
export function storageFailed(cause: unknown): Refusal {
  const violation = { code: 'unavailable', detail: 'The server cannot store the file.' } as const
  return new Refusal(violation, { 'Retry-After': RETRY_AFTER_SECONDS }, cause)
}

/** 413 `payload_too_large`: the import has reached its time limit. */
export function importTooSlow(): Refusal {
  return refusal('payload_too_large', 'The import took longer than it may, and was ended: split the file.')
}

/** 503 `unavailable`: the import's process has ended early. @param cause names the signal or status, which is logged */
export function importLost(cause: unknown): Refusal {
  const detail =
    'The import ended before its result was known. It may be repeated: what is imported already stays the same.'
  return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_SECONDS }, cause)
}

/** 413 `payload_too_large`: the records fill the heap of the import. */
export function tooManyRecords(): Refusal {
  return refusal('payload_too_large', 'The import needs more memory than it may use: split the file.')
}
