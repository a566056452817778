/** Protocol errors of the agents' door: codes with the status of REST and the error code of MCP. */

import { StacklessError } from '../errors.ts'
import type { UcpVersion } from './versions.ts'

/** Status and JSON-RPC code of each error. `capabilities_incompatible` is an answer with status `error`, a result of JSON-RPC. */
export const UCP_ERRORS = {
  unauthorized: [401, -32000],
  invalid_profile_url: [400, -32001],
  profile_not_allowed: [403, -32000],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  discovery_busy: [503, -32000],
  rate_limited: [429, -32000],
  capabilities_incompatible: [200, 0],
  origin_not_allowed: [403, -32000],
  malformed_json: [400, -32700],
  malformed_message: [400, -32600],
  unknown_method: [200, -32601],
  method_not_found: [404, -32601],
  header_mismatch: [400, -32020],
  protocol_version_unsupported: [400, -32022],
  invalid_request: [400, -32602],
  request_too_large: [400, -32602],
  idempotency_key_reused: [409, -32000],
  body_too_large: [413, -32600],
  unsupported_media_type: [415, -32600],
  not_found: [404, -32600],
  method_not_allowed: [405, -32600],
  service_unavailable: [503, -32000],
  internal_error: [500, -32603],
} as const

/** Code of a protocol error. */
export type UcpErrorCode = keyof typeof UCP_ERRORS

/**
 * Returns the code that clients see: the text of a body that is no JSON, and a message that is no JSON-RPC, are invalid requests. An unknown method
 * of MCP has another status in stateless versions, and the same code.
 */
export function shownCodeOf(code: UcpErrorCode): string {
  if (code === 'method_not_found') return 'unknown_method'
  return code === 'malformed_json' || code === 'malformed_message' ? 'invalid_request' : code
}

/** A request that is refused before its operation has an answer. */
export class UcpRefusal extends StacklessError {
  readonly code: UcpErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** Further members of `error.data` of MCP. */
  readonly data: Readonly<Record<string, unknown>>
  /** The version in which the platform is answered; undefined where it is not known, or the answer has none. */
  readonly version: UcpVersion | undefined
  constructor(
    code: UcpErrorCode,
    content: string,
    headers: Readonly<Record<string, string>> = {},
    { data = {}, version }: { data?: UcpRefusal['data']; version?: UcpVersion } = {},
  ) {
    super(content)
    this.name = 'UcpRefusal'
    this.code = code
    this.headers = headers
    this.data = data
    this.version = version
  }
}
