/** Reads all customers, 500 rows at a time, so that memory stays bounded. */

import type { Queries } from '../db/database.ts'
import { pages } from '../db/row-pages.ts'
import type { Customer } from './customer.ts'
import { type CustomerRow, toCustomer } from './customer-row.ts'

const PAGE = 500

/** Yields pages of all customers, ordered by id. */
export async function* findAllCustomers(queries: Queries): AsyncGenerator<Customer[]> {
  for await (const page of pages<CustomerRow>(last => findPage(queries, last?.id ?? 0))) yield page.map(toCustomer)
}

function findPage({ kysely }: Queries, afterId: number): Promise<CustomerRow[]> {
  return kysely.selectFrom('customers').selectAll().where('id', '>', afterId).orderBy('id').limit(PAGE).execute()
}
