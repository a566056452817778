/** `tools/call`: runs the operation that has the name of the tool, for the platform whose profile the arguments name. */

import { IDEMPOTENCY_REPLAYED } from '../../http/request/idempotency-key.ts'
import type { Answer, Operation } from '../operation.ts'
import { presentIncompatible } from '../refusal.document.ts'
import { UcpRefusal } from '../refusals.ts'
import { ucpRefusalOf } from '../ucp-error-handler.http.ts'
import type { Exchange } from './exchange.ts'
import { type Call, readAsked, readCall } from './read-call.ts'

/** Returns the result of `tools/call`. @throws UcpRefusal */
export async function callTool(params: Readonly<Record<string, unknown>>, exchange: Exchange): Promise<object> {
  const call = readCall(params)
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
