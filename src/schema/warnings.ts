/** Warnings of responses to writes: what was accepted and may be a mistake. */

import Type, { type Static, type TSchema } from 'typebox'
import { unknownFields } from './check.ts'

/** A list of warnings, each about one field. */
export const Warnings = Type.Array(
  Type.Object(
    {
      pointer: Type.String({
        description: 'JSON pointer of the field',
        examples: ['/usageLimit', '/0/variants/1/prise'],
      }),
      detail: Type.String({ description: 'explanation for people' }),
    },
    { title: 'Warning' },
  ),
)

/** A warning about one field, which does not refuse the write. */
export type Warning = Static<typeof Warnings>[number]

/** Maximum number of warnings in a response. */
export const MAX_WARNINGS = 100
/** Maximum length of a pointer in characters: the name of an unknown field can be a megabyte long. */
const MAX_POINTER_LENGTH = 300

/** The message about a field that no schema names. */
export const UNKNOWN_FIELD = 'is not a known field: ignored'

/** Creates a warning. @param message completes the sentence that begins with the name of the field */
export function warningOf(pointer: string, message: string): Warning {
  const shown = shortenPointer(pointer)
  return { pointer: shown, detail: sentenceAbout(shown, message) }
}

/** Returns a sentence that begins with the name of a field. */
export function sentenceAbout(pointer: string, message: string): string {
  return `${pointer.slice(1) || 'The body'} ${message}.`
}

/**
 * Returns warnings about the fields of a value that its schema does not name: the first `MAX_WARNINGS`, and the number of all. Only what
 * is returned is kept.
 */
export function warnOfUnknownFields(schema: TSchema, value: unknown): { warnings: Warning[]; warningsTotal: number } {
  const warnings: Warning[] = []
  let warningsTotal = 0
  for (const pointer of unknownFields(schema, value)) {
    if (warningsTotal++ < MAX_WARNINGS) warnings.push(warningOf(pointer, UNKNOWN_FIELD))
  }
  return { warnings, warningsTotal }
}

/** Cuts a pointer that is too long, and appends an ellipsis. Nothing is cut within an escape or a character, and lone surrogates go. */
function shortenPointer(pointer: string): string {
  if (pointer.length <= MAX_POINTER_LENGTH) return pointer.toWellFormed()
  const start = pointer.slice(0, MAX_POINTER_LENGTH).replace(/[~\uD800-\uDBFF]$/, '')
  return `${start.toWellFormed()}…`
}
