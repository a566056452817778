/** Answers to the first request of a client: `initialize`, or `server/discover` in stateless versions. There are no sessions to keep. */

import { UcpRefusal } from '../refusals.ts'
import { agreedVersion, VERSION_NAMES } from './versions.ts'

const CAPABILITIES = { tools: {} }

/** Returns the name and the version of Sepet. */
export function serverInfoOf(version: string): object {
  return { name: 'sepet', title: 'Sepet', version }
}

/**
 * Returns the result of `initialize`.
 * @param version of Sepet
 * @throws UcpRefusal `invalid_request`
 */
export function initialise({ protocolVersion }: Readonly<Record<string, unknown>>, version: string): object {
  if (typeof protocolVersion !== 'string') {
    throw new UcpRefusal('invalid_request', '$.params.protocolVersion is required: a text such as 2025-11-25.')
  }
  return {
    protocolVersion: agreedVersion(protocolVersion),
    capabilities: CAPABILITIES,
    serverInfo: serverInfoOf(version),
  }
}

/** Returns the result of `server/discover`. */
export function discover(): object {
  return { supportedVersions: VERSION_NAMES, capabilities: CAPABILITIES }
}
