/** Calls of tools: what the parameters of `tools/call` say. */

import { isObject } from '../../schema/is-object.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import type { Asked, OperationName } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'

/** Members of the arguments of each tool: the id of a cart, and what REST has as its body. */
const argumentsOf: Record<OperationName, { hasId: boolean; body: 'cart' | 'catalog' | undefined }> = {
  create_cart: { hasId: false, body: 'cart' },
  get_cart: { hasId: true, body: undefined },
  update_cart: { hasId: true, body: 'cart' },
  cancel_cart: { hasId: true, body: undefined },
  search_catalog: { hasId: false, body: 'catalog' },
  lookup_catalog: { hasId: false, body: 'catalog' },
  get_product: { hasId: false, body: 'catalog' },
}

/** The parameters of `tools/call`. */
export interface Call {
  name: string
  /** `meta["ucp-agent"].profile` of the arguments; undefined where it is no text. */
  profile: string | undefined
  given: Readonly<Record<string, unknown>>
}

/** Reads what is known before the platform is: the tool and the profile. @throws UcpRefusal `invalid_request` */
export function readCall({ name, arguments: given = {} }: Readonly<Record<string, unknown>>): Call {
  if (typeof name !== 'string') throw invalid('$.params.name is required: the name of a tool.')
  if (!isObject(given)) throw invalid('$.params.arguments must be a JSON object.')
  const profile = memberOf(memberOf(memberOf(given, 'meta'), 'ucp-agent'), 'profile')
  return { name, profile: typeof profile === 'string' ? profile : undefined, given }
}

/** Reads what the operation is asked, once the platform is admitted. @throws UcpRefusal `invalid_request` */
export function readAsked(operation: OperationName, given: Call['given']): { asked: Asked; key: string | undefined } {
  const { hasId, body } = argumentsOf[operation]
  const place = '$.meta["idempotency-key"]'
  const key = readIdempotencyKey(operation, memberOf(memberOf(given, 'meta'), 'idempotency-key'), place)
  const { id } = given
  if (hasId && typeof id !== 'string') throw invalid('$.id is required: the id of the cart.')
  if (body && !isObject(given[body])) throw invalid(`$.${body} must be a JSON object.`)
  // A body that REST may leave out is an object without members there, too.
  return { asked: { ...(typeof id === 'string' && hasId && { id }), body: body ? given[body] : {} }, key }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function invalid(content: string): UcpRefusal {
  return new UcpRefusal('invalid_request', content)
}
