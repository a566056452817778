/** The endpoint that exports everything about one customer. */

import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { CUSTOMERS } from '../api-paths.ts'
import { presentWithGroup } from '../customers/customer.document.ts'
import type { Customer } from '../customers/customer.ts'
import { unknownCustomer } from '../customers/until-saved.ts'
import { createExportSender } from '../http/response/send-export.ts'
import { idInPath } from '../schema/fields.ts'
import * as docs from './export.docs.ts'
import {
  CustomerExport,
  presentAgentCart,
  presentIdempotencyKey,
  presentMergedGuest,
  presentSession,
  presentStoredCart,
  presentStoredEvent,
} from './export.document.ts'
import type { ExportStore } from './export.store.ts'
import { writeCheckout } from './export-checkout.document.ts'
import { presentPages, writeExport } from './write-export.ts'

/** The dependencies of the endpoint. */
export interface ExportDependencies {
  findCustomer: (id: number) => Promise<Customer | undefined>
  store: ExportStore
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint. The response is a stream: orders of many years do not fit into memory. */
export function exportRoutes(app: FastifyInstance, dependencies: ExportDependencies): void {
  const send = createExportSender()
  app.get(
    `${CUSTOMERS}/:id/export`,
    {
      config: { access: 'customers:read', docs: docs.exportCustomer },
      schema: { params: Type.Object({ id: Type.String() }), response: { 200: CustomerExport } },
    },
    async (request, reply) => {
      const customer = await requireCustomer(dependencies, (request.params as { id: string }).id)
      reply.type('application/json; charset=utf-8')
      return send(request, reply, () => exportOf(dependencies, customer))
    },
  )
}

/** @throws Refusal 404 `customer_not_found` */
async function requireCustomer({ findCustomer }: ExportDependencies, id: string): Promise<Customer> {
  const customer = await findCustomer(idInPath(id))
  if (!customer) throw unknownCustomer()
  return customer
}

async function* exportOf({ store, now }: ExportDependencies, customer: Customer): AsyncGenerator<string> {
  const { id } = customer
  const found = await store.findCart(id)
  const records = {
    customer: presentWithGroup(customer),
    cart: found ? presentStoredCart(found.cart, found.lines) : null,
  }
  const json =
    <R>(present: (record: R) => unknown) =>
    (record: R) =>
      JSON.stringify(present(record))
  yield* writeExport(records, {
    idempotencyKeys: presentPages(store.findIdempotencyKeys(id), json(presentIdempotencyKey)),
    agentCarts: presentPages(store.findBrought(id), json(presentAgentCart)),
    mergedGuests: presentPages(store.findMergedGuests(id), json(presentMergedGuest)),
    webSessions: presentPages(store.findSessions(id), json(presentSession)),
    events: presentPages(store.findEvents(id), json(presentStoredEvent)),
    checkouts: presentPages(store.findCheckouts(id), each => writeCheckout(each, now())),
    audiences: presentPages(store.findAudiences(id), promotion => JSON.stringify(promotion)),
  })
}
