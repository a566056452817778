/** Customers in the database. Constraints of the schema guard every write, and every write increments the list's revision. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { isConstraintViolation } from '../db/constraint.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CustomerTable } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import type { Customer, CustomerDetails } from './customer.ts'
import { columnNames } from './customer-fields.ts'
import type { Conflicts } from './customer-input.ts'
import { type CustomerRow, toColumns, toCustomer } from './customer-row.ts'

/** A customer to insert, with its final email. */
export type NewCustomerRow = CustomerDetails & { email: string }

/** The store of single customers and creations. */
export type CustomersStore = ReturnType<typeof createCustomersStore>

/** Creates the store of single customers and creations; `customer-list.store.ts` has the list. */
export function createCustomersStore(database: Database) {
  return {
    async findCustomer(id: number): Promise<Customer | undefined> {
      const [row] = await selectCustomer(database, { id })
      return row && toCustomer(row)
    },

    /**
     * Inserts all customers or none.
     * @returns the customers in the order given; undefined when an email is taken or a group does not exist
     * @throws Refusal 422 `ids_exhausted` when a customer was imported with the greatest id
     */
    async insertCustomers(customers: NewCustomerRow[], now: number): Promise<Customer[] | undefined> {
      const times = { created_at: now, updated_at: now }
      const rows = customers.map(each => ({ email: each.email, ...toColumns(each), ...times }))
      const inserted = await write(database, queries => insertRows(queries, rows))
      const byEmail = new Map(inserted?.map(row => [row.email, toCustomer(row)]))
      return inserted && customers.map(({ email }) => byEmail.get(email) as Customer)
    },

    /** Saves changed columns. @returns false when an email is taken or a group does not exist; undefined for an unknown id */
    async saveCustomer(id: number, changes: Updateable<CustomerTable>): Promise<Customer | false | undefined> {
      const saved = await write(database, queries => updateRow(queries, id, changes))
      if (!saved) return false
      const [row] = saved
      return row && toCustomer(row)
    },

    /** Deletes a customer with cart and web sessions. @returns false for an unknown id */
    async deleteCustomer(id: number): Promise<boolean> {
      const deleted = await write(database, async queries => {
        const rows = await queries.kysely.deleteFrom('customers').where('id', '=', id).returningAll().execute()
        await queries.kysely.deleteFrom('carts').where('id', '=', `member:${id}`).execute()
        return rows
      })
      return deleted !== undefined && deleted.length > 0
    },

    /** Finds which emails are taken and which groups do not exist. @param exceptId the customer whose own email is no conflict */
    async findConflicts(emails: string[], groupIds: number[], exceptId = 0): Promise<Conflicts> {
      const { kysely } = database
      const taken = kysely
        .selectFrom('customers')
        .select('email')
        .where('email', 'in', emails)
        .where('id', '<>', exceptId)
      const known = kysely.selectFrom('customer_groups').select('id').where('id', 'in', groupIds)
      const takenEmails = emails.length > 0 ? await taken.execute() : []
      const knownGroups = groupIds.length > 0 ? await known.execute() : []
      const unknownGroups = new Set(groupIds)
      for (const { id } of knownGroups) unknownGroups.delete(id)
      return { takenEmails: new Set(takenEmails.map(({ email }) => email)), unknownGroups }
    },
  }
}

const selectCustomer = prepared<{ id: number }, CustomerRow>(
  parameter => sql`
    select c.id, c.email, ${sql.join(columnNames.map(name => sql.ref(`c.${name}`)))}, c.created_at, c.updated_at,
      g.name as group_name
    from customers c left join customer_groups g on g.id = c.customer_group_id
    where c.id = ${parameter('id')}`,
)

/** Increments the list's revision. Must be the last statement of a transaction that writes customers: it locks the one row of the list. */
export async function incrementListRevision({ kysely }: Queries): Promise<void> {
  await sql`update customer_list set revision = revision + 1`.execute(kysely)
}

/** Writes in a transaction and increments the list's revision if a row changed. @returns undefined when a constraint refuses the write */
async function write(
  database: Database,
  work: (queries: Queries) => Promise<CustomerRow[]>,
): Promise<CustomerRow[] | undefined> {
  try {
    return await transaction(database, async queries => {
      const rows = await work(queries)
      if (rows.length > 0) await incrementListRevision(queries)
      return rows
    })
  } catch (error) {
    if (isConstraintViolation(error)) return undefined
    throw error
  }
}

/** Inserts in the order of emails, so that two lists with common emails cannot deadlock. */
async function insertRows({ kysely }: Queries, rows: Insertable<CustomerTable>[]): Promise<CustomerRow[]> {
  const sorted = rows.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  try {
    const inserted = await kysely.insertInto('customers').values(sorted).returningAll().execute()
    if (inserted.every(({ id }) => Number.isSafeInteger(id))) return inserted
  } catch (error) {
    // `node:sqlite` throws for integers above 2^53 − 1.
    if ((error as { code?: unknown } | null)?.code !== 'ERR_OUT_OF_RANGE') throw error
  }
  const detail = 'There are no ids left: a customer was imported with almost the greatest.'
  throw new Refusal({ code: 'ids_exhausted', pointer: '', detail })
}

function updateRow({ kysely }: Queries, id: number, changes: Updateable<CustomerTable>): Promise<CustomerRow[]> {
  return kysely.updateTable('customers').set(changes).where('id', '=', id).returningAll().execute()
}
