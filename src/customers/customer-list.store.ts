/** Pages of customers. The total is counted once per filter and revision of the list, not once per page. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Engine, Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { columnOf } from '../model/customer-fields.ts'
import { completedOrders } from './completed-orders.sql.ts'
import type { Customer } from './customer.ts'
import type { CustomerQuery, Filters, Sort, SortField } from './customer-query.ts'
import { type CustomerRow, toCustomer } from './customer-row.ts'
import { soughtTextsOf } from './search-text.ts'
import { foundTexts, hasText } from './search-texts.sql.ts'

/** One page of customers. */
export interface CustomerPage {
  customers: Customer[]
  /** Number of customers that match the filters, on all pages. */
  total: number
}

/** Finds a page of customers. */
export type FindPage = (query: CustomerQuery) => Promise<CustomerPage>

const MAX_TOTALS = 200
/** Customers that a search finds at most: those after them are neither counted nor on a page. */
const MAX_FOUND = 2_000
/** First customers, in the order of the page, whose texts are compared where a search finds too many to order: so many, and more for each on a page. */
const COMPARED = { first: 2_000, forEach: 5 }
const TEXTS: SortField[] = ['email', 'name', 'surname']

/** Creates the query of the list, with a cache of totals. */
export function createCustomerList(database: Queries): FindPage {
  const totals = new LRUCache<string, { revision: number; total: number }>({ max: MAX_TOTALS })

  const countCustomers = async (filters: Filters, revision: number | undefined): Promise<number> => {
    const key = JSON.stringify(filters)
    const known = totals.get(key)
    if (known && known.revision === revision) return known.total
    const counted = await count(database, filters)
    totals.set(key, counted)
    return counted.total
  }

  return async query => {
    // First: the cheapest statement finds out soonest that the database is unavailable.
    const [list] = await selectRevision(database, {})
    if (query.filters.search === undefined) {
      const customers = await selectPage(database, query, ofAll(query.filters))
      return { customers: customers.map(toCustomer), total: await countCustomers(query.filters, list?.revision) }
    }
    const total = await countCustomers(query.filters, list?.revision)
    const left = total - (query.page - 1) * query.limit
    if (left <= 0) return { customers: [], total }
    const customers = await selectFound(database, { ...query, limit: Math.min(query.limit, left) }, total)
    return { customers: customers.map(toCustomer), total }
  }
}

/**
 * Selects a page of a search. What the index of texts finds is ordered. Where that is too much, the page is sought among the first customers of the
 * order, which have it unless most of those found stand at the end.
 */
async function selectFound(database: Queries, query: CustomerQuery, total: number): Promise<CustomerRow[]> {
  const { engine } = database
  if (total >= MAX_FOUND) {
    const rows = await selectPage(database, query, ofFirst(query, engine))
    if (rows.length === query.limit) return rows
  }
  // PostgreSQL would read customers in the order of the page, and look up each, if it knew of the limit.
  const barrier = engine === 'postgres' ? sql`offset 0` : sql``
  const found = sql`select ${orderedColumns(query.sort)} from ${ofSearch(query.filters, engine)} ${barrier}`
  return selectPage(database, query, sql`(${found}) c`)
}

const selectRevision = prepared<object, { revision: number }>(() => sql`select revision from customer_list`)

/**
 * Selects the page's ids first, from an index alone where one has the order: rows before the page are not read. `cross join` makes
 * SQLite look up the page's rows; with a plain join it scanned all customers.
 */
async function selectPage(
  { engine, kysely }: Queries,
  { page, limit, sort }: CustomerQuery,
  matching: RawBuilder<unknown>,
): Promise<CustomerRow[]> {
  const order = orderOf(sort, engine)
  const { rows } = await sql<CustomerRow>`
    select c.*, ${completedOrders(sql.ref('c.id'))} as completed_orders, g.name as group_name
    from (
      select c.id from ${matching} order by ${order} limit ${limit} offset ${(page - 1) * limit}
    ) page cross join customers c left join customer_groups g on g.id = c.customer_group_id
    where c.id = page.id order by ${order}`.execute(kysely)
  return rows
}

