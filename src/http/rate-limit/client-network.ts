/** Client networks: limits per address count an IPv4 address or an IPv6 /64 network as one client. */

import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

const BRACKETED = /^\[(.+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/
/** Deprecated spelling of an IPv4-compatible address (RFC 4291 section 2.5.5.1), which ipaddr.js would parse as a mapped one. */
const IPV4_COMPATIBLE = /^::[\d.]+$/
/** The network of IPv4-compatible addresses and of loopback. */
const ZERO_NETWORK = '0:0:0:0::/64'
/** Groups of 16 bits in a /64 network. */
const NETWORK_GROUPS = 4

/**
 * Returns the client network of an address: the IPv4 address, also for an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2), or
 * the /64 network of an IPv6 address. A subscriber gets at least a /64 (RFC 6177) and may use any address of it.
 * @param address in any spelling, with or without the port that some proxies add; undefined for a connection that its peer has reset
 * @returns the same text for all spellings; `unknown` for what is not an address
 */
export function clientNetworkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const [plain = ''] = (BRACKETED.exec(address)?.[1] ?? WITH_PORT.exec(address)?.[1] ?? address).split('%')
  // ipaddr.js alone would accept more spellings, such as 0177.1 for an IPv4 address.
  const version = isIP(plain)
  if (version !== 6) return version === 4 ? plain : 'unknown'
  if (IPV4_COMPATIBLE.test(plain)) return ZERO_NETWORK
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, NETWORK_GROUPS)
  return `${groups.map(group => group.toString(16)).join(':')}::/64`
}

/** Whether an address that has forwarded a request is a trusted proxy. @param hop 0 for the connection's peer, 1 for the one before */
type IsTrusted = (address: string, hop: number) => boolean

/** Returns which proxies TRUST_PROXY trusts: a number of hops, whatever their addresses, or a list of addresses. */
export function trustedProxies(proxies: number | string[]): IsTrusted {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile(proxies)
}

/** The client networks of requests and connections. */
export interface ClientNetworks {
  /** Returns the network of the client that a request comes from, as the trusted proxies name it. */
  ofRequest(request: IncomingMessage): string
  /** Returns the network of a connection's peer, which may be a proxy. */
  ofPeer(socket: Socket): string
}

/** Creates the lookup of client networks. @param isTrusted as `trustedProxies` returns it */
export function createClientNetworks(isTrusted: IsTrusted): ClientNetworks {
  const peers = new WeakMap<Socket, string>()
  const ofPeer = (socket: Socket): string => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const network = clientNetworkOf(socket.remoteAddress)
    peers.set(socket, network)
    return network
  }
  return {
    ofPeer,
    ofRequest: request =>
      request.headers['x-forwarded-for'] === undefined
        ? ofPeer(request.socket)
        : clientNetworkOf(proxyAddr(request, isTrusted)),
  }
}

/** Whether a client network, as `clientNetworkOf` returns it, is loopback: 127.0.0.0/8 or the network of ::1 (RFC 6890). */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === ZERO_NETWORK
}

const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/** Whether a client network, as `clientNetworkOf` returns it, is loopback or private (RFC 1918, RFC 4193), as that of a proxy usually is. */
export function isPrivate(network: string): boolean {
  const address = network.replace('::/64', '::1')
  return isLoopback(network) || (ipaddr.isValid(address) && PRIVATE_RANGES.includes(ipaddr.parse(address).range()))
}
