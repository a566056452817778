/** Units that several rooms compute with. */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/** Bytes of a megabyte, as settings and limits count it. */
export const MEGABYTE = 1_048_576
