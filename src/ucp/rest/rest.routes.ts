/** REST: one route for each operation, below `/ucp/v1`. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { UCP_REST } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '../../http/request/idempotency-key.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import type { Asked, Operation, OperationName, Platform } from '../operation.ts'
import type { Admission } from '../platforms/admission.ts'
import { profileOf } from '../platforms/agent-header.ts'
import type { CountUcpRequest } from '../ucp-error-handler.http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The platform that calls; set on the routes of operations. */
    ucpPlatform: Platform | undefined
  }
}

/** Method and path of each operation. */
const endpoints: Record<OperationName, { method: 'GET' | 'POST' | 'PUT'; path: string }> = {
  create_cart: { method: 'POST', path: '/carts' },
  get_cart: { method: 'GET', path: '/carts/:id' },
  update_cart: { method: 'PUT', path: '/carts/:id' },
  cancel_cart: { method: 'POST', path: '/carts/:id/cancel' },
  search_catalog: { method: 'POST', path: '/catalog/search' },
  lookup_catalog: { method: 'POST', path: '/catalog/lookup' },
  get_product: { method: 'POST', path: '/catalog/product' },
}

const CallerHeaders = Type.Object({
  'ucp-agent': Type.String(),
  'x-api-key': Type.String(),
  'idempotency-key': Type.String(),
})
const CartPath = Type.Object({ id: Type.String() })

/** What the routes need. */
export interface RestDependencies {
  operations: readonly Operation[]
  admission: Admission
  count: CountUcpRequest
}

/** Registers the routes. */
export function restRoutes(app: App, dependencies: RestDependencies): void {
  app.decorateRequest('ucpPlatform')
  for (const operation of dependencies.operations) registerOperation(app, operation, dependencies)
}

function registerOperation(app: App, operation: Operation, { admission, count }: RestDependencies): void {
  const { name, capability } = operation
  const { method, path } = endpoints[name]
  const hasId = path.includes(':id')
  app.route({
    method,
    url: `${UCP_REST}${path}`,
    config: {
      access: 'public',
      isUndescribed: true,
      mediaType: 'application/json',
      ucpOperation: name,
      validatedByHandler: { body: Type.Unknown(), headers: CallerHeaders },
    },
    ...(hasId && { schema: { params: CartPath } }),
    onRequest: async request => {
      const { 'x-api-key': apiKey, 'ucp-agent': agent } = request.namedHeaders
      const caller = await admission.identify(clientNetworkOf(request.ip), textOf(apiKey))
      request.ucpPlatform = await admission.admit(caller, profileOf(textOf(agent)), capability)
    },
    handler: async (request, reply) => {
      const platform = request.ucpPlatform
      if (!platform) throw new Error('The request has not been admitted.')
      const key = readIdempotencyKey(name, request.namedHeaders['idempotency-key'], IDEMPOTENCY_KEY)
      const { status, body, isReplayed } = await operation.run(askedOf(request, hasId), platform, key)
      count(name, body.ucp.status === 'error' ? 'error' : 'ok')
      if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
      return reply.code(status).serializer(JSON.stringify).send(body)
    },
  })
}

function askedOf({ params, given }: FastifyRequest, hasId: boolean): Asked {
  return hasId ? { id: (params as { id: string }).id, body: given.body } : { body: given.body }
}

/** Node.js joins the values of repeated headers of these names. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
