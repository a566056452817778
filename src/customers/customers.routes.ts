/** The admin customer API: list, read, create (one or many), update, delete (specification 4.4). */

import Type from 'typebox'
import { CUSTOMERS } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { idInPath } from '../schema/fields.ts'
import { MEGABYTE } from '../units.ts'
import { CustomerDocument, OneCustomer, presentCustomer, presentWithGroup } from './customer.document.ts'
import { CustomerChanges } from './customer.schema.ts'
import { type Customer, generatedEmail } from './customer.ts'
import type { Cause } from './customer-events.ts'
import {
  type Constrained,
  CustomerCreation,
  explainConflict,
  explainConflicts,
  type NewCustomers,
  readNewCustomers,
} from './customer-input.ts'
import type { FindPage } from './customer-list.store.ts'
import { CustomerPageDocument, presentPage } from './customer-page.document.ts'
import { customerQuery, includeQuery, readIncludeGroup } from './customer-query.ts'
import { toChangedColumns } from './customer-row.ts'
import * as docs from './customers.docs.ts'
import type { CustomersStore } from './customers.store.ts'
import { unknownCustomer, untilSaved } from './until-saved.ts'

/**
 * Largest body of a creation. It fits 100 customers whose texts have their greatest lengths in four-byte code points, each escaped as
 * 12 bytes of JSON: 4,078,621 bytes, the names of the members escaped, too.
 */
const BULK_BODY_LIMIT_BYTES = 4 * MEGABYTE

const CustomerPath = Type.Object({ id: Type.String() })
const Many = Type.Object({ data: Type.Array(CustomerDocument) }, { title: 'ManyCustomers' })

/** Dependencies of the customer endpoints. */
export interface CustomersDependencies {
  store: CustomersStore
  findPage: FindPage
  publicUrl: string
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the customer endpoints. */
export function customersRoutes(app: App, dependencies: CustomersDependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, findPage, publicUrl }: CustomersDependencies): void {
  const access = 'customers:read'

  app.get(
    CUSTOMERS,
    {
      config: { access, validatedByHandler: { querystring: customerQuery.schema }, docs: docs.listCustomers },
      schema: { response: { 200: CustomerPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const query = customerQuery.read(request.given.query)
      return presentPage(query, await findPage(query), `${publicUrl}${CUSTOMERS}`)
    },
  )

  app.get(
    `${CUSTOMERS}/:id`,
    {
      config: { access, validatedByHandler: { querystring: includeQuery.schema }, docs: docs.readCustomer },
      schema: { params: CustomerPath, response: { 200: OneCustomer } },
    },
    async ({ params, given }) => {
      const present = readIncludeGroup(given.query) ? presentWithGroup : presentCustomer
      const customer = await store.findCustomer(idInPath(params.id))
      if (!customer) throw unknownCustomer()
      return { data: present(customer) }
    },
  )
}

function registerWrites(app: App, dependencies: CustomersDependencies): void {
  const { store, publicUrl, now } = dependencies
  const write = { access: 'customers:write', requiresBody: true } as const

  app.post(
    CUSTOMERS,
    {
      config: { ...write, validatedByHandler: { body: CustomerCreation }, docs: docs.createCustomers },
      bodyLimit: BULK_BODY_LIMIT_BYTES,
      schema: { response: { 201: Type.Union([OneCustomer, Many]) } },
    },
    async (request, reply) => {
      const input = readNewCustomers(request.given.body)
      const data = (await create(dependencies, input, { ...request.author, now: now() })).map(presentCustomer)
      request.targets = { ids: data.map(({ id }) => id) }
      const [first] = data
      if (input.isBulk || !first) return reply.code(201).send({ data })
      return reply.code(201).header('Location', `${publicUrl}${CUSTOMERS}/${first.id}`).send({ data: first })
    },
  )

  app.put(
    `${CUSTOMERS}/:id`,
    {
      config: { ...write, docs: docs.updateCustomer },
      schema: { params: CustomerPath, body: CustomerChanges, response: { 200: OneCustomer } },
    },
    async ({ params, body, author }) => {
      const cause = { ...author, now: now() }
      return { data: presentCustomer(await update(dependencies, idInPath(params.id), body, cause)) }
    },
  )

  app.delete(
    `${CUSTOMERS}/:id`,
    { config: { access: 'customers:delete', docs: docs.deleteCustomer }, schema: { params: CustomerPath } },
    async ({ params, author }, reply) => {
      const isDeleted = await store.deleteCustomer(idInPath(params.id), { ...author, now: now() })
      if (!isDeleted) throw unknownCustomer()
      return reply.code(204).send()
    },
  )
}

function create({ store, newId }: CustomersDependencies, input: NewCustomers, cause: Cause): Promise<Customer[]> {
  const { customers, violations } = input
  return untilSaved(
    async () => {
      const rows = customers.map(each => ({ ...each, email: each.email ?? generatedEmail(newId()) }))
      return violations.length === 0 ? store.insertCustomers(rows, cause) : undefined
    },
    async () => explainConflicts(input, await store.findConflicts(customers)),
  )
}

function update(
  { store }: CustomersDependencies,
  id: number,
  changes: CustomerChanges,
  cause: Cause,
): Promise<Customer> {
  const columns = toChangedColumns(changes)
  const { email, external_id: externalId, customer_group_id: customerGroupId } = columns
  const constrained: Constrained = { email, externalId, customerGroupId }
  return untilSaved(
    async () => {
      const saved = await store.saveCustomer(id, columns, cause)
      if (saved === undefined) throw unknownCustomer()
      return saved || undefined
    },
    async () => explainConflict(constrained, await store.findConflicts([constrained], { id })),
  )
}
