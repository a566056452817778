/** Flags of `sepet import` that say how a table is read. */

import { readColumns } from '../import/column-mapping.ts'
import type { TableOptions } from '../import/detect-source.ts'
import { isEncoding } from '../import/input/text-encoding.ts'

/** The flags as they are typed. */
interface TableFlags {
  encoding?: string
  sheet?: string
  columns?: string
}

/** Reads the flags. @returns a message where one is not valid */
export function readTableFlags({ encoding, sheet, columns }: TableFlags): TableOptions | string {
  if (encoding !== undefined && !isEncoding(encoding)) {
    return `error: option '--encoding <label>' argument '${encoding}' is invalid. It must be a label such as utf-8 or windows-1254.`
  }
  const mapping = columns === undefined ? undefined : readColumns(columns)
  if (typeof mapping === 'string') return `error: option '--columns <headings>' is invalid. It ${mapping}.`
  return { encoding, sheet, columns: mapping }
}
