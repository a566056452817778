/** Type of the table of the history; see `tables.ts`. */

import type { Generated } from 'kysely'
import type { EpochMs, JsonText } from './column-types.ts'

/** A change by a person or a program: who, when, and which fields from what to what. */
export interface HistoryTable {
  id: Generated<number>
  /** `product:101`, `coupon:<code>`, `campaign:7`, `customer:5`, `checkout:<reference>` or `shop`. */
  target: string
  /** Ascending within the target. */
  number: number
  at: EpochMs
  /** `admin:<name>` or `command-line`. */
  actor: string
  /** Name of the member of staff; null for a program. */
  actor_name: string | null
  via: 'office' | 'api' | 'import' | 'cli'
  /** JSON array of `FieldChange` of `history/history.ts`. */
  changes: JsonText
}
