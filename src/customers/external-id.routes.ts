/** One customer by its external id, the id of the shop's identity provider: read, and create or update. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { CUSTOMERS, CUSTOMERS_BY_EXTERNAL_ID } from '../api-paths.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { isExternalId } from '../schema/external-id.ts'
import { OneCustomer, presentCustomer, presentWithGroup } from './customer.document.ts'
import { NewCustomer } from './customer.schema.ts'
import { generatedEmail, toCustomerDetails } from './customer.ts'
import { explainConflict } from './customer-input.ts'
import { CustomerIncludeParameter, readIncludeGroup } from './customer-query.ts'
import { toChangedColumns } from './customer-row.ts'
import * as docs from './customers.docs.ts'
import type { CustomersDependencies } from './customers.routes.ts'
import type { Saved } from './customers.store.ts'
import { unknownCustomer, untilSaved } from './save-customer.ts'

const ExternalIdPath = Type.Object({ externalId: Type.String() })
/** The path of these endpoints in any form of a request target, the absolute form included (RFC 9112 section 3.2). */
const TARGET = new RegExp(`^(https?://[^/?#]*)?${CUSTOMERS_BY_EXTERNAL_ID}/[^/?#]*([?#]|$)`)

/** Registers the endpoints of one customer by its external id. */
export function externalIdRoutes(app: App, dependencies: CustomersDependencies): void {
  const { store, publicUrl } = dependencies
  const path = `${CUSTOMERS_BY_EXTERNAL_ID}/:externalId`

  app.get(
    path,
    {
      config: {
        access: 'customers:read',
        handles: { querystring: CustomerIncludeParameter },
        docs: docs.readCustomerByExternalId,
      },
      schema: { params: ExternalIdPath, response: { 200: OneCustomer } },
      onRequest: requireExternalId,
    },
    async ({ params, query }) => {
      const present = readIncludeGroup(query as Record<string, unknown>) ? presentWithGroup : presentCustomer
      const customer = await store.findCustomerByExternalId(params.externalId)
      if (!customer) throw unknownCustomer()
      return { data: present(customer) }
    },
  )

  app.put(
    path,
    {
      config: { access: 'customers:write', requiresBody: true, docs: docs.saveCustomerByExternalId },
      schema: { params: ExternalIdPath, body: NewCustomer, response: { 200: OneCustomer, 201: OneCustomer } },
      onRequest: requireExternalId,
    },
    async ({ params, body }, reply) => {
      const { customer, isNew } = await save(dependencies, params.externalId, body)
      const data = presentCustomer(customer)
      if (!isNew) return { data }
      return reply.code(201).header('Location', `${publicUrl}${CUSTOMERS}/${customer.id}`).send({ data })
    },
  )
}

/**
 * The refusal of a path that the router cannot decode: an external id that is not percent-encoded UTF-8.
 * @param url the target of the request
 * @returns the error itself for any other path
 */
export function refusalOfUndecodable(error: unknown, url: string): unknown {
  return (error as { code?: unknown }).code === 'FST_ERR_BAD_URL' && TARGET.test(url) ? invalidExternalId() : error
}

/** Saves a customer with an external id. An email that is null is kept or generated, like one that is absent. */
function save({ store, newId, now }: CustomersDependencies, externalId: string, body: NewCustomer): Promise<Saved> {
  requireSame(externalId, body)
  const { email, ...others } = body
  const changes = toChangedColumns({ ...others, ...(email && { email }) })
  const initial = toCustomerDetails({ ...body, externalId })
  return untilSaved(
    () => {
      const row = { ...initial, email: initial.email ?? generatedEmail(newId()) }
      return store.saveByExternalId(externalId, { changes, initial: row, now: now() })
    },
    async () => {
      const { email, customerGroupId } = initial
      const constrained = { email, customerGroupId }
      return explainConflict(constrained, await store.findConflicts([constrained], { externalId }))
    },
  )
}

/** @throws Refusal 422 when the body has an external id that is not the one of the path */
function requireSame(expected: string, { externalId }: NewCustomer): void {
  if (externalId === undefined || externalId === expected) return
  const detail = 'externalId must be left out, or be the external id of the path.'
  throw new Refusal({ code: 'field_invalid', pointer: '/externalId', detail })
}

/**
 * Checks the external id of the path, before the body is read.
 * @throws Refusal 400 when no customer can have it, or when it continues after a number sign
 */
async function requireExternalId({ params, raw }: FastifyRequest): Promise<void> {
  const { externalId } = params as { externalId: string }
  const [path = ''] = (raw.url ?? '').split('?')
  // The router ends the path at a number sign: without this check `a#b` would be the external id `a`.
  if (!isExternalId(externalId) || path.includes('#')) throw invalidExternalId()
}

function invalidExternalId(): Refusal {
  const detail = `externalId must be ${docs.externalIdRule}.`
  return new Refusal({ code: 'parameter_invalid', parameter: 'externalId', detail })
}
