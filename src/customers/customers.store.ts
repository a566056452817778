/** Customers in the database. Constraints of the schema guard every write, and every write increments the list's revision. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { isConstraintViolation } from '../db/constraint.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { CustomerTable } from '../db/tables.ts'
import { detailOf, Refusal } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { forgetInEvents, recordEvents } from '../events/record-events.sql.ts'
import type { NewChange } from '../history/history.ts'
import { forgetChanges, recordChanges } from '../history/record-changes.sql.ts'
import { columnNames } from '../model/customer-fields.ts'
import { completedOrders, countCompletedOrders } from './completed-orders.sql.ts'
import type { Customer, CustomerDetails } from './customer.ts'
import { type Cause, createdEvents, deletedEvent, updatedEvents } from './customer-events.ts'
import { changedFields, changeOf, createdChanges, historyOf } from './customer-history.ts'
import type { Conflicts, Constrained } from './customer-input.ts'
import { type CustomerRow, toColumns, toCustomer } from './customer-row.ts'
import { forgetSearchText, saveSearchTexts } from './search-texts.sql.ts'
import { endSessions, forgetPart, forgetRest, untilFalse } from './forget-customer.sql.ts'

/** A customer to insert, with its final email. */
export type NewCustomerRow = CustomerDetails & { email: string }

/** A write to the customer with an external id. */
export interface Saving {
  changes: Updateable<CustomerTable>
  initial: NewCustomerRow
  /** Whether nothing is saved where the external id is taken. */
  createsOnly: boolean
  cause: Cause
}

/** The customer that was written. */
export interface Saved {
  customer: Customer
  isNew: boolean
}

/** The stored customer that a write changes; without fields, the write creates customers. */
interface Own {
  id?: number
  externalId?: string
}

/** The store of single customers and creations. */
export type CustomersStore = ReturnType<typeof createCustomersStore>

