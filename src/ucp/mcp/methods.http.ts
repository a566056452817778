/** Methods of MCP by lifecycle, and the form of their results. */

import { UcpRefusal } from '../refusals.ts'
import { callTool } from './call-tool.http.ts'
import type { Exchange } from './exchange.ts'
import { discover, initialise, serverInfoOf } from './initialise.ts'
import type { Message } from './messages.ts'
import { presentTools } from './tools.ts'
import type { Lifecycle } from './versions.ts'

type RunMethod = (params: Message['params'], exchange: Exchange) => object | Promise<object>

const listTools: RunMethod = (params, { dependencies }) => presentTools(dependencies.operations, params)

const METHODS: Record<Lifecycle, ReadonlyMap<string, RunMethod>> = {
  handshake: new Map<string, RunMethod>([
    ['initialize', (params, { dependencies }) => initialise(params, dependencies.version)],
    ['ping', () => ({})],
    ['tools/list', listTools],
    ['tools/call', callTool],
  ]),
  stateless: new Map<string, RunMethod>([
    ['server/discover', discover],
    ['tools/list', listTools],
    ['tools/call', callTool],
  ]),
}

const UNKNOWN_METHOD = { handshake: 'unknown_method', stateless: 'method_not_found' } as const

/** Results that clients may keep, since only another version of Sepet changes them: for an hour, whoever asked. */
const KEPT: ReadonlySet<string> = new Set(['server/discover', 'tools/list'])
const CACHE_HINTS = { ttlMs: 3_600_000, cacheScope: 'public' }

/** Runs the method of a message, and returns its result in the form of the lifecycle. @throws UcpRefusal */
export async function resultOf(message: Message, lifecycle: Lifecycle, exchange: Exchange): Promise<object> {
  const { method, params } = message
  const run = METHODS[lifecycle].get(method)
  if (!run) throw new UcpRefusal(UNKNOWN_METHOD[lifecycle], 'There is no such method.')
  const result = await run(params, exchange)
  return lifecycle === 'stateless' ? complete(result, method, exchange.dependencies.version) : result
}

function complete(result: object, method: string, version: string): object {
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfoOf(version) }
  return { resultType: 'complete', ...result, ...(KEPT.has(method) && CACHE_HINTS), _meta }
}
