/** Messages of JSON-RPC 2.0: what a request is, and the answers to it. */

import { isObject } from '../../schema/is-object.ts'
import { presentRefusal } from '../refusal.document.ts'
import { UCP_ERRORS, UcpRefusal } from '../refusals.ts'

/** Id of a request. */
export type MessageId = string | number

/** A request, or a notification, which has no id and gets no answer. */
export interface Message {
  id: MessageId | undefined
  method: string
  params: Readonly<Record<string, unknown>>
}

/** An answer with a result. */
export interface ResultMessage {
  jsonrpc: '2.0'
  id: MessageId
  result: object
}

/** An answer with an error; `id` is null where that of the request is not known. */
export interface ErrorMessage {
  jsonrpc: '2.0'
  id: MessageId | null
  error: { code: number; message: string; data?: object }
}

/**
 * Returns the id of a message that can be answered under it; null for every other value.
 * A number that JSON.parse has rounded would be another id.
 */
export function idOf(value: unknown): MessageId | null {
  const id = isObject(value) && Object.hasOwn(value, 'id') ? value.id : null
  if (typeof id === 'string') return id
  if (typeof id !== 'number' || !Number.isFinite(id)) return null
  return Number.isInteger(id) && !Number.isSafeInteger(id) ? null : id
}

/**
 * Reads a message.
 * @throws UcpRefusal `malformed_message` for what is no request and no notification, batches included, and `invalid_request` for parameters
 * that are no object
 */
export function readMessage(value: unknown): Message {
  if (Array.isArray(value)) throw malformed('A batch is not supported: send one message.')
  if (!isObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string') {
    throw malformed('The body must be one request or notification of JSON-RPC 2.0.')
  }
  const id = idOf(value)
  if (Object.hasOwn(value, 'id') && id === null) throw malformed('The id must be a text or a number, at most 2^53 − 1.')
  const { method, params = {} } = value
  if (!isObject(params)) throw new UcpRefusal('invalid_request', '$.params must be a JSON object.')
  return { id: id ?? undefined, method, params }
}

function malformed(content: string): UcpRefusal {
  return new UcpRefusal('malformed_message', content)
}

/** Returns the answer with a result. */
export function presentResult(id: MessageId, result: object): ResultMessage {
  return { jsonrpc: '2.0', id, result }
}

/** Returns the answer with an error. @param shopUrl where a buyer goes on in a browser */
export function presentError(id: MessageId | null, refused: UcpRefusal, shopUrl: string): ErrorMessage {
  const [, code] = UCP_ERRORS[refused.code]
  const { 'Retry-After': retryAfter } = refused.headers
  const data = {
    ...presentRefusal(refused, shopUrl),
    ...refused.data,
    ...(retryAfter !== undefined && { retry_after: Number(retryAfter) }),
  }
  return { jsonrpc: '2.0', id, error: { code, message: refused.message, data } }
}
