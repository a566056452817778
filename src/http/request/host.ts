/** The host that a request names: requests that name none, several or another one are refused (RFC 9112 section 3.2). */

import type { IncomingMessage } from 'node:http'
import { type Refusal, refusal } from '../../errors.ts'

type Head = Pick<IncomingMessage, 'httpVersion' | 'headers' | 'rawHeaders' | 'url'>

/** The scheme and authority of a target in absolute form (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i
const DEFAULT_PORTS: Record<string, RegExp> = { http: /:(80)?$/, https: /:(443)?$/ }

/**
 * Returns the refusal of a request whose host is not clear: rules about the own host, and those of a proxy in front, would read one of two.
 * @returns undefined for a request that names one host, and for one of HTTP/1.0 without Host
 */
export function refusalOfHost(head: Head): Refusal | undefined {
  const problem = problemOf(head)
  return problem === undefined ? undefined : refusal('malformed_request', problem)
}

function problemOf({ httpVersion, headers, rawHeaders, url = '' }: Head): string | undefined {
  const { host } = headers
  if (host === undefined) return httpVersion === '1.1' ? 'HTTP/1.1 requires a Host header.' : undefined
  // Node.js keeps the first of several.
  if (countHosts(rawHeaders) > 1) return 'A request has one Host header.'
  if (host === '') return 'The Host header names no host.'
  const [, scheme = '', authority] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined || isSameHost(scheme, authority, host)) return undefined
  return 'The Host header differs from the host of the request target.'
}

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length
}

function isSameHost(scheme: string, authority: string, host: string): boolean {
  const withoutPort = (text: string) => text.toLowerCase().replace(DEFAULT_PORTS[scheme.toLowerCase()] ?? '', '')
  return withoutPort(authority) === withoutPort(host)
}
