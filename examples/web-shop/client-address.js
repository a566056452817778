/** The address of the client that a request comes from, for X-Forwarded-For. */

import { isIP } from 'node:net'

/** @typedef {import('node:http').IncomingMessage} Request */

/** Reads TRUST_PROXY. @param {string} text the number of trusted proxies in front of the web shop @returns {number | undefined} undefined for another text */
export const readHops = text => (/^(0|[1-9]\d?)$/.test(text) ? Number(text) : undefined)

/** Returns the address that the outermost of `hops` proxies has added to X-Forwarded-For, and without proxies that of the socket: what stands before it in the header is the client's own claim. Undefined for a connection that is closed. @param {Request} request @param {number} hops */
export function clientAddressOf({ headers, socket }, hops) {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const [added = ''] = hops === 0 ? [] : forwarded.slice(-hops)
  const address = withoutPort(added.trim())
  return isIP(address) ? address : socket.remoteAddress
}

/** Some proxies add the port. @param {string} address */
function withoutPort(address) {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}
