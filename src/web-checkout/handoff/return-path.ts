/** Return path validation: a handoff may redirect only to paths that match an allowlist and the path grammar of RFC 3986. */

/** The allowed path prefixes, and the default path that replaces a path that is not allowed (specification 8). */
export interface ReturnPaths {
  allowed: string[]
  fallback: string
}

const MAX_LENGTH = 2048
/** A segment that is not empty: `segment-nz` of RFC 3986 section 3.3. */
const SEGMENT = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/
const DOT_SEGMENTS = ['.', '..']
/** Characters with a meaning for the next parser of the path, when they appear after decoding. */
const SYNTAX = /[\p{Cc}/\\%]/u

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
  const text = SEGMENT.test(segment) ? decode(segment) : undefined
  if (text === undefined || SYNTAX.test(text)) return false
  // Servlet containers remove the parameters of a segment (RFC 3986 section 3.3) before they resolve dot segments.
  const [name = ''] = text.split(';')
  // URL parsers and file systems drop the blanks at the end of a path, of a decoded one too.
  return !DOT_SEGMENTS.includes(name.trim())
}

/**
 * Decodes a segment once, into compatibility normal form (NFKC), in which `．` is a dot and `／` a slash, as some parsers read them.
 * @returns undefined when the octets are not UTF-8
 */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).normalize('NFKC')
  } catch {
    return undefined
  }
}