/** Creates the store of single customers and creations; `customer-list.store.ts` has the list. */
export function createCustomersStore(database: Database) {
  return {
    async findCustomer(id: number): Promise<Customer | undefined> {
      const [row] = await selectCustomer(database, { id })
      return row && toCustomer(row)
    },

    async findCustomerByExternalId(externalId: string): Promise<Customer | undefined> {
      const [row] = await selectByExternalId(database, { externalId })
      return row && toCustomer(row)
    },

    /**
     * Inserts all customers or none.
     * @returns the customers in the order given; undefined when an email or external id is taken, or a group does not exist
     * @throws Refusal 422 `ids_exhausted` when a customer was imported with the greatest id
     */
    async insertCustomers(customers: NewCustomerRow[], cause: Cause): Promise<Customer[] | undefined> {
      const rows = customers.map(each => toRow(each, cause.now))
      const inserted = await write(database, queries => insertRows(queries, rows, cause))
      const byEmail = new Map(inserted?.map(row => [row.email, toCustomer(row)]))
      return inserted && customers.map(({ email }) => byEmail.get(email) as Customer)
    },

    /** Saves changed columns. @returns false when a value is taken or a group does not exist; undefined for an unknown id */
    async saveCustomer(
      id: number,
      changes: Updateable<CustomerTable>,
      cause: Cause,
    ): Promise<Customer | false | undefined> {
      const saved = await write(database, queries => updateRow(queries, { id }, changes, cause))
      if (!saved) return false
      const [row] = saved
      return row && toCustomer(row)
    },

    /**
     * Saves changed columns of the customer with an external id, or inserts that customer.
     * @param changes the columns to change if the customer exists
     * @param initial the customer to insert if it does not exist, with the same external id
     * @returns `exists` where the customer is to be new and is not; undefined when the email or the external id is taken, or the group does
     * not exist
     * @throws Refusal 422 `ids_exhausted` when a customer was imported with the greatest id
     */
    async saveByExternalId(
      externalId: string,
      { changes, initial, createsOnly, cause }: Saving,
    ): Promise<Saved | 'exists' | undefined> {
      if (createsOnly && (await selectByExternalId(database, { externalId })).length > 0) return 'exists'
      let isNew = createsOnly
      const rows = await write(database, async queries => {
        const insert = () => insertRows(queries, [toRow(initial, cause.now)], cause)
        if (createsOnly) return insert()
        const updated = await updateRow(queries, { external_id: externalId }, changes, cause)
        isNew = updated.rows.length === 0
        return isNew ? insert() : updated
      })
      return rows?.[0] && { customer: toCustomer(rows[0]), isNew }
    },

    /**
     * Deletes a customer with cart and web sessions, and removes the customer's number from orders and merged guests: first in many small
     * transactions, so that no other request waits for them, then what is new since then with the customer. A deletion that is
     * interrupted can be repeated.
     * @returns false for an unknown id
     */
    async deleteCustomer(id: number, cause: Cause): Promise<boolean> {
      await untilFalse(() => transaction(database, queries => forgetPart(queries, id)))
      const deleted = await write(database, async queries => {
        await lockCart(queries, { cartId: `member:${id}`, now: cause.now })
        const rows = await queries.kysely.deleteFrom('customers').where('id', '=', id).returningAll().execute()
        await forgetSearchText(queries, id)
        await queries.kysely.deleteFrom('carts').where('id', '=', `member:${id}`).execute()
        // After the cart's row: an add that had locked it may have stored a key.
        await queries.kysely.deleteFrom('idempotency_keys').where('cart_id', '=', `member:${id}`).execute()
        await queries.kysely.deleteFrom('unpaid_holds').where('cart_id', '=', `member:${id}`).execute()
        await queries.kysely.deleteFrom('ucp_brought').where('cart_id', '=', `member:${id}`).execute()
        await forgetRest(queries, id)
        // After the checkouts are locked: a release or a completion records events of their subject.
        await forgetInEvents(queries, id)
        await forgetChanges(queries, historyOf(id))
        return { rows, events: rows.map(() => deletedEvent(id, cause)), changes: [] }
      })
      return deleted !== undefined && deleted.length > 0
    },

    /**
     * Finds which emails and external ids are taken and which groups do not exist.
     * @param own the id or the external id of the stored customer whose own values are no conflict
     */
    async findConflicts(customers: Constrained[], own: Own = {}): Promise<Conflicts> {
      const emails = await findTaken(database, 'email', valuesOf(customers, 'email'), own)
      const externalIds = await findTaken(database, 'external_id', valuesOf(customers, 'externalId'), own)
      const groupIds = valuesOf(customers, 'customerGroupId')
      const known = database.kysely.selectFrom('customer_groups').select('id').where('id', 'in', groupIds)
      const unknownGroups = new Set(groupIds)
      for (const { id } of groupIds.length > 0 ? await known.execute() : []) unknownGroups.delete(id)
      return { takenEmails: emails, takenExternalIds: externalIds, unknownGroups }
    },
  }
}