async function count({ kysely, engine }: Queries, filters: Filters): Promise<{ revision: number; total: number }> {
  const counted =
    filters.search === undefined
      ? sql`${ofAll(filters)}`
      : sql`(select 1 from ${ofCounted(filters, engine)} limit ${MAX_FOUND}) as found`
  const { rows } = await sql<{ revision: number; total: number }>`
    select list.revision, (select count(*) from ${counted}) as total from customer_list list`.execute(kysely)
  return rows[0] ?? { revision: -1, total: 0 }
}

/** What follows `from`: the customers `c` that match. */
function ofAll(filters: Filters): RawBuilder<unknown> {
  return sql`customers c where ${matches(filters)}`
}

/** The same for a search. Where another filter leaves few, their texts are compared; else the index of texts finds the customers. */
function ofSearch(filters: Filters, engine: Engine): RawBuilder<unknown> {
  const sought = soughtTextsOf(filters.search ?? '')
  if (filters.id ?? filters.email ?? filters.externalId) return sql`${ofAll(filters)} and ${hasText(sought, engine)}`
  return sql`(${foundTexts(sought, engine)}) as text cross join customers c
    where c.id = text.customer_id and ${matches(filters)}`
}

/** The same, to be counted. PostgreSQL, whose texts are bound to customers by a key, would join all that are found before it counts some. */
function ofCounted(filters: Filters, engine: Engine): RawBuilder<unknown> {
  const isAlone = Object.keys(filters).every(name => name === 'search' || filters[name as keyof Filters] === undefined)
  if (engine === 'sqlite' || !isAlone) return ofSearch(filters, engine)
  return sql`(${foundTexts(soughtTextsOf(filters.search ?? ''), engine)}) as text`
}

/** The same, of the first customers in the order of the page. */
function ofFirst({ filters, sort, page, limit }: CustomerQuery, engine: Engine): RawBuilder<unknown> {
  const compared = COMPARED.first + COMPARED.forEach * page * limit
  return sql`(select ${orderedColumns(sort)} from ${ofAll(filters)} order by ${orderOf(sort, engine)} limit ${compared}) c
    where ${hasText(soughtTextsOf(filters.search ?? ''), engine)}`
}

/** The columns of the customers `c` that an order needs. */
function orderedColumns(sort: readonly Sort[]): RawBuilder<unknown> {
  const columns = new Set(['id', ...sort.map(({ field }) => columnOf(field))])
  return sql.join([...columns].map(name => sql.ref(`c.${name}`)))
}

function orderOf(sort: readonly Sort[], engine: Engine): RawBuilder<unknown> {
  return sql.join([...sort.map(each => orderBy(each, engine)), sql`c.id`])
}

/** Order by code point, null before every text, equal on both engines. */
function orderBy({ field, descending }: Sort, engine: Engine): Expression<unknown> {
  const collation = engine === 'postgres' && TEXTS.includes(field) ? sql` collate "C"` : sql``
  const nulls = field === 'name' || field === 'surname' ? (descending ? sql` nulls last` : sql` nulls first`) : sql``
  return sql`${sql.ref(`c.${columnOf(field)}`)}${collation} ${descending ? sql`desc` : sql`asc`}${nulls}`
}

function matches({ id, email, externalId, customerGroupId }: Filters): Expression<SqlBool> {
  return sql.join(
    [
      sql`1 = 1`,
      ...(id ? [sql`c.id in (${sql.join(id)})`] : []),
      ...(email ? [sql`c.email in (${sql.join(email)})`] : []),
      ...(externalId ? [sql`c.external_id = ${externalId}`] : []),
      ...(customerGroupId ? [sql`c.customer_group_id in (${sql.join(customerGroupId)})`] : []),
    ],
    sql` and `,
  ) as Expression<SqlBool>
}
