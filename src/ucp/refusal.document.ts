/** Documents of protocol errors, and of answers with status `error`. */

import type { Envelope } from './operation.ts'
import { shownCodeOf, type UcpRefusal } from './refusals.ts'
import { NEWEST_VERSION } from './versions.ts'

/** A protocol error: the body of REST, and `error.data` of MCP. */
export interface RefusalDocument {
  code: string
  content: string
  /** Where a buyer goes on in a browser. */
  continue_url: string
}

/** Returns the document of a protocol error. @param shopUrl where a buyer goes on in a browser */
export function presentRefusal({ code, message }: UcpRefusal, shopUrl: string): RefusalDocument {
  return { code: shownCodeOf(code), content: message, continue_url: shopUrl }
}

/** Returns the answer to a platform that shares no capability with the operation. */
export function presentIncompatible(
  { message, version = NEWEST_VERSION }: UcpRefusal,
  shopUrl: string,
): { ucp: Envelope } & Record<string, unknown> {
  return {
    ucp: { version, status: 'error', capabilities: {} },
    messages: [{ type: 'error', code: 'capabilities_incompatible', content: message, severity: 'unrecoverable' }],
    continue_url: shopUrl,
  }
}

/** Returns the absolute URL of a path of the shop, such as that of `DEFAULT_RETURN_PATH`. */
export function shopUrlOf(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}
