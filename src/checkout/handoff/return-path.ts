/** Which paths of the web shop a handoff may return to: a grammar of what is allowed, not a list of what is not. */

/** The prefixes that are allowed, and the path used in place of one that is not (specification 8). */
export interface ReturnPaths {
  allowed: string[]
  fallback: string
}

const MAX_LENGTH = 2048
/** RFC 3986 unreserved characters and percent-encoded octets. */
const SEGMENT = /^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$/
const ENCODED = /(?:%[0-9A-Fa-f]{2})+/g

/** The path a client asks for where it is allowed, byte for byte; the fallback for everything else, of any type. */
export function chooseReturnPath(wanted: unknown, { allowed, fallback }: ReturnPaths): string {
  return typeof wanted === 'string' && isAllowedPath(wanted, allowed) ? wanted : fallback
}

/** Whether a path is a prefix of the list or lies below one: `/odeme`, `/odeme/`, `/odeme/adim-2`. */
export function isAllowedPath(path: string, allowed: string[]): boolean {
  if (path.length > MAX_LENGTH) return false
  return allowed.some(prefix => path === prefix || (path.startsWith(`${prefix}/`) && areSegments(path, prefix)))
}

function areSegments(path: string, prefix: string): boolean {
  const segments = path.slice(prefix.length + 1).split('/')
  if (segments.at(-1) === '') segments.pop()
  return segments.every(isSegment)
}

function isSegment(segment: string): boolean {
  if (!SEGMENT.test(segment) || segment === '.' || segment === '..') return false
  return (segment.match(ENCODED) ?? []).every(encodesLetters)
}

/** Letters only: an encoded dot, slash or control character would mean something to whoever decodes it next. */
function encodesLetters(octets: string): boolean {
  try {
    return /^\p{L}+$/u.test(decodeURIComponent(octets))
  } catch {
    return false
  }
}
