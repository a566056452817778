/** Types of columns, equal on both engines. */

/** SQLite has no boolean: both engines store 0 and 1. */
export type Flag = 0 | 1
/** A decimal number as text, which no engine rounds. */
export type DecimalText = string
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number
/** A JSON document as text, written and read by one module. */
export type JsonText = string
