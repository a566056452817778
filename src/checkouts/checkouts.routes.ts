/** The checkout endpoints of the admin API: hold, read, complete, release and list. The web shop's server calls them. */

import Type from 'typebox'
import { CHECKOUTS } from '../api-paths.ts'
import type { Owner } from '../auth/identity.ts'
import { parseSubject } from '../auth/identity.ts'
import { OwnerSubject, subjectRule } from '../auth/subject.schema.ts'
import { Refusal, refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { oneOf } from '../schema/fields.ts'
import { presentPage } from '../schema/keyset.ts'
import { CheckoutDocument, CheckoutPageDocument, presentCheckout, presentListedCheckout } from './checkout.document.ts'
import { type CheckoutPageQuery, keyOfCheckout, type ListedCheckout } from './checkout-list.store.ts'
import { checkoutListQuery } from './checkout-list-query.ts'
import * as docs from './checkouts.docs.ts'
import type { CheckoutStore } from './checkouts.store.ts'
import type { HoldCart } from './hold-cart.ts'
import { requireReference } from './order-reference.ts'

/** Decimal numbers as text, such as `"489.50"`. */
const DecimalText = Type.String({
  pattern: '^[0-9]{1,30}(\\.[0-9]{1,30})?$',
  maxLength: 61,
  description: 'a decimal number as text, such as "489.50"',
})

/** A strong entity tag (RFC 9110 section 8.8.3). A proxy that compresses makes it weak, which names no cart. */
const StrongTag = Type.String({
  pattern: '^"[\\x21\\x23-\\x7e]*"$',
  maxLength: 100,
  description: 'an entity tag with its quotation marks and without W/, as ETag has it',
})

const Hold = Type.Object({
  subject: OwnerSubject,
  expected: Type.Object(
    { grandTotal: DecimalText, cargoPrice: Type.Optional(DecimalText), etag: Type.Optional(StrongTag) },
    { description: 'an object with grandTotal' },
  ),
  channel: Type.Optional(oneOf('app', 'web')),
})
const ReferencePath = Type.Object({ reference: Type.String({ description: 'the shop’s order number' }) })

/** The dependencies of the checkout endpoints. */
export interface CheckoutDependencies {
  store: CheckoutStore
  holdCart: HoldCart
  findPage: (query: CheckoutPageQuery) => Promise<ListedCheckout[]>
  publicUrl: string
  /** Counts a request by its outcome. */
  count: (outcome: 'held' | 'completed' | 'over_limit' | 'over_stock' | 'released' | 'conflict') => void
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the checkout endpoints. */
export function checkoutRoutes(app: App, dependencies: CheckoutDependencies): void {
  const { store, holdCart, count, now } = dependencies
  const path = `${CHECKOUTS}/:reference`
  const params = ReferencePath
  const response = { 200: CheckoutDocument }

  listRoute(app, dependencies)

  app.put(
    path,
    {
      config: { access: 'checkouts:write', docs: docs.holdCheckout },
      schema: { params, body: Hold, response: { ...response, 201: CheckoutDocument } },
    },
    async ({ params: { reference }, body: { subject, expected, channel = 'web' }, actor }, reply) => {
      requireReference(reference)
      try {
        const owner = requireOwner(subject)
        const { checkout, isNew } = await holdCart({ reference, owner, channel, expected, actor })
        if (isNew) count('held')
        return reply.code(isNew ? 201 : 200).send(presentCheckout(checkout))
      } catch (error) {
        if (error instanceof Refusal && error.status === 409) count('conflict')
        throw error
      }
    },
  )

  app.get(
    path,
    { config: { access: 'checkouts:read', docs: docs.readCheckout }, schema: { params, response } },
    async ({ params: { reference } }) => {
      const checkout = await store.find(requireReference(reference), now())
      if (!checkout) throw unknownCheckout()
      return presentCheckout(checkout)
    },
  )

  app.post(
    `${path}/complete`,
    { config: { access: 'checkouts:write', docs: docs.completeCheckout }, schema: { params, response } },
    async ({ params: { reference }, author }) => {
      const completed = await store.complete(requireReference(reference), { ...author, now: now() })
      if (!completed) throw unknownCheckout()
      if (completed.isNew) count('completed')
      if (completed.isNew && completed.checkout.overLimit) count('over_limit')
      if (completed.isNew && completed.checkout.overStock) count('over_stock')
      return presentCheckout(completed.checkout)
    },
  )

  app.delete(
    path,
    { config: { access: 'checkouts:write', docs: docs.releaseCheckout }, schema: { params } },
    async ({ params: { reference }, author }, reply) => {
      const released = await store.release(requireReference(reference), { ...author, now: now() })
      if (released === undefined) throw unknownCheckout()
      if (released) count('released')
      return reply.code(204).send()
    },
  )
}

function listRoute(app: App, { findPage, publicUrl, now }: CheckoutDependencies): void {
  app.get(
    CHECKOUTS,
    {
      config: {
        access: 'checkouts:read',
        validatedByHandler: { querystring: checkoutListQuery.schema },
        docs: docs.listCheckouts,
      },
      schema: { response: { 200: CheckoutPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { filters, given, limit, after } = checkoutListQuery.read(request.given.query)
      const rows = await findPage({ filters, after, limit: limit + 1, references: 'asc', now: now() })
      const page = { rows, limit, keyOf: keyOfCheckout, url: `${publicUrl}${CHECKOUTS}`, parameters: given }
      return presentPage(page, presentListedCheckout)
    },
  )
}

/** @throws Refusal 422 for a subject that cannot own a cart */
function requireOwner(subject: string): Owner {
  const identity = parseSubject(subject)
  if (identity?.kind === 'member' || identity?.kind === 'guest') return identity
  const detail = `subject must be ${subjectRule}.`
  throw new Refusal({ code: 'field_invalid', pointer: '/subject', detail })
}

function unknownCheckout(): Refusal {
  return refusal('checkout_not_found')
}
