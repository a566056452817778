/** Who makes a change, and by which way it came. */

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
