/** An authorization server (`oidc-provider`) that issues access tokens to a program, in a set-up of its own. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Context, Provider } from 'oidc-provider'
import { withoutWarnings } from '../auth/openid-provider.ts'
import { recordSecret } from '../runner/logs.ts'

/** Header and claims of an access token before it is signed. */
export interface Draft {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

/** What an authorization server issues, and publishes. */
export interface TokenProviderOptions {
  /** Algorithm of its keys; RS256 by default. */
  algorithm?: string
  /** `jwt` by default. */
  format?: 'jwt' | 'opaque'
  /** How its JWTs are made; signed by its key by default. */
  jwt?: object
  /** Changes header and claims of an access token. */
  change?: (draft: Draft) => void
  /** Changes the claims of an issued token, which is signed again: for claims that the package issues no token with. */
  claims?: (issued: JWTPayload) => JWTPayload
  /** Changes the keys that it publishes. */
  publish?: (keys: JWK[]) => object[]
}

/** A running authorization server. */
export interface TokenProvider {
  issuer: string
  jwksUrl: string
  /** Issues a token. */
  token: () => Promise<string>
  /** Adds a key that signs from now on, and publishes the others further. */
  rotate: () => Promise<void>
  /** Withdraws all keys but the one that signs. */
  withdraw: () => void
  stop: () => Promise<void>
}

/** The client that gets the tokens. */
export const TOKEN_CLIENT = 'shop-app'
/** The audience of the tokens. */
export const TOKEN_AUDIENCE = 'sepet'
const SECRET = randomBytes(24).toString('hex')
const RESOURCE = 'urn:api:sepet'
const LIFETIME_SECONDS = 86_400

/** Starts an authorization server. */
export async function startTokenProvider(options: TokenProviderOptions = {}): Promise<TokenProvider> {
  const { algorithm = 'RS256', publish = keys => keys } = options
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let keys = [await makeKey(algorithm)]
  let provider = create(issuer, keys, options)
  const setKeys = (others: JWK[]) => {
    keys = others
    provider = create(issuer, keys, options)
  }
  server.on('request', (request, response) => {
    if (request.url !== '/keys') return void provider.callback()(request, response)
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: publish(keys.map(publicPart)) }))
  })
  return {
    issuer,
    jwksUrl: `${issuer}/keys`,
    token: async () => withClaims(await requestToken(issuer), keys[0] as JWK, options.claims),
    rotate: async () => setKeys([await makeKey(algorithm), ...keys]),
    withdraw: () => setKeys(keys.slice(0, 1)),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function makeKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomBytes(8).toString('hex') }
}

function publicPart({ d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }: JWK): JWK {
  return key
}

function create(issuer: string, keys: JWK[], options: TokenProviderOptions): Provider {
  const { algorithm = 'RS256', format = 'jwt', change } = options
  const { jwt = { sign: { alg: algorithm } } } = options
  const client = { client_id: TOKEN_CLIENT, client_secret: SECRET, grant_types: ['client_credentials'] }
  const settings = {
    clients: [{ ...client, response_types: [], redirect_uris: [], id_token_signed_response_alg: algorithm }],
    jwks: { keys },
    enabledJWA: { idTokenSigningAlgValues: [algorithm, 'RS256'] },
    clientDefaults: { id_token_signed_response_alg: algorithm },
    cookies: { keys: [SECRET] },
    formats: { customizers: { jwt: (_context: Context, _token: unknown, draft: Draft) => changed(draft, change) } },
    ttl: { ClientCredentials: LIFETIME_SECONDS },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          ...{ scope: 'storefront:account', audience: TOKEN_AUDIENCE, accessTokenFormat: format },
          ...(format === 'jwt' && { jwt }),
        }),
      },
    },
  }
  return withoutWarnings(() => new Provider(issuer, settings))
}

/** The customer is the one whose external id the tests import. */
function changed(draft: Draft, change: TokenProviderOptions['change']): Draft {
  draft.payload.customer = 'ada'
  draft.header = {}
  change?.(draft)
  return draft
}

async function withClaims(token: string, key: JWK, claims: TokenProviderOptions['claims']): Promise<string> {
  if (!claims) return token
  const { alg = '', kid = '' } = key
  const jwt = new SignJWT(claims(decodeJwt(token))).setProtectedHeader({ alg, kid })
  const signed = await jwt.sign(await importJWK(key, alg))
  recordSecret(signed)
  return signed
}

async function requestToken(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${TOKEN_CLIENT}:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'storefront:account' }),
  })
  if (response.status !== 200) throw new Error(`no token: ${response.status} ${await response.text()}`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  recordSecret(token)
  return token
}
