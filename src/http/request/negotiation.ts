/** Content negotiation of cart endpoints, after JSON:API 1.1 "Server Responsibilities". */

import { refusal } from '../../errors.ts'

/** The media type of every cart answer. It goes out without parameters, as JSON:API demands. */
export const JSON_API = 'application/vnd.api+json'

const ENTRIES = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const PARAMETERS = /;\s*([^=;\s]+)\s*=/g

/**
 * Refuses an Accept header that asks for JSON:API only with parameters Sepet does not know.
 * @throws Refusal 406
 */
export function requireAcceptable(accept: string | undefined): void {
  const entries = (accept?.match(ENTRIES) ?? []).map(each => each.trim()).filter(isJsonApi)
  if (entries.length > 0 && !entries.some(isPlain)) {
    throw refusal('not_acceptable', `Ask for ${JSON_API} without parameters; no extension is supported.`)
  }
}

function isJsonApi(entry: string): boolean {
  return /^application\/vnd\.api\+json\s*(;|$)/i.test(entry)
}

/** `q` is a weight and `profile` may be ignored; everything else changes the media type. */
function isPlain(entry: string): boolean {
  const unquoted = entry.replace(/"(?:[^"\\]|\\.)*"?/g, '')
  return [...unquoted.matchAll(PARAMETERS)].every(([, name = '']) => /^(q|profile)$/i.test(name))
}
