/** Return path validation: a handoff may redirect only to paths that match an allowlist and a strict path grammar. */

/** The allowed path prefixes, and the default path that replaces a path that is not allowed (specification 8). */
export interface ReturnPaths {
  allowed: string[]
  fallback: string
}

const MAX_LENGTH = 2048
/** RFC 3986 unreserved characters and percent-encoded octets. */
const SEGMENT = /^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+$/
const ENCODED = /(?:%[0-9A-Fa-f]{2})+/g

/** Returns the requested path unchanged when it is allowed, otherwise the fallback. @param wanted a value of any type */
export function chooseReturnPath(wanted: unknown, { allowed, fallback }: ReturnPaths): string {
  return typeof wanted === 'string' && isAllowedPath(wanted, allowed) ? wanted : fallback
}

/** Returns whether a path equals an allowed prefix or is below one: `/odeme`, `/odeme/`, `/odeme/adim-2`. */
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

/** Allows encoded letters only: a later decoder would interpret an encoded dot, slash or control character. */
function encodesLetters(octets: string): boolean {
  try {
    return /^\p{L}+$/u.test(decodeURIComponent(octets))
  } catch {
    return false
  }
}
