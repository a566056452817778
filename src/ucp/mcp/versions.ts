/** Versions of the Model Context Protocol that are spoken, and the one that a message is in. */

import { UcpRefusal } from '../refusals.ts'
import { PROTOCOL_VERSION, requestMetaOf } from './request-meta.ts'

/**
 * How a client begins: by `initialize` (`handshake`), or by any request, each of which names its version and the client's capabilities
 * (`stateless`).
 */
export type Lifecycle = 'handshake' | 'stateless'

/** A version. */
export interface McpVersion {
  name: string
  lifecycle: Lifecycle
}

const VERSIONS: readonly McpVersion[] = [
  { name: '2026-07-28', lifecycle: 'stateless' },
  { name: '2025-11-25', lifecycle: 'handshake' },
  { name: '2025-06-18', lifecycle: 'handshake' },
  { name: '2025-03-26', lifecycle: 'handshake' },
]

/** The version of a message that names none: the last one without the header `MCP-Protocol-Version`. */
const UNNAMED: McpVersion = { name: '2025-03-26', lifecycle: 'handshake' }

/** Maximum length, in characters, of the version that an error repeats. */
const MAX_REPEATED = 64

/** Names of the versions, the newest first. */
export const VERSION_NAMES: readonly string[] = VERSIONS.map(({ name }) => name)

/** Returns the version that `initialize` agrees on: the one that the client names where it begins by `initialize`, else the newest of those. */
export function agreedVersion(asked: string): string {
  const names = VERSIONS.filter(({ lifecycle }) => lifecycle === 'handshake').map(({ name }) => name)
  return names.find(name => name === asked) ?? names[0] ?? UNNAMED.name
}

/**
 * Returns the version of a message: that of the header and of `_meta`, which must be the same where both are there.
 * @param header value of `MCP-Protocol-Version`
 * @throws UcpRefusal `header_mismatch`, and `protocol_version_unsupported` with the names of those that are spoken
 */
export function versionOf(header: string | undefined, params: Readonly<Record<string, unknown>>): McpVersion {
  const claimed = requestMetaOf(params)[PROTOCOL_VERSION]
  const inMeta = typeof claimed === 'string' ? claimed : undefined
  if (header !== undefined && inMeta !== undefined && header !== inMeta) throw mismatch('must equal')
  const asked = header ?? inMeta
  if (asked === undefined) return UNNAMED
  const version = VERSIONS.find(({ name }) => name === asked)
  if (!version) throw unsupported(asked)
  if (header === undefined && version.lifecycle === 'stateless') throw mismatch('is required beside')
  return version
}

function mismatch(rule: string): UcpRefusal {
  return new UcpRefusal('header_mismatch', `MCP-Protocol-Version ${rule} $.params._meta["${PROTOCOL_VERSION}"].`)
}

function unsupported(asked: string): UcpRefusal {
  const content = `The version of MCP is not supported. Supported are ${VERSION_NAMES.join(', ')}.`
  const data = { supported: VERSION_NAMES, requested: asked.slice(0, MAX_REPEATED) }
  return new UcpRefusal('protocol_version_unsupported', content, {}, { data })
}
