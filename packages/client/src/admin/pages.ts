/** Pages of lists, and iterators over all rows of a list. Each page continues after the last row of the page before it. */

import { type CallOptions, toRows } from '../responses.ts'

/** A page of a list. */
export interface Page<Row> {
  /** The rows. A page may have fewer than its limit, or none, although `next` is not `null`. */
  data: Row[]
  /** Continues after this page, as `after` of the next call; `null` on the last page. Its form may change. */
  next: string | null
}

/** Options of every call that reads a page. */
export interface PageQuery extends CallOptions {
  /** The number of rows of a page, from 1 to 200. Defaults to 50. */
  limit?: number
  /** The `next` of the page before. Defaults to the beginning of the list. */
  after?: string
}

/** A page of a response. */
interface PageDocument<Row> {
  data: Row[]
  links: { next: string | null }
}

/**
 * Converts a page of a response: only the cursor of its link is used, so that no request goes to another address.
 *
 * @param document The page of the response.
 * @returns The rows and the cursor.
 * @throws TypeError If the document has no rows, or the link no cursor.
 * @example
 *
 * ```ts
 * import { toPage } from "./pages.ts"
 *
 * console.log(toPage({ data: [1, 2], links: { next: 'https://shop.example.com/list?limit=2&after=WzJd' } }).next)
 * ```
 */
export function toPage<Row>(document: PageDocument<Row>): Page<Row> {
  const { links } = document
  const data = toRows(document)
  if (links.next === null) return { data, next: null }
  const [, cursor] = /[?&]after=([^&#]+)/.exec(links.next) ?? []
  if (cursor === undefined) throw new TypeError('The link to the next page has no cursor.')
  return { data, next: decodeURIComponent(cursor) }
}

/**
 * Iterates over all rows of a list. One page is kept in memory, and the next one is read when its rows are used up.
 *
 * @param list Reads a page.
 * @param query The options of the first page, which every page keeps.
 * @returns The rows, in the order of the list. The iterator throws the errors of `list`.
 * @example
 *
 * ```ts
 * import { rowsOf } from "./pages.ts"
 *
 * for await (const row of rowsOf(async () => ({ data: [1, 2], next: null }), { limit: 2 })) console.log(row)
 * ```
 */
export async function* rowsOf<Row, Query extends PageQuery>(
  list: (query: Query) => Promise<Page<Row>>,
  query: Query,
): AsyncGenerator<Row, void, undefined> {
  let page = await list(query)
  yield* page.data
  while (page.next !== null) {
    page = await list({ ...query, after: page.next })
    yield* page.data
  }
}
