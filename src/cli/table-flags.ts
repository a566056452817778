/** Flags of `sepet import` that say how a table is read. */

import { readColumns } from '../import/column-mapping.ts'
import type { TableOptions } from '../import/detect-source.ts'
import { isEncoding } from '../import/input/text-encoding.ts'
import { isLongerThan } from '../schema/fields.ts'

/** Longer names of batches are none. */
const MAX_BATCH_LENGTH = 100

/** The flags as they are typed. */
interface TableFlags {
  encoding?: string
  sheet?: string
  columns?: string
  campaign?: number
  batch?: string
}

/** Reads the flags. @returns a message where one is not valid */
export function readTableFlags({ encoding, sheet, columns, campaign, batch }: TableFlags): TableOptions | string {
  if (encoding !== undefined && !isEncoding(encoding)) {
    return `error: option '--encoding <label>' argument '${encoding}' is invalid. It must be a label such as utf-8 or windows-1254.`
  }
  const mapping = columns === undefined ? undefined : readColumns(columns)
  if (typeof mapping === 'string') return `error: option '--columns <headings>' is invalid. It ${mapping}.`
  if (batch !== undefined && campaign === undefined) return 'error: --batch needs --campaign.'
  if (batch !== undefined && (batch.trim() === '' || isLongerThan(batch, MAX_BATCH_LENGTH))) {
    return `error: option '--batch <name>' is invalid. It must be a text of 1 to ${MAX_BATCH_LENGTH} characters.`
  }
  return {
    encoding,
    sheet,
    columns: mapping,
    ...(campaign !== undefined && { codes: { campaignId: campaign, batch } }),
  }
}
