/** Origins of pages: those whose pages may send messages of MCP, and the paths that pages of CORS_ORIGINS may read. */

import { STOREFRONT, UCP_MCP } from '../api-paths.ts'
import { isLoopbackName } from '../auth/local-only.ts'
import type { Config } from '../config/config.ts'

/**
 * Creates the check of origins: that of PUBLIC_URL and those of CORS_ORIGINS; in development also every loopback name with a port of Sepet: the one on
 * which the request arrived, and that of PUBLIC_URL.
 */
export function createOriginCheck({
  PUBLIC_URL,
  CORS_ORIGINS,
  production,
}: Pick<Config, 'PUBLIC_URL' | 'CORS_ORIGINS' | 'production'>): (origin: string, port: number | undefined) => boolean {
  const own = new URL(PUBLIC_URL)
  const listed = new Set([own.origin, ...CORS_ORIGINS])
  const ports = isLoopbackName(own.hostname) ? [own.port] : []
  return (origin, port) =>
    listed.has(origin) || (!production && isLoopbackOrigin(origin, [...ports, ...portTexts(port)]))
}

/** Returns whether an origin, written as browsers write it, is `http` on a loopback name with one of the ports. */
function isLoopbackOrigin(origin: string, ports: readonly string[]): boolean {
  const url = URL.parse(origin)
  if (url?.origin !== origin || url.protocol !== 'http:') return false
  return isLoopbackName(url.hostname) && ports.includes(url.port)
}

/** The port as URLs of `http` have it; none where the connection has ended. */
function portTexts(port: number | undefined): string[] {
  if (port === undefined) return []
  return [port === 80 ? '' : String(port)]
}

/** Creates the check of paths that pages of CORS_ORIGINS may read: those of the storefront API, and MCP where the agents' door is open. */
export function createReadablePathCheck({ UCP_ENABLED }: Pick<Config, 'UCP_ENABLED'>): (path: string) => boolean {
  return path => path.startsWith(`${STOREFRONT}/`) || (UCP_ENABLED && path === UCP_MCP)
}
