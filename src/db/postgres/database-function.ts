/** Functions of PostgreSQL. Each is stated beside the statement of SQLite that does the same; `functions.ts` lists them. */

/** A function in PL/pgSQL. */
export interface DatabaseFunction {
  /** Its name with its version. A function that has changed gets the next number, since instances of the version before call theirs. */
  name: string
  parameters: string
  returns: string
  /** Its volatility and settings. */
  attributes?: string
  body: string
  /** Whether a distributed database runs it whole on the node with the cart, which its parameter `p_cart` names. */
  runsBesideCart?: true
}
