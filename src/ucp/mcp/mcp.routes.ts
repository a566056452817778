/** The Model Context Protocol: POST /ucp/mcp, JSON-RPC over streamable HTTP without sessions; each answer is one JSON document. */

import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { UCP_MCP } from '../../api-paths.ts'
import type { App, NamedHeaders } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { UcpRefusal } from '../refusals.ts'
import type { Exchange, McpDependencies } from './exchange.ts'
import { idOf, type Message, presentResult, readMessage } from './messages.ts'
import { resultOf } from './methods.http.ts'
import { requireMirroredHeaders } from './mirrored-headers.ts'
import { requireRequestMeta } from './request-meta.ts'
import { type Lifecycle, versionOf } from './versions.ts'

const McpHeaders = Type.Object({
  origin: Type.String(),
  'mcp-protocol-version': Type.String(),
  'mcp-method': Type.String(),
  'mcp-name': Type.String(),
  'x-api-key': Type.String(),
})

/** Registers the endpoint. */
export function mcpRoutes(app: App, dependencies: McpDependencies): void {
  const { admission, isAllowedOrigin } = dependencies
  app.decorateRequest('ucpCaller')
  app.decorateRequest('ucpMessageId', null)
  app.post(
    UCP_MCP,
    {
      config: {
        access: 'public',
        isUndescribed: true,
        mediaType: 'application/json',
        validatedByHandler: { body: Type.Unknown(), headers: McpHeaders },
      },
      onRequest: async request => {
        const { origin, 'x-api-key': apiKey } = request.namedHeaders
        const { localPort } = request.socket
        requireOrigin(origin, each => isAllowedOrigin(each, localPort))
        request.ucpCaller = await admission.identify(clientNetworkOf(request.ip), textOf(apiKey))
      },
    },
    async (request, reply) => {
      const { body } = request.given
      // The error handler answers under this id.
      request.ucpMessageId = idOf(body)
      return answer(readMessage(body), { request, reply, dependencies })
    },
  )
}

async function answer(message: Message, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange
  const { id } = message
  const { lifecycle } = versionOf(textOf(request.namedHeaders['mcp-protocol-version']), message.params)
  // Nothing that the door offers is done by a notification.
  if (id === undefined) return reply.code(202).send()
  requireForm[lifecycle](message, request.namedHeaders)
  return send(reply, presentResult(id, await resultOf(message, lifecycle, exchange)))
}

/** Requires what each request of a lifecycle has besides its method and parameters. */
const requireForm: Record<Lifecycle, (message: Message, headers: NamedHeaders) => void> = {
  handshake: () => {},
  stateless: (message, { 'mcp-method': method, 'mcp-name': name }) => {
    requireMirroredHeaders(message, { method: textOf(method), name: textOf(name) })
    requireRequestMeta(message.params)
  },
}

/** @throws UcpRefusal `origin_not_allowed` for a page of another origin; programs send none */
function requireOrigin(origin: string | string[] | undefined, isAllowed: (origin: string) => boolean): void {
  if (origin === undefined || (typeof origin === 'string' && isAllowed(origin))) return
  throw new UcpRefusal('origin_not_allowed', 'Pages of this origin may not call.')
}

/** Node.js joins the values of repeated headers of these names. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.serializer(JSON.stringify).send(body)
}
