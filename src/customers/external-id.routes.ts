/** One customer by its external id, the id of the shop's identity provider: read, and create or update. */

import Type from 'typebox'
import { CUSTOMERS, CUSTOMERS_BY_EXTERNAL_ID } from '../api-paths.ts'
import { Refusal } from '../errors.ts'
import type { App, NamedHeaders } from '../http/fastify-types.ts'
import { alreadyExists, CreateOnlyHeader, createsOnly } from '../http/request/preconditions.ts'
import { createTextSegment } from '../http/request/text-segment.ts'
import type { Author } from '../model/author.ts'
import { isExternalId } from '../schema/external-id.ts'
import { OneCustomer, presentCustomer, presentWithGroup } from './customer.document.ts'
import { NewCustomer } from './customer.schema.ts'
import { generatedEmail, toCustomerDetails } from './customer.ts'
import { explainConflict } from './customer-input.ts'
import { includeQuery, readIncludeGroup } from './customer-query.ts'
import { toChangedColumns } from './customer-row.ts'
import * as docs from './customers.docs.ts'
import type { CustomersDependencies } from './customers.routes.ts'
import type { Saved } from './customers.store.ts'
import { unknownCustomer, untilSaved } from './until-saved.ts'

const ExternalIdPath = Type.Object({ externalId: Type.String() })

/** The external id in the path. */
export const externalIdSegment = createTextSegment({
  path: CUSTOMERS_BY_EXTERNAL_ID,
  name: 'externalId',
  rule: docs.externalIdRule,
  isValid: isExternalId,
})

/** Registers the endpoints of one customer by its external id. */
export function externalIdRoutes(app: App, dependencies: CustomersDependencies): void {
  const { store, publicUrl } = dependencies
  const path = `${CUSTOMERS_BY_EXTERNAL_ID}/:externalId`

  app.get(
    path,
    {
      config: {
        access: 'customers:read',
        validatedByHandler: { querystring: includeQuery.schema },
        docs: docs.readCustomerByExternalId,
      },
      schema: { params: ExternalIdPath, response: { 200: OneCustomer } },
      onRequest: externalIdSegment.require,
    },
    async ({ params, given }) => {
      const present = readIncludeGroup(given.query) ? presentWithGroup : presentCustomer
      const customer = await store.findCustomerByExternalId(params.externalId)
      if (!customer) throw unknownCustomer()
      return { data: present(customer) }
    },
  )

  app.put(
    path,
    {
      config: {
        access: 'customers:write',
        requiresBody: true,
        precondition: 'create-only',
        validatedByHandler: { headers: Type.Object(CreateOnlyHeader) },
        docs: docs.saveCustomerByExternalId,
      },
      schema: { params: ExternalIdPath, body: NewCustomer, response: { 200: OneCustomer, 201: OneCustomer } },
      onRequest: externalIdSegment.require,
    },
    async (request, reply) => {
      const saved = await save(dependencies, request.params.externalId, request)
      if (saved === 'exists') throw alreadyExists()
      const { customer, isNew } = saved
      request.targets = { id: customer.id }
      const data = presentCustomer(customer)
      if (!isNew) return { data }
      return reply.code(201).header('Location', `${publicUrl}${CUSTOMERS}/${customer.id}`).send({ data })
    },
  )
}

/** Saves a customer with an external id. An email that is null is kept or generated, like one that is absent. */
function save(
  { store, newId, now }: CustomersDependencies,
  externalId: string,
  { body, namedHeaders, author }: { body: NewCustomer; namedHeaders: NamedHeaders; author: Author },
): Promise<Saved | 'exists'> {
  requireSame(externalId, body)
  const changes = toChangedColumns(body)
  const initial = { ...toCustomerDetails(body), externalId }
  return untilSaved(
    () => {
      const row = { ...initial, email: initial.email ?? generatedEmail(newId()) }
      const cause = { ...author, now: now() }
      return store.saveByExternalId(externalId, {
        changes,
        initial: row,
        createsOnly: createsOnly(namedHeaders),
        cause,
      })
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
