/** Links to carts that the shop makes: making one (POST /cart-links), and opening it (GET /checkout/cart-link). */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { CART_LINK, CART_LINKS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { formatInstant } from '../../schema/instants.ts'
import { instant as instantOf } from '../../schema/fields.ts'
import { warnOfUnknownFields, Warnings } from '../../schema/warnings.ts'
import { type LinkDependencies, type LinkOutcome, registerLinkEndpoint } from '../opening/link-endpoint.http.ts'
import type { FindLinkedCart } from '../opening/linked-cart.ts'
import { CartLinkInput, readLinkOrder } from './cart-link.schema.ts'
import * as docs from './cart-links.docs.ts'
import { isLinkCode } from './link-code.crypto.ts'
import type { MakeLink } from './make-link.ts'

const CodeParameter = Type.Object({ c: Type.String({ description: 'what the link contains' }) })

const CartLinkDocument = Type.Object(
  {
    data: Type.Object({
      url: Type.String({ description: 'the link, for browsers' }),
      expiresAt: instantOf('from when on the link is dead'),
    }),
    meta: Type.Optional(Type.Object({ warnings: Warnings })),
  },
  { title: 'CartLink' },
)

/** Dependencies of the making. */
export interface MakingDependencies {
  makeLink: MakeLink
  /** Maximum number of lines of a cart. */
  maxLines: number
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the making, which needs `carts:write`. */
export function cartLinkRoutes(app: App, { makeLink, maxLines, publicUrl, now }: MakingDependencies): void {
  app.post(
    CART_LINKS,
    {
      config: {
        access: 'carts:write',
        requiresBody: true,
        validatedByHandler: { body: CartLinkInput },
        docs: docs.createCartLink,
      },
      schema: { response: { 201: CartLinkDocument } },
    },
    async ({ given }, reply) => {
      const { code, expiresAt } = await makeLink(readLinkOrder(given.body, { maxLines, now: now() }))
      const { warnings } = warnOfUnknownFields(CartLinkInput, given.body)
      return reply.code(201).send({
        data: { url: `${publicUrl}${CART_LINK}?c=${code}`, expiresAt: formatInstant(expiresAt) },
        ...(warnings.length > 0 && { meta: { warnings } }),
      })
    },
  )
}

/** Dependencies of the opening. */
export interface MadeLinkDependencies extends LinkDependencies {
  findMadeLink: (code: string) => ReturnType<FindLinkedCart>
  /** Limits openings per client network. */
  limit: RateLimit
  /** Counts an opening by its outcome. */
  count: (outcome: LinkOutcome) => void
}

/** Registers the opening. */
export function madeLinkRoutes(app: App, dependencies: MadeLinkDependencies): void {
  const { findMadeLink, limit, count } = dependencies
  registerLinkEndpoint(app, dependencies, {
    ...{ path: CART_LINK, docs: docs.openCartLink, querystring: CodeParameter, status: 302, opensFor: 'navigations' },
    limit,
    count,
    read: request => {
      const code = codeOf(request)
      return isLinkCode(code) ? { find: () => findMadeLink(code) } : undefined
    },
  })
}

function codeOf({ given }: FastifyRequest): string {
  const { c } = given.query as { c?: unknown }
  return typeof c === 'string' ? c : ''
}
