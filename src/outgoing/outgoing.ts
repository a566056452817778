/**
 * Requests to URLs that others name, such as the receiver of a webhook: to public addresses only, one connection each, with limits for
 * everything that the other side decides.
 */

import { isIP } from 'node:net'
import { isAllowed, type Network } from './allowed-address.ts'
import { type Attempt, AttemptError, type Failure, startAttempt } from './attempt.ts'
import { checkUrl, hostOf } from './check-url.ts'
import type { Answer, Message } from './exchange.ts'
import { openConnection } from './open-connection.ts'
import type { Resolve } from './system-resolver.ts'

export { type Network, parseNetwork } from './allowed-address.ts'
export type { Failure } from './attempt.ts'
export { type BrokenRule, checkUrl } from './check-url.ts'
export type { Answer, BodyEnd } from './exchange.ts'
export { createResolver, type Resolve, systemResolver } from './system-resolver.ts'

/** Most bytes of a body that are read, unless a request states another number: 64 KiB. */
const MAX_BODY_BYTES = 65_536
/** Most addresses of a host that are tried: a name can have thousands, and each would get a connection. */
const MAX_ADDRESSES = 8
/** Headers that follow from the URL and the body. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding']

/** A request and its limits. */
export interface OutgoingRequest extends Message {
  /** Checked by the rules of `checkUrl` again. */
  url: string
  /** Milliseconds from the start, with the resolution of the name, to the end of the answer's header. */
  timeoutMs: number
  /** Milliseconds from the end of the header to the end of the body; `timeoutMs` unless stated. */
  bodyTimeoutMs?: number
  /** Bytes of the body that are read before the connection is closed; 64 KiB unless stated. With 0 the body is not waited for. */
  maxBodyBytes?: number
  /** Ends the request at once. */
  signal?: AbortSignal
}

/** The answer of the other side, or why there is none. No error contains what the other side sent. */
export type Outcome = Answer | { error: Failure }

/** Requests to URLs that others name. */
export interface Outgoing {
  /**
   * Sends one request. Its errors: `address` when the URL breaks a rule or no address of its host is allowed, `dns` when the name does
   * not resolve, `connection` when no address accepts a connection or the connection ends or is no HTTP/1.1 before the end of the
   * header, `tls` when no TLS connection with a valid certificate comes about, `timeout`, and `aborted` by the signal. After the
   * header the result is the answer, and its `bodyEnd` states why reading stopped.
   * @throws TypeError for headers that a caller cannot set: `Host`, and what HTTP does not allow
   */
  send(request: OutgoingRequest): Promise<Outcome>
  /**
   * Resolves the host of a URL now, without a connection.
   * @returns `dns` when it does not resolve in time, `address` when no address of it is allowed, `aborted` by the signal; undefined when
   * `send` would try one
   */
  checkHost(
    url: URL,
    limits: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<'dns' | 'address' | 'aborted' | undefined>
}

/** What decides where requests go. */
export interface OutgoingOptions {
  /** Resolves names, for each request anew. */
  resolve: Resolve
  /** Networks that are allowed although they are not public. */
  allowedNetworks: readonly Network[]
  /** Whether http is allowed beside https. */
  allowHttp: boolean
}

/**
 * Makes the client for requests to URLs that others name. It verifies certificates, follows no redirect, uses no proxy, keeps no
 * connection and no cookie, and sends no header but those of the caller, `Host`, `Connection` and the length of the body.
 */
export function createOutgoing({ resolve, allowedNetworks, allowHttp }: OutgoingOptions): Outgoing {
  async function addressesOf(host: string, attempt: Attempt): Promise<string[]> {
    const found = isIP(host) ? [host] : await Promise.race([resolved(resolve, host, attempt.signal), attempt.ended])
    if (found.length === 0) throw new AttemptError('dns')
    const allowed = found.filter(address => isAllowed(address, allowedNetworks))
    if (allowed.length === 0) throw new AttemptError('address')
    return allowed.slice(0, MAX_ADDRESSES)
  }

  async function sendTo(url: URL, request: OutgoingRequest, attempt: Attempt): Promise<Answer> {
    const { timeoutMs, bodyTimeoutMs = timeoutMs, maxBodyBytes = MAX_BODY_BYTES } = request
    const addresses = await addressesOf(hostOf(url), attempt)
    const triedForMs = Math.floor(timeoutMs / (addresses.length + 1))
    // undici takes 4 MB of memory, and a server that sends nothing does not load it.
    const { exchange } = await import('./exchange.ts')
    const socket = await openConnection(url, addresses, attempt, triedForMs)
    return exchange(url, socket, request, attempt, { maxBytes: maxBodyBytes, ms: bodyTimeoutMs })
  }

  return {
    async send(request) {
      const own = Object.keys(request.headers ?? {}).find(name => OWN_HEADERS.includes(name.toLowerCase()))
      if (own) throw new TypeError(`the header ${own} cannot be set`)
      const checked = checkUrl(request.url, { allowHttp })
      if ('broken' in checked) return { error: 'address' }
      using attempt = startAttempt(request.timeoutMs, request.signal)
      try {
        attempt.signal.throwIfAborted()
        return await sendTo(checked.url, request, attempt)
      } catch (error) {
        return { error: attempt.failure() ?? failureOf(error) }
      }
    },

    async checkHost(url, { timeoutMs, signal }) {
      using attempt = startAttempt(timeoutMs, signal)
      try {
        attempt.signal.throwIfAborted()
        await addressesOf(hostOf(url), attempt)
        return undefined
      } catch (error) {
        const failure = attempt.failure() ?? failureOf(error)
        return failure === 'address' || failure === 'aborted' ? failure : 'dns'
      }
    },
  }
}

/** Resolves a name. @throws AttemptError `dns` for any error of the resolver */
async function resolved(resolve: Resolve, host: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolve(host, signal)
  } catch {
    throw new AttemptError('dns')
  }
}

/** Returns the failure of an attempt. @throws any other error, which is a defect of the caller or of this folder */
function failureOf(error: unknown): Failure {
  if (error instanceof AttemptError) return error.failure
  throw error
}
