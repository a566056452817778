/** Content negotiation of cart endpoints (JSON:API 1.1, "Server Responsibilities"). */

import { refusal } from '../../errors.ts'

/** Media type of every cart response, sent without parameters as JSON:API requires. */
export const JSON_API = 'application/vnd.api+json'

const ENTRIES = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const PARAMETERS = /;\s*([^=;\s]+)\s*=/g

/**
 * Refuses an Accept header whose JSON:API entries all have unsupported parameters.
 * @param accept value of the header; undefined when it is absent
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

/** Whether an entry has no parameter that changes the media type: `q` is a weight, and `profile` may be ignored. */
function isPlain(entry: string): boolean {
  const unquoted = entry.replace(/"(?:[^"\\]|\\.)*"?/g, '')
  return [...unquoted.matchAll(PARAMETERS)].every(([, name = '']) => /^(q|profile)$/i.test(name))
}
