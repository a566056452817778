/** Requests of MCP 2026-07-28, as a client makes them: each with its version, its method and the client's capabilities. */

import type { Callable } from '../service/service.ts'
import { sendMessage } from './ask.ts'

/** The newest version of MCP. */
export const STATELESS = '2026-07-28'

/** A request. */
export interface StatelessRequest {
  jsonrpc: '2.0'
  id: unknown
  method: string
  params: unknown
}

/** Returns `_meta` of a request. */
export function metaOf(): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

/** Returns a request. @param params an object gets `_meta`, unless it has one; other values stay as they are */
export function statelessRequest(method: string, params: unknown, id: unknown = 7): StatelessRequest {
  const isRecord = typeof params === 'object' && params !== null && !Array.isArray(params)
  return { jsonrpc: '2.0', id, method, params: isRecord ? { _meta: metaOf(), ...params } : params }
}

/** Returns the headers that a request has. */
export function statelessHeaders({ method, params }: { method: string; params?: unknown }): Record<string, string> {
  const { name, uri } = (params ?? {}) as { name?: unknown; uri?: unknown }
  const named = method === 'resources/read' ? uri : name
  const needsName = ['tools/call', 'prompts/get', 'resources/read'].includes(method) && typeof named === 'string'
  return {
    'MCP-Protocol-Version': STATELESS,
    'Mcp-Method': method,
    ...(needsName && { 'Mcp-Name': encodedName(named) }),
  }
}

function encodedName(name: string): string {
  const isSafe = /^[\x20-\x7e]*$/.test(name) && name.trim() === name && !/^=\?base64\?.*\?=$/.test(name)
  return isSafe ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

/** The answer to a request. */
export interface StatelessReply {
  status: number
  id: unknown
  result: Record<string, unknown> | undefined
  error: { code: number; message: string; data: Record<string, unknown> } | undefined
}

/** Sends a message with headers. */
export async function sendTo(door: Pick<Callable, 'call'>, message: unknown, headers: Record<string, string> = {}) {
  const { status, json } = await sendMessage(door.call, message, headers)
  return { status, ...((json ?? {}) as Omit<StatelessReply, 'status'>) }
}

/** Sends a request with its headers, of which `replaced` replaces some, and leaves those out that are undefined. */
export function askOf(door: () => Pick<Callable, 'call'>) {
  return (
    method: string,
    params: unknown = {},
    replaced: Record<string, string | undefined> = {},
    id: unknown = 7,
  ): Promise<StatelessReply> => {
    const message = statelessRequest(method, params, id)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries({ ...statelessHeaders(message), ...replaced }))
      if (value !== undefined) headers[name] = value
    return sendTo(door(), message, headers)
  }
}

/** Returns what a refusal consists of. */
export function refusalIn({ status, id, error }: StatelessReply): unknown[] {
  return [status, id, error?.code, error?.data.code]
}
