/** Opens a connection to one of several allowed addresses, with TLS for https. */

import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Attempt, AttemptError } from './attempt.ts'
import { hostOf } from './check-url.ts'

/**
 * Connects to the first of the addresses that accepts a connection, and to no other address. TLS verifies the certificate for the host
 * of the URL. The end of the attempt closes the connection.
 * @param addresses at least one
 * @param triedForMs milliseconds after which the next address is tried; the last one has the rest of the attempt
 * @throws AttemptError `connection` or `tls`
 */
export async function openConnection(
  url: URL,
  addresses: readonly string[],
  attempt: Attempt,
  triedForMs: number,
): Promise<Socket> {
  const plain = await openTcp(url, addresses, attempt, triedForMs)
  return url.protocol === 'https:' ? startTls(url, plain, attempt) : plain
}

async function openTcp(
  url: URL,
  addresses: readonly string[],
  { signal }: Attempt,
  triedForMs: number,
): Promise<Socket> {
  const found = addresses.map(address => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, found)
  const socket = connect({
    host: hostOf(url),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(triedForMs, 10),
    noDelay: true,
    signal,
  })
  return untilReady(socket, 'connect', 'connection', signal)
}

async function startTls(url: URL, plain: Socket, { signal }: Attempt): Promise<Socket> {
  const host = hostOf(url)
  const name = host.replace(/\.$/, '')
  const socket = connectTls({
    socket: plain,
    host: name,
    // Server Name Indication has names only (RFC 6066 section 3).
    servername: isIP(host) ? '' : name,
    ALPNProtocols: ['http/1.1'],
    // The default is off where NODE_TLS_REJECT_UNAUTHORIZED is 0.
    rejectUnauthorized: true,
  })
  return untilReady(socket, 'secureConnect', 'tls', signal)
}

async function untilReady<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  failure: 'connection' | 'tls',
  signal: AbortSignal,
): Promise<T> {
  // An error without a listener ends the process; errors between the phases have no other.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return socket
  } catch {
    socket.destroy()
    throw new AttemptError(failure)
  }
}
