/** Cells of a customer list as values of fields. An invalid cell stays text, which the schema refuses. */

import { unescapeFormula } from '../../../customers/formula-text.ts'
import { customerFields } from '../../../model/customer-fields.ts'
import type { ListedField } from './customer-columns.ts'

type Value = string | number | boolean | null

/** Reads a trimmed cell that is not blank. */
type Read = (cell: string) => Value

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const readers: Record<'integer' | 'flag' | 'word', Read> = {
  integer: cell => (/^\d+$/.test(cell) ? Number(cell) : cell),
  flag: cell => flags.get(cell.toLowerCase()) ?? cell,
  word: cell => cell,
}

/**
 * Value of a cell.
 * @returns null when the cell clears the field; undefined when it is blank, so that the field keeps its stored or initial value
 */
export function readCell(field: ListedField, cell: string): Value | undefined {
  const content = unescapeFormula(cell)
  if (field === 'id') return readOr(undefined, readers.integer, content)
  if (field === 'email') return readOr(null, readers.word, content)
  const { cell: kind, initial } = customerFields[field]
  // Text keeps its blanks: they may be intended.
  if (kind === 'text') return content === '' ? null : content
  return readOr(initial === null ? null : undefined, readers[kind], content)
}

function readOr(blank: null | undefined, read: Read, cell: string): Value | undefined {
  const trimmed = cell.trim()
  return trimmed === '' ? blank : read(trimmed)
}
