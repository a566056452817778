/** Paths of request targets, also of requests that cannot be parsed. */

/** A request line up to the end of the target's path, after the empty lines that a server ignores (RFC 9112 section 2.2). */
const LINE_START = /^[\r\n]*[^\s]{1,64}[ \t]+([^\s?#]+)[\s?#]/

/** Returns the path of a target as the router reads it: without authority and query, and decoded if its encoding is valid. */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the path that a request names, by its first bytes. @returns undefined when they are no beginning of a request line */
export function pathOfBytes(bytes: Buffer): string | undefined {
  const [, target] = LINE_START.exec(bytes.toString('latin1')) ?? []
  return target === undefined ? undefined : pathOf(target)
}

const OPERATIONAL = /^\/(health\/live|health\/ready|metrics)(\?|$)/

/** Whether a request is never refused: probes decide on restarts and routing, and operators need the metrics. */
export function isOperational(url: string): boolean {
  return OPERATIONAL.test(url)
}
