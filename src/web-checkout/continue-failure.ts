/** Why the link of an agent's cart did not open: the query of the page to which it then leads. */

import Type from 'typebox'

/** `gone`: there is no such cart any more; `closed`: guests may not check out; `unavailable`: the database is away. */
export const CONTINUE_FAILURES = ['gone', 'closed', 'unavailable'] as const

/** Why a link did not open. */
export type ContinueFailure = (typeof CONTINUE_FAILURES)[number]

/** Schema of the query that names a failure. */
export const ContinueFailureQuery = Type.Object({
  continue: Type.Optional(
    Type.String({
      description:
        'why the link of an agent’s cart did not open: `gone`, `closed` or `unavailable`; other values say nothing',
    }),
  ),
})

/** Returns the address of a page that tells a failure. @param path a path without a query */
export function pathOfFailure(path: string, failure: ContinueFailure): string {
  return `${path}?continue=${failure}`
}

/** Reads the query of a page; null for any other value, and without one. */
export function failureIn(query: unknown): ContinueFailure | null {
  const value = (query as { continue?: unknown } | null | undefined)?.continue
  return CONTINUE_FAILURES.find(failure => failure === value) ?? null
}
