/** Links to carts that anybody writes (GET /buy/101:1,102-3:2). */

import Type from 'typebox'
import { BUY } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import type { CountedRequest, RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { type LinkDependencies, type LinkOutcome, registerLinkEndpoint } from '../opening/link-endpoint.http.ts'
import type { FindLinkedCart } from '../opening/linked-cart.ts'
import * as docs from './buy.docs.ts'
import { type BuyLink, parseBuyLink } from './buy-link.ts'

const BuyPath = Type.Object({ items: Type.String() })
const BuyQuery = Type.Object({
  coupon: Type.Optional(Type.String({ description: 'a coupon code' })),
  continue_to: Type.Optional(Type.String({ description: 'a path of the same site, to which the link then leads' })),
})

/** Dependencies of the endpoint. */
export interface BuyDependencies extends LinkDependencies {
  findBuyLink: (link: BuyLink, countUnknown: () => Promise<CountedRequest>) => ReturnType<FindLinkedCart>
  publicUrl: string
  /** Limits openings per client network. */
  limit: RateLimit
  /** Limits unknown coupon codes per client network. */
  limitUnknownCoupons: RateLimit
  /** Counts an opening by its outcome. */
  count: (outcome: LinkOutcome) => void
}

/** Registers the endpoint. */
export function buyRoutes(app: App, dependencies: BuyDependencies): void {
  const { findBuyLink, fallbackPath, publicUrl, limit, limitUnknownCoupons, count } = dependencies
  const site = { defaultPath: fallbackPath, origin: new URL(publicUrl).origin }
  registerLinkEndpoint(app, dependencies, {
    ...{
      path: `${BUY}/:items`,
      docs: docs.openBuyLink,
      params: BuyPath,
      querystring: BuyQuery,
      status: 303,
      opensFor: 'navigations',
    },
    limit,
    count,
    read: (request, network) => {
      const { items } = request.params as { items: string }
      const link = parseBuyLink(items, request.given.query as Record<string, unknown>, site)
      if (!link) return undefined
      return { find: () => findBuyLink(link, () => limitUnknownCoupons(network)), destination: link.destination }
    },
  })
}
