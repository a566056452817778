/** Says in a few words what a statement does: what it writes, or else which tables it reads. Never a value. */

const STRINGS = /'(?:[^']|'')*'/g
/** Names that a statement gives its own parts. */
const OWN_NAMES =
  /(?:\bwith(?:\s+recursive)?|,)\s+"?(\w+)"?(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi
/** Not the `update` of `for update` and `do update set`. */
const WRITES = /\b(?:(insert)\s+into|(?<!\b(?:for|do)\s+)(update)|(delete)\s+from)\s+"?(\w+)"?/gi
/** Not the `from` of `is distinct from`, nor a function that stands as a table. */
const READS = /\b(?:(?<!\bdistinct\s+)from|join)\s+"?(\w+)"?(?!\w|\s*\()/gi
const MAX_LENGTH = 255

/**
 * Summarises a statement as the conventions for `db.query.summary` ask: `UPDATE carts INSERT cart_lines`, `SELECT carts products`.
 * A statement of another kind is called by its first word.
 */
export function summariseStatement(sql: string): string {
  const text = sql.replace(STRINGS, "''")
  const ownNames = new Set([...text.matchAll(OWN_NAMES)].map(([, name]) => name))
  const writes = [...text.matchAll(WRITES)].map(([, insert, update, remove, table]) =>
    `${insert ?? update ?? remove} ${table}`.replace(/^\w+/, operation => operation.toUpperCase()),
  )
  const reads = [...text.matchAll(READS)].map(([, table = '']) => table).filter(table => !ownNames.has(table))
  const words = writes.length > 0 ? writes : reads.length > 0 ? ['SELECT', ...reads] : [firstWord(text)]
  return [...new Set(words)].join(' ').slice(0, MAX_LENGTH)
}

function firstWord(text: string): string {
  return /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL'
}
