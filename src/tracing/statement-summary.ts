/** Summary of an SQL statement: the tables that it writes, or else those that it reads and the functions that it calls, without values. */

const STRINGS = /'(?:[^']|'')*'/g
/** Names of common table expressions. */
const OWN_NAMES =
  /(?:\bwith(?:\s+recursive)?|,)\s+"?(\w+)"?(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi
/** Writes, without the `update` of `for update` and `do update set`. */
const WRITES = /\b(?:(insert)\s+into|(?<!\b(?:for|do)\s+)(update)|(delete)\s+from)\s+"?(\w+)"?/gi
/** Tables read, without the `from` of `is distinct from`, and without table functions. */
const READS = /\b(?:(?<!\bdistinct\s+)from|join)\s+"?(\w+)"?(?!\w|\s*\()/gi
/** Functions of the database, whose names end in their version, such as `add_item_3`. */
const CALLS = /\bfrom\s+(\w+_\d+)\s*\(/gi
const MAX_LENGTH = 255

/**
 * Summarises a statement by the conventions of `db.query.summary`: `UPDATE carts INSERT cart_lines`, `SELECT carts products`.
 * @returns at most 255 characters; the first word for a statement of another kind
 */
export function summariseStatement(sql: string): string {
  const text = sql.replace(STRINGS, "''")
  const ownNames = new Set([...text.matchAll(OWN_NAMES)].map(([, name]) => name))
  const writes = [...text.matchAll(WRITES)].map(([, insert, update, remove, table]) =>
    `${insert ?? update ?? remove} ${table}`.replace(/^\w+/, operation => operation.toUpperCase()),
  )
  const found = [...text.matchAll(READS), ...text.matchAll(CALLS)].map(([, name = '']) => name)
  const reads = found.filter(name => !ownNames.has(name))
  const words = writes.length > 0 ? writes : reads.length > 0 ? ['SELECT', ...reads] : [firstWord(text)]
  return [...new Set(words)].join(' ').slice(0, MAX_LENGTH)
}

function firstWord(text: string): string {
  return /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL'
}
