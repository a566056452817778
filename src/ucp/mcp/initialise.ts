/** Versions of the Model Context Protocol, and the answer to `initialize`; there are no sessions to keep. */

import { UcpRefusal } from '../refusals.ts'

/** Versions that are spoken, the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26']

/** Whether a value of the header `MCP-Protocol-Version` is a version that is spoken. */
export function isKnownVersion(version: unknown): boolean {
  return VERSIONS.some(each => each === version)
}

/**
 * Returns the result of `initialize`: the version that the client asks for where it is spoken, else the newest.
 * @param version of Sepet
 * @throws UcpRefusal `invalid_request`
 */
export function initialise({ protocolVersion }: Readonly<Record<string, unknown>>, version: string): object {
  if (typeof protocolVersion !== 'string') {
    throw new UcpRefusal('invalid_request', '$.params.protocolVersion is required: a text such as 2025-11-25.')
  }
  return {
    protocolVersion: isKnownVersion(protocolVersion) ? protocolVersion : VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'sepet', title: 'Sepet', version },
  }
}
