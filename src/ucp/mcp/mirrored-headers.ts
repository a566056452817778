/** Headers that repeat parts of the body, by which proxies route: in stateless versions they must say what the body says. */

import { UcpRefusal } from '../refusals.ts'
import type { Message } from './messages.ts'

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

const SAFE = /^[\t\x20-\x7e]*$/
const ENCODED = /^=\?base64\?(.*)\?=$/

/** The headers; of repeated ones, all values with commas between them. */
export interface MirroredHeaders {
  /** `Mcp-Method`. */
  method: string | undefined
  /** `Mcp-Name`. */
  name: string | undefined
}

/**
 * Requires that the headers say what the body says.
 * @throws UcpRefusal `header_mismatch` for one that is missing, differs or cannot be decoded
 */
export function requireMirroredHeaders({ method, params }: Message, headers: MirroredHeaders): void {
  if (headers.method !== method) throw mismatch('Mcp-Method', '$.method')
  const member = NAMED_BY.get(method)
  if (member === undefined) return
  const named = typeof params[member] === 'string' ? params[member] : undefined
  if (decodedOf(headers.name) !== named) throw mismatch('Mcp-Name', `$.params.${member}`)
}

/** Returns the text of a header; null for characters that headers do not have, and for Base64 that is not the encoding of a text. */
function decodedOf(value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined
  const [, encoded] = ENCODED.exec(value) ?? []
  if (encoded === undefined) return SAFE.test(value) ? value : null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return Buffer.from(text, 'utf8').toString('base64') === encoded ? text : null
}

function mismatch(header: string, place: string): UcpRefusal {
  return new UcpRefusal('header_mismatch', `${header} is required, and must equal ${place}.`)
}
