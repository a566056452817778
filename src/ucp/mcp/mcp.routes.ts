/** The Model Context Protocol: POST /ucp/mcp, JSON-RPC over streamable HTTP without sessions; each answer is one JSON document. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { UCP_MCP } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { IDEMPOTENCY_REPLAYED } from '../../http/request/idempotency-key.ts'
import type { Answer, Operation } from '../operation.ts'
import type { Admission, Caller } from '../platforms/admission.ts'
import { presentIncompatible } from '../refusal.document.ts'
import { UcpRefusal } from '../refusals.ts'
import { type CountUcpRequest, ucpRefusalOf } from '../ucp-error-handler.http.ts'
import { initialise, isKnownVersion } from './initialise.ts'
import { idOf, type Message, presentResult, readMessage } from './messages.ts'
import { type Call, readAsked, readCall } from './read-call.ts'
import { presentTools } from './tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends messages; set on the route of MCP. */
    ucpCaller: Caller | undefined
  }
}

const McpHeaders = Type.Object({
  origin: Type.String(),
  'mcp-protocol-version': Type.String(),
  'x-api-key': Type.String(),
})

/** What the endpoint needs. */
export interface McpDependencies {
  operations: readonly Operation[]
  admission: Admission
  count: CountUcpRequest
  /** Origins of pages that may call. */
  origins: readonly string[]
  /** Where a buyer goes on in a browser. */
  shopUrl: string
  /** Version of Sepet. */
  version: string
}

/** Registers the endpoint. */
export function mcpRoutes(app: App, dependencies: McpDependencies): void {
  const { admission, origins } = dependencies
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
        const { origin, 'mcp-protocol-version': version, 'x-api-key': apiKey } = request.namedHeaders
        requireOrigin(origin, origins)
        request.ucpCaller = await admission.identify(clientNetworkOf(request.ip), textOf(apiKey))
        if (version !== undefined && !isKnownVersion(version)) throw unknownVersion()
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

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  dependencies: McpDependencies
}

async function answer({ id, method, params }: Message, exchange: Exchange): Promise<FastifyReply> {
  const { reply } = exchange
  // Nothing that the door offers is done by a notification.
  if (id === undefined) return reply.code(202).send()
  return send(reply, presentResult(id, await resultOf(method, params, exchange)))
}

async function resultOf(method: string, params: Message['params'], exchange: Exchange): Promise<object> {
  const { operations, version } = exchange.dependencies
  if (method === 'initialize') return initialise(params, version)
  if (method === 'ping') return {}
  if (method === 'tools/list') return presentTools(operations, params)
  if (method === 'tools/call') return callTool(readCall(params), exchange)
  throw new UcpRefusal('unknown_method', 'There is no such method.')
}

async function callTool(call: Call, exchange: Exchange): Promise<object> {
  const { operations, count, shopUrl } = exchange.dependencies
  const operation = operations.find(({ name }) => name === call.name)
  if (!operation) throw new UcpRefusal('invalid_request', '$.params.name must be one of the tools of tools/list.')
  try {
    const body = await run(operation, call, exchange)
    count(operation.name, body.ucp.status === 'error' ? 'error' : 'ok')
    return toolResult(body)
  } catch (error) {
    const refused = ucpRefusalOf(error, exchange.request)
    count(operation.name, refused.code)
    if (refused.code === 'capabilities_incompatible') return toolResult(presentIncompatible(refused, shopUrl))
    throw error
  }
}

async function run(operation: Operation, { profile, given }: Call, exchange: Exchange): Promise<Answer['body']> {
  const { request, reply, dependencies } = exchange
  const caller = request.ucpCaller
  if (!caller) throw new Error('The caller has not been identified.')
  const platform = await dependencies.admission.admit(caller, profile, operation.capability)
  const { asked, key } = readAsked(operation.name, given)
  const { body, isReplayed } = await operation.run(asked, platform, key)
  if (isReplayed) reply.header(IDEMPOTENCY_REPLAYED, 'true')
  return body
}

function toolResult(body: object): object {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
}

/** @throws UcpRefusal `origin_not_allowed` for a page of another origin; programs send none */
function requireOrigin(origin: string | string[] | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.some(each => each === origin)) return
  throw new UcpRefusal('origin_not_allowed', 'Pages of this origin may not call.')
}

function unknownVersion(): UcpRefusal {
  return new UcpRefusal('malformed_message', 'The value of MCP-Protocol-Version is not a supported version.')
}

/** Node.js joins the values of repeated headers of these names. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.serializer(JSON.stringify).send(body)
}
