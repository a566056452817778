/** The set-ups of identity providers as rows of the docs. */

/** A set-up with what comes of it. */
export interface TableRow {
  name: string
  seenAt: string
  outcome: string
}

/** @returns the rows of the table of the docs, in Markdown */
export function rowsOf(setUps: readonly TableRow[]): string[] {
  return setUps.map(({ name, seenAt, outcome }) => `| ${name} | ${seenAt} | ${inWords(outcome)} |`)
}

/** An outcome with its codes marked: `misconfigured: cause`, `401 token_invalid: detail`. */
function inWords(outcome: string): string {
  const [, code, cause] = /^(misconfigured|\d{3} \w+): (.*)$/.exec(outcome) ?? []
  return code === undefined ? outcome : `refused: \`${code}\`, “${cause}”`
}
