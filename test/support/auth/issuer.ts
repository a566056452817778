/** A real identity provider for tests: an HTTP server that publishes keys, rotates them, and misbehaves when told to. */

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

/** Signs claims with one key of the issuer. */
export type Sign = (claims?: JWTPayload, header?: Partial<JWTHeaderParameters>) => Promise<string>

export interface Issuer {
  url: string
  /** What it publishes now. */
  keys: JWK[]
  /** How often it was asked, and how many of these requests still wait for an answer. */
  asked: () => number
  waiting: () => number
  /** Answers in another way from now on; without an argument as an issuer should. */
  answer: (listener?: RequestListener) => void
  /** Makes a key and publishes it. */
  publish: (kid: string | undefined, alg: string) => Promise<Sign>
  withdraw: (kid: string) => void
  stop: () => Promise<void>
  restart: () => Promise<void>
}

const GUEST = { sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', scope: 'storefront:cart' }

/** Starts an issuer that publishes nothing yet. */
export async function startIssuer(): Promise<Issuer> {
  const keys: JWK[] = []
  let asked = 0
  let waiting = 0
  const properly: RequestListener = (_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys }))
  }
  let listener = properly
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
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    keys,
    asked: () => asked,
    waiting: () => waiting,
    answer: (other = properly) => {
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

/** Makes a key pair: what to publish of it, and what signs with it. Its tokens live three days. */
export async function makeKey(kid: string | undefined, alg: string): Promise<{ jwk: JWK; sign: Sign }> {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  const name = { ...(kid !== undefined && { kid }) }
  const sign: Sign = (claims = GUEST, header = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, ...name, ...header })
      .setExpirationTime('3d')
      .sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), ...name, alg }, sign }
}
