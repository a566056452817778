/** The admin customer API: list, read, create (one or many), update, delete (specification 4.4). */

import Type from 'typebox'
import { CUSTOMERS } from '../api-paths.ts'
import { Refusal, refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { CustomerDocument, presentCustomer, presentWithGroup } from './customer.document.ts'
import { CustomerChanges } from './customer.schema.ts'
import { generatedEmail } from './customer.ts'
import {
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

const BULK_BODY_LIMIT_BYTES = 1_048_576
/** Attempts of a write: each fails only when another write removed the conflict that was found. */
const ATTEMPTS = 5

const CustomerPath = Type.Object({ id: Type.String() })
const One = Type.Object({ data: CustomerDocument }, { title: 'OneCustomer' })
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
      schema: { params: CustomerPath, response: { 200: One } },
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
      schema: { response: { 201: Type.Union([One, Many]) } },
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
      schema: { params: CustomerPath, body: CustomerChanges, response: { 200: One } },
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

async function create({ store, newId, now }: CustomersDependencies, input: NewCustomers) {
  const { customers } = input
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rows = customers.map(each => ({ ...each, email: each.email ?? generatedEmail(newId()) }))
    const created = input.violations.length === 0 && (await store.insertCustomers(rows, now()))
    if (created) return created
    const emails = customers.map(({ email }) => email).filter(email => email !== null)
    const groupIds = customers.map(({ customerGroupId }) => customerGroupId).filter(id => id !== null)
    const violations = explainConflicts(input, await store.findConflicts(emails, groupIds))
    if (violations.length > 0) throw new Refusal(violations)
  }
  throw changesTooFast()
}

async function update({ store, now }: CustomersDependencies, id: number, changes: CustomerChanges) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const columns = toChangedColumns(changes)
    const saved = await store.saveCustomer(id, { ...columns, updated_at: now() })
    if (saved) return saved
    if (saved === undefined) throw unknownCustomer()
    const { email = null, customer_group_id = null } = columns
    const conflicts = await store.findConflicts(
      email === null ? [] : [email],
      customer_group_id === null ? [] : [customer_group_id],
      id,
    )
    const violations = explainConflict({ email, customerGroupId: customer_group_id }, conflicts)
    if (violations.length > 0) throw new Refusal(violations)
  }
  throw changesTooFast()
}

/** Id of a path; 0, which no customer has, for a text that is no id. */
function idOf(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0
}

function unknownCustomer(): Refusal {
  return refusal('customer_not_found', 'There is no customer with this id.')
}

function changesTooFast(): Refusal {
  return refusal('unavailable', 'The customer changes faster than it can be saved.', { 'Retry-After': '1' })
}
