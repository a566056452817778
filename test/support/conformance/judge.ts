/** A judge: a program that others wrote, which says whether Sepet keeps a standard. `npm run conformance` runs all of them. */

/** A case that a judge has run. */
export interface JudgedCase {
  name: string
  /** Why the case failed; undefined where it passed. */
  failure?: string
}

/** What a judge says. */
export interface Verdict {
  /** Package and version of the judge, such as `jsona 1.14.0`. */
  by: string
  /** The cases that ran. */
  cases: readonly JudgedCase[]
  /** Cases of the judge that Sepet has no part for, each with the reason. */
  notApplicable: readonly { name: string; why: string }[]
}

/** A program that judges Sepet. */
export interface Judge {
  /** What is judged, as a row of the table of docs/conformance.md: `MCP 2026-07-28, server scenarios`. */
  name: string
  /** Starts Sepet and the program, and stops both. */
  run: () => Promise<Verdict>
}

/** Returns the failures of a verdict, one line each. */
export function failuresOf({ cases }: Verdict): string[] {
  return cases.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]))
}

/** Runs a case, which fails by throwing. */
export async function judgeCase(name: string, run: () => Promise<unknown>): Promise<JudgedCase> {
  try {
    await run()
    return { name }
  } catch (error) {
    return { name, failure: error instanceof Error ? error.message : JSON.stringify(error) }
  }
}
