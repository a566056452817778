/** Calls of operations over either transport, whose answers a test compares. */

import assert from 'node:assert/strict'
import type { OperationName } from '../../../src/ucp/operation.ts'
import type { Answer, Callable } from '../service/service.ts'

/** A way to call an operation. */
export type Transport = 'REST' | 'MCP'

/** Both. */
export const TRANSPORTS: readonly Transport[] = ['REST', 'MCP']

/** What an operation is asked. */
export interface Question {
  id?: string
  body?: unknown
  /** URL of the profile; left out where it is undefined. */
  profile?: string | undefined
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** An answer without its transport. */
export interface Told {
  /** Status of HTTP. */
  status: number
  /** Code of a protocol error; undefined for an answer of the operation. */
  code: string | undefined
  /** Answer of the operation, or document of the protocol error. */
  json: Record<string, unknown>
  /** Code of the error in JSON-RPC; undefined over REST. */
  rpcCode: number | undefined
  headers: Headers
}

const endpoints: Record<OperationName, [method: string, path: (id: string) => string, member?: 'cart' | 'catalog']> = {
  create_cart: ['POST', () => '/carts', 'cart'],
  get_cart: ['GET', id => `/carts/${id}`],
  update_cart: ['PUT', id => `/carts/${id}`, 'cart'],
  cancel_cart: ['POST', id => `/carts/${id}/cancel`],
  search_catalog: ['POST', () => '/catalog/search', 'catalog'],
  lookup_catalog: ['POST', () => '/catalog/lookup', 'catalog'],
  get_product: ['POST', () => '/catalog/product', 'catalog'],
}

/** Asks an operation. */
export async function ask(
  service: Pick<Callable, 'call'>,
  transport: Transport,
  operation: OperationName,
  question: Question = {},
): Promise<Told> {
  return transport === 'REST' ? askRest(service, operation, question) : askMcp(service, operation, question)
}

async function askRest({ call }: Pick<Callable, 'call'>, operation: OperationName, question: Question): Promise<Told> {
  const [method, path] = endpoints[operation]
  const { id = '', body, profile, idempotencyKey, headers } = question
  const answer = await call(method, `/ucp/v1${path(id)}`, {
    ...(method !== 'GET' && body !== undefined && { body }),
    headers: {
      ...(profile !== undefined && { 'UCP-Agent': `profile="${profile}"` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
  })
  const json = answer.json as Record<string, unknown>
  return {
    status: answer.status,
    code: json.code as string | undefined,
    json,
    rpcCode: undefined,
    headers: answer.headers,
  }
}

async function askMcp({ call }: Pick<Callable, 'call'>, operation: OperationName, question: Question): Promise<Told> {
  const [, , member] = endpoints[operation]
  const { id, body, profile, idempotencyKey, headers } = question
  const meta = {
    ...(profile !== undefined && { 'ucp-agent': { profile } }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  const given = { meta, ...(id !== undefined && { id }), ...(member && { [member]: body }) }
  const answer = await callTool(call, { name: operation, arguments: given }, headers)
  return told(answer)
}

/** Sends `tools/call`. */
export function callTool(
  call: Callable['call'],
  params: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return sendMessage(call, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
}

/** Sends a message of JSON-RPC. */
export function sendMessage(
  call: Callable['call'],
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call('POST', '/ucp/mcp', { body, headers: { Accept: 'application/json, text/event-stream', ...headers } })
}

/** Checks that the text and the structured content of a result are the same. */
function told({ status, json, headers }: Answer): Told {
  const { result, error } = json as Message
  if (error) return { status, code: error.data.code, json: error.data, rpcCode: error.code, headers }
  assert.ok(result, JSON.stringify(json))
  assert.deepEqual(JSON.parse(result.content[0]?.text ?? ''), result.structuredContent)
  return { status, code: undefined, json: result.structuredContent, rpcCode: undefined, headers }
}

interface Message {
  result?: { structuredContent: Record<string, unknown>; content: { type: string; text: string }[] }
  error?: { code: number; message: string; data: Record<string, unknown> & { code: string } }
}
