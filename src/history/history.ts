/** The history: who changed what, from what to what. */

/** By which way a change came. An import is `import`, whoever began it. */
export const CHANGE_WAYS = ['office', 'api', 'import', 'cli'] as const

/** Who makes a change, and how. */
export interface Author {
  /** `admin:<name>` or `command-line`. */
  actor: string
  /** Name of the member of staff; null for a program. */
  actorName: string | null
  via: (typeof CHANGE_WAYS)[number]
}

/** The change of a field. A value that must not be stored, such as one of a customer, is absent on both sides. */
export interface FieldChange {
  /** Its name in the documents of the API, with dots between levels, such as `discount` or `variants.1001.price`. */
  field: string
  from?: unknown
  to?: unknown
}

/** A change to record. */
export interface NewChange {
  /** `product:101`, `coupon:YAZ10`, `campaign:7`, `customer:5`, `checkout:W-1` or `shop`. */
  target: string
  /** Milliseconds since the epoch. */
  at: number
  author: Author
  changes: readonly FieldChange[]
}
