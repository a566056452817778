/** The link of an agent's cart (GET /checkout/continue). */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { CONTINUE } from '../../api-paths.ts'
import {
  type LinkDependencies,
  type LinkOutcome,
  registerLinkEndpoint,
} from '../../cart-links/opening/link-endpoint.http.ts'
import type { App } from '../../http/fastify-types.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { isContinueCode, ownerOfCode } from '../carts/cart-names.crypto.ts'
import type { FindAgentCart } from './agent-cart.ts'
import * as docs from './continue.docs.ts'

const CodeParameter = Type.Object({ c: Type.String({ description: 'what the link contains' }) })

/** The dependencies of the endpoint. */
export interface ContinueDependencies extends LinkDependencies {
  findAgentCart: FindAgentCart
  /** Limits openings per client network. */
  limit: RateLimit
  /** Counts an opening by its outcome. */
  count: (outcome: LinkOutcome) => void
}

/** Registers the endpoint. */
export function continueRoutes(app: App, dependencies: ContinueDependencies): void {
  const { findAgentCart, limit, count } = dependencies
  registerLinkEndpoint(app, dependencies, {
    path: CONTINUE,
    docs: docs.continueCart,
    querystring: CodeParameter,
    status: 302,
    opensFor: 'any',
    limit,
    count,
    read: request => {
      const code = codeOf(request)
      return isContinueCode(code) ? { find: () => findAgentCart(ownerOfCode(code)) } : undefined
    },
  })
}

function codeOf({ given }: FastifyRequest): string {
  const { c } = given.query as { c?: unknown }
  return typeof c === 'string' ? c : ''
}
