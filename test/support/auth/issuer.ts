/** Identity provider for tests: an HTTP server that publishes and withdraws keys, and can answer with any listener. */

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import type { VerifierOptions } from '../../../src/auth/access-token.jwt.ts'
import { freePort } from '../service/test-server.ts'

/** Signs claims with one key of the issuer. */
export type Sign = (claims?: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>

/** The options of a verifier that knows no tokens of Sepet's own, until `signal` ends it. */
export function verifierOptions(
  signal: AbortSignal,
  onStateChange: VerifierOptions['onStateChange'] = () => {},
): VerifierOptions {
  return { sepetTokens: undefined, onStateChange, signal }
}

/** A running issuer. */
export interface Issuer {
  url: string
  /** Published keys. */
  keys: JWK[]
  /** Number of requests since the start. */
  asked: () => number
  /** Number of requests without a response. */
  waiting: () => number
  /** Sets the listener of all further requests; without an argument, the listener that publishes the keys. */
  answer: (listener?: RequestListener) => void
  /** Creates and publishes a key. @returns its signer */
  publish: (kid: string | undefined, alg: string) => Promise<Sign>
  withdraw: (kid: string) => void
  stop: () => Promise<void>
  restart: () => Promise<void>
}

const GUEST = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', scope: 'storefront:cart' }

/** Starts an issuer without keys. */
export async function startIssuer(): Promise<Issuer> {
  const keys: JWK[] = []
  let asked = 0
  let waiting = 0
  const publishKeys: RequestListener = (_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys }))
  }
  let listener = publishKeys
  const server = createServer((request, response) => {
    asked++
    waiting++
    response.on('close', () => waiting--)
    listener(request, response)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  // Not an ephemeral port, which a connection of another program could take while the issuer is stopped.
  const port = await listen(await freePort())
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    keys,
    asked: () => asked,
    waiting: () => waiting,
    answer: (other = publishKeys) => {
      listener = other
    },
    publish: async (kid, alg) => {
      const { jwk, sign } = await makeKey(kid, alg)
      keys.push(jwk)
      return sign
    },
    withdraw: kid => {
      keys.splice(0, keys.length, ...keys.filter(each => each.kid !== kid))
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
    restart: async () => {
      await listen(port)
    },
  }
}

/** Creates a key pair. @returns the public JWK and a signer, whose tokens expire after three days unless the claims say another time */
export async function makeKey(kid: string | undefined, alg: string): Promise<{ jwk: JWK; sign: Sign }> {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  const name = { ...(kid !== undefined && { kid }) }
  const sign: Sign = (claims = GUEST, header = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, ...name, ...header })
      .setExpirationTime(claims.exp ?? '3d')
      .sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), ...name, alg }, sign }
}
