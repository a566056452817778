/** Types of the tables that transfers between the engines read; see `tables.ts`. No transfer copies them. */

import type { EpochMs } from './column-types.ts'

/** A server that runs on PostgreSQL. */
export interface ServerMarkTable {
  id: string
  /** The last time at which it renewed the row, by the clock of the database. */
  seen_at: EpochMs
}

/** At most one row: where the data of this database was transferred to. */
export interface TransferMarkTable {
  id: 1
  /** Such as `PostgreSQL at db.example.com/sepet`, without user and password. */
  target: string
  transferred_at: EpochMs
}
