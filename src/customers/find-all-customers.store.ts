/** Reads all customers, 1,000 rows at a time, so that memory stays bounded. */

import type { Queries } from '../db/database.ts'
import type { Customer } from './customer.ts'
import { type CustomerRow, toCustomer } from './customer-row.ts'

const PAGE = 1_000

/** All customers, ordered by id. */
export async function* findAllCustomers(queries: Queries): AsyncGenerator<Customer> {
  let page = await findPage(queries, 0)
  while (page.length > 0) {
    yield* page.map(toCustomer)
    page = await findPage(queries, page.at(-1)?.id ?? 0)
  }
}

function findPage({ kysely }: Queries, afterId: number): Promise<CustomerRow[]> {
  return kysely.selectFrom('customers').selectAll().where('id', '>', afterId).orderBy('id').limit(PAGE).execute()
}