/** Locks the cart of a customer who is deleted, also one that another request is creating: every write for the customer locks it first. */
const lockCart = prepared<{ cartId: string; now: number }, never>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})
    on conflict (id) do update set revision = carts.revision + 1`,
)

const withGroup = sql<CustomerRow>`
  select c.id, c.email, ${sql.join(columnNames.map(name => sql.ref(`c.${name}`)))}, c.created_at, c.updated_at,
    ${completedOrders(sql.ref('c.id'))} as completed_orders, g.name as group_name
  from customers c left join customer_groups g on g.id = c.customer_group_id`

const selectCustomer = prepared<{ id: number }, CustomerRow>(
  parameter => sql`${withGroup} where c.id = ${parameter('id')}`,
)

const selectByExternalId = prepared<{ externalId: string }, CustomerRow>(
  parameter => sql`${withGroup} where c.external_id = ${parameter('externalId')}`,
)

function valuesOf<F extends keyof Constrained>(customers: Constrained[], field: F): NonNullable<Constrained[F]>[] {
  return customers.map(each => each[field]).filter(value => value !== undefined && value !== null)
}

/** Finds which values of a unique column other customers have. */
async function findTaken(
  { kysely }: Queries,
  column: 'email' | 'external_id',
  values: string[],
  own: Own,
): Promise<Set<string>> {
  if (values.length === 0) return new Set()
  const found = kysely.selectFrom('customers').select(['id', 'email', 'external_id']).where(column, 'in', values)
  const others = (await found.execute()).filter(
    row => row.id !== own.id && (own.externalId === undefined || row.external_id !== own.externalId),
  )
  return new Set(others.map(row => row[column]).filter(value => value !== null))
}

/** Increments the list's revision. Must be the last statement of a transaction that writes customers: it locks the one row of the list. */
export async function incrementListRevision({ kysely }: Queries): Promise<void> {
  await sql`update customer_list set revision = revision + 1`.execute(kysely)
}

/** The rows that a write has changed, its events, and what the history keeps of it. */
interface Written {
  rows: CustomerRow[]
  events: NewEvent[]
  changes: NewChange[]
}

/**
 * Writes in a transaction that also records the events, and increments the list's revision if a row changed.
 * @returns the rows; undefined when a constraint refuses the write
 */
async function write(
  database: Database,
  work: (queries: Queries) => Promise<Written>,
): Promise<CustomerRow[] | undefined> {
  try {
    return await transaction(database, async queries => {
      const { rows, events, changes } = await work(queries)
      await recordEvents(queries, events)
      await recordChanges(queries, changes)
      if (rows.length > 0) await incrementListRevision(queries)
      return rows
    })
  } catch (error) {
    if (isConstraintViolation(error)) return undefined
    throw error
  }
}

/** Inserts so that two lists with common emails or external ids cannot deadlock. */
async function insertRows(queries: Queries, rows: Insertable<CustomerTable>[], cause: Cause): Promise<Written> {
  const { kysely, engine } = queries
  if (engine === 'postgres' && rows.some(row => row.external_id !== null)) await lockExternalIds(queries)
  const sorted = rows.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  try {
    const inserted = await kysely.insertInto('customers').values(sorted).returningAll().execute()
    if (inserted.every(({ id }) => Number.isSafeInteger(id))) {
      await saveSearchTexts(queries, inserted)
      return { rows: inserted, events: createdEvents(inserted, cause), changes: createdChanges(inserted, cause) }
    }
  } catch (error) {
    // `node:sqlite` throws for integers above 2^53 − 1.
    if ((error as { code?: unknown } | null)?.code !== 'ERR_OUT_OF_RANGE') throw error
  }
  throw new Refusal({ code: 'ids_exhausted', pointer: '', detail: detailOf('ids_exhausted') })
}

/**
 * Lets customers with external ids be inserted one list after the other: no order of rows suits two unique keys. The row has no other
 * use: every other write to customers locks the row of the list last, and would wait for one that locked it first.
 */
async function lockExternalIds({ kysely }: Queries): Promise<void> {
  await kysely.selectFrom('external_id_lock').select('id').forUpdate().execute()
}

/**
 * Updates a customer, which is locked first: the event names the fields that differ. The sessions of a customer whose external id moves away end
 * before the update, whose lock a login waits for, and after it: a session could have begun in between.
 */
async function updateRow(
  queries: Queries,
  key: { id: number } | { external_id: string },
  changes: Updateable<CustomerTable>,
  cause: Cause,
): Promise<Written> {
  const { kysely, engine } = queries
  const found = kysely
    .selectFrom('customers')
    .selectAll()
    .where(eb => eb.and(key))
  const before = await found.$if(engine === 'postgres', query => query.forNoKeyUpdate()).executeTakeFirst()
  if (!before) return { rows: [], events: [], changes: [] }
  const update = kysely.updateTable('customers').set({ ...changes, updated_at: cause.now })
  const { external_id: next = before.external_id } = changes
  const isMoved = before.external_id !== null && next !== before.external_id
  if (isMoved) await endSessions(queries, before.id)
  const row = await update.where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
  if (isMoved) await endSessions(queries, before.id)
  await saveSearchTexts(queries, [row])
  const completed_orders = await countCompletedOrders(queries, before.id)
  const change = changeOf(row.id, changedFields(before, row), cause)
  return { rows: [{ ...row, completed_orders }], events: updatedEvents(before, row, cause), changes: [change] }
}

function toRow(customer: NewCustomerRow, now: number): Insertable<CustomerTable> {
  return { email: customer.email, ...toColumns(customer), created_at: now, updated_at: now }
}
