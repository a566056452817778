/** Members of `_meta` in requests of stateless versions. */

import { isObject } from '../../schema/is-object.ts'
import { UcpRefusal } from '../refusals.ts'

/** Member of `_meta`: the version of MCP. */
export const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'

const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** Returns `_meta`; an object without members where it is none. */
export function requestMetaOf({ _meta }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(_meta) ? _meta : {}
}

/**
 * Requires the members that each request of a stateless version has. The capabilities are not read further: no tool needs one.
 * @throws UcpRefusal `invalid_request`
 */
export function requireRequestMeta(params: Readonly<Record<string, unknown>>): void {
  const meta = requestMetaOf(params)
  if (typeof meta[PROTOCOL_VERSION] !== 'string') throw missing(PROTOCOL_VERSION, 'a text')
  if (!isObject(meta[CLIENT_CAPABILITIES])) throw missing(CLIENT_CAPABILITIES, 'a JSON object')
}

function missing(name: string, form: string): UcpRefusal {
  return new UcpRefusal('invalid_request', `$.params._meta["${name}"] is required: ${form}.`)
}
