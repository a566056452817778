/** Pages of customers. The total is counted once per filter and revision of the list, not once per page. */

import { type Expression, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Engine, Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { columnOf } from '../model/customer-fields.ts'
import { completedOrders } from './completed-orders.sql.ts'
import type { Customer } from './customer.ts'
import type { CustomerQuery, Filters, Sort, SortField } from './customer-query.ts'
import { type CustomerRow, toCustomer } from './customer-row.ts'

/** One page of customers. */
export interface CustomerPage {
  customers: Customer[]
  /** Number of customers that match the filters, on all pages. */
  total: number
}

/** Finds a page of customers. */
export type FindPage = (query: CustomerQuery) => Promise<CustomerPage>

const MAX_TOTALS = 200
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
    const customers = (await selectPage(database, query)).map(toCustomer)
    return { customers, total: await countCustomers(query.filters, list?.revision) }
  }
}

const selectRevision = prepared<object, { revision: number }>(() => sql`select revision from customer_list`)

/**
 * Selects the page's ids first, from an index alone where one has the order: rows before the page are not read. `cross join` makes
 * SQLite look up the page's rows; with a plain join it scanned all customers.
 */
async function selectPage({ engine, kysely }: Queries, query: CustomerQuery): Promise<CustomerRow[]> {
  const { page, limit, sort, filters } = query
  const order = sql.join([...sort.map(each => orderBy(each, engine)), sql`c.id`])
  const { rows } = await sql<CustomerRow>`
    select c.*, ${completedOrders(sql.ref('c.id'))} as completed_orders, g.name as group_name
    from (
      select c.id from customers c
      where ${matches(filters)} order by ${order} limit ${limit} offset ${(page - 1) * limit}
    ) page cross join customers c left join customer_groups g on g.id = c.customer_group_id
    where c.id = page.id order by ${order}`.execute(kysely)
  return rows
}

async function count({ kysely }: Queries, filters: Filters): Promise<{ revision: number; total: number }> {
  const { rows } = await sql<{ revision: number; total: number }>`
    select list.revision, (select count(*) from customers c where ${matches(filters)}) as total
    from customer_list list`.execute(kysely)
  return rows[0] ?? { revision: -1, total: 0 }
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
