/** The admin customer API: list, read, create (one or many), update, delete (specification 4.4). */

import Type from 'typebox'
import { CUSTOMERS } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { CustomerDocument, OneCustomer, presentCustomer, presentWithGroup } from './customer.document.ts'
import { CustomerChanges } from './customer.schema.ts'
import { type Customer, generatedEmail } from './customer.ts'
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
import {
  CustomerIncludeParameter,
  CustomerQueryParameters,
  readCustomerQuery,
  readIncludeGroup,
} from './customer-query.ts'
import { toChangedColumns } from './customer-row.ts'
import * as docs from './customers.docs.ts'
import type { CustomersStore } from './customers.store.ts'
import { unknownCustomer, untilSaved } from './save-customer.ts'

const BULK_BODY_LIMIT_BYTES = 1_048_576

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
      config: { access, handles: { querystring: CustomerQueryParameters }, docs: docs.listCustomers },
      schema: { response: { 200: CustomerPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const query = readCustomerQuery(request.query as Record<string, unknown>)
      return presentPage(query, await findPage(query), `${publicUrl}${CUSTOMERS}`)
    },
  )

  app.get(
    `${CUSTOMERS}/:id`,
    {
      config: { access, handles: { querystring: CustomerIncludeParameter }, docs: docs.readCustomer },
      schema: { params: CustomerPath, response: { 200: OneCustomer } },
    },
    async ({ params, query }) => {
      const present = readIncludeGroup(query as Record<string, unknown>) ? presentWithGroup : presentCustomer
      const customer = await store.findCustomer(idOf(params.id))
      if (!customer) throw unknownCustomer()
      return { data: present(customer) }
    },
  )
}

function registerWrites(app: App, dependencies: CustomersDependencies): void {
  const { store, publicUrl } = dependencies
  const write = { access: 'customers:write', requiresBody: true } as const

  app.post(
    CUSTOMERS,
    {
      config: { ...write, handles: { body: CustomerCreation }, docs: docs.createCustomers },
      bodyLimit: BULK_BODY_LIMIT_BYTES,
      schema: { response: { 201: Type.Union([OneCustomer, Many]) } },
    },
    async ({ body }, reply) => {
      const input = readNewCustomers(body)
      const data = (await create(dependencies, input)).map(presentCustomer)
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
    async ({ params, body }) => ({ data: presentCustomer(await update(dependencies, idOf(params.id), body)) }),
  )

  app.delete(
    `${CUSTOMERS}/:id`,
    { config: { access: 'customers:delete', docs: docs.deleteCustomer }, schema: { params: CustomerPath } },
    async ({ params }, reply) => {
      if (!(await store.deleteCustomer(idOf(params.id)))) throw unknownCustomer()
      return reply.code(204).send()
    },
  )
}

function create({ store, newId, now }: CustomersDependencies, input: NewCustomers): Promise<Customer[]> {
  const { customers, violations } = input
  return untilSaved(
    async () => {
      const rows = customers.map(each => ({ ...each, email: each.email ?? generatedEmail(newId()) }))
      return violations.length === 0 ? store.insertCustomers(rows, now()) : undefined
    },
    async () => explainConflicts(input, await store.findConflicts(customers)),
  )
}

function update({ store, now }: CustomersDependencies, id: number, changes: CustomerChanges): Promise<Customer> {
  const columns = toChangedColumns(changes)
  const { email, external_id: externalId, customer_group_id: customerGroupId } = columns
  const constrained: Constrained = { email, externalId, customerGroupId }
  return untilSaved(
    async () => {
      const saved = await store.saveCustomer(id, { ...columns, updated_at: now() })
      if (saved === undefined) throw unknownCustomer()
      return saved || undefined
    },
    async () => explainConflict(constrained, await store.findConflicts([constrained], { id })),
  )
}

/** Id of a path; 0, which no customer has, for a text that is no id. */
function idOf(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0
}
