/** A certified OpenID provider (`oidc-provider`) in this process, with clients, logins, signing keys and their rotation. */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Context, Provider } from 'oidc-provider'
import { recordSecret } from '../runner/logs.ts'

/** Algorithms of its keys. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** Claim of access tokens by which it names its accounts. */
export const ACCOUNT_CLAIM = 'https://shop.example/customer_id'
/** Scopes that it knows, by its own names. */
export const PROVIDER_SCOPES = ['shop/account', 'shop/customers', 'shop/other', 'sessions:act']

/** Asks for tokens. */
export interface TokenRequest {
  /** Client id: `shop-server` and `other-server` (client credentials), `shop-app` and `other-app` (code). */
  client: string
  scope: string
  alg?: Algorithm
  /** `aud` of the access token. */
  audience?: string
}

/** Tokens of one login. */
export interface Login {
  accessToken: string
  idToken: string
}

/** A running provider. */
export interface OpenidProvider {
  issuer: string
  jwksUrl: string
  /** The secret of each client. */
  secret: string
  /** Lifetime of its tokens. */
  lifetimeSeconds: number
  /** Gets an access token by the client's own credentials. */
  clientCredentials: (request: TokenRequest) => Promise<string>
  /** Logs an account in through the browser's redirects (authorization code with PKCE). */
  logIn: (account: string, request: TokenRequest) => Promise<Login>
  /** Replaces the key of an algorithm; the old one is published further, but signs no more. */
  rotate: (alg: Algorithm) => Promise<void>
  /** Withdraws the keys that sign no more. */
  withdrawOldKeys: () => void
  stop: () => Promise<void>
}

const REDIRECT_URI = 'https://shop.example/callback'
/** What the provider issues, each with a lifetime. */
export const LIFETIMES = [
  'AccessToken',
  'ClientCredentials',
  'AuthorizationCode',
  'IdToken',
  'Interaction',
  'Grant',
  'Session',
]
/** The lifetime of each. */
export const LIFETIME_SECONDS = 600
const SECRET = randomBytes(24).toString('hex')

/** Starts a provider with one key per algorithm. */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let keys = await Promise.all(ALGORITHMS.map(makeSigningKey))
  // The provider reads its keys once, so that it is made again for others. Logins survive: its store belongs to the process.
  let provider = createProvider(issuer, keys)
  server.on('request', (request, response) => void answer(provider, request, response))
  const setKeys = (others: JWK[]) => {
    keys = others
    provider = createProvider(issuer, keys)
  }
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    secret: SECRET,
    lifetimeSeconds: LIFETIME_SECONDS,
    clientCredentials: async request => (await requestClientToken(issuer, request)).access_token,
    logIn: (account, request) => logIn(issuer, account, request),
    rotate: async alg => setKeys([await makeSigningKey(alg), ...keys]),
    withdrawOldKeys: () => setKeys(ALGORITHMS.map(alg => keys.find(each => each.alg === alg) as JWK)),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Makes a key that the provider uses for one algorithm only. */
async function makeSigningKey(alg: Algorithm): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomBytes(8).toString('hex') }
}

/** Identifies an API of the provider: the algorithm and the audience of its access tokens. */
function resourceOf({ alg = 'RS256', audience = 'sepet' }: Pick<TokenRequest, 'alg' | 'audience'>): string {
  return `urn:api:${alg}:${audience}`
}

function createProvider(issuer: string, keys: JWK[]): Provider {
  const ofServer = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
  const ofApp = { grant_types: ['authorization_code'], response_types: ['code'], redirect_uris: [REDIRECT_URI] }
  return withoutWarnings(
    () =>
      new Provider(issuer, {
        clients: [
          ...['shop-server', 'other-server'].map(client_id => ({ client_id, client_secret: SECRET, ...ofServer })),
          ...['shop-app', 'other-app'].map(client_id => ({ client_id, client_secret: SECRET, ...ofApp })),
        ],
        jwks: { keys },
        cookies: { keys: [SECRET] },
        scopes: ['openid'],
        findAccount: (_context: Context, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
        extraTokenClaims: (_context: Context, token: { accountId?: string }) =>
          token.accountId === undefined ? undefined : { [ACCOUNT_CLAIM]: `customer of ${token.accountId}` },
        loadExistingGrant,
        interactions: { url: () => '/interaction' },
        ttl: Object.fromEntries(LIFETIMES.map(name => [name, LIFETIME_SECONDS])),
        features: {
          devInteractions: { enabled: false },
          clientCredentials: { enabled: true },
          resourceIndicators: {
            enabled: true,
            defaultResource: () => resourceOf({}),
            useGrantedResource: () => true,
            getResourceServerInfo: (_context: Context, resource: string) => {
              const [, , alg, audience] = resource.split(':')
              return { scope: PROVIDER_SCOPES.join(' '), audience, accessTokenFormat: 'jwt', jwt: { sign: { alg } } }
            },
          },
        },
      }),
  )
}

/** Allows every client what it requests: the consent page is no part of the tests. */
async function loadExistingGrant({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope('openid')
  grant.addResourceScope(oidc.params.resource, oidc.params.scope)
  await grant.save()
  return grant
}

/** Suppresses the provider's advice for production, which it prints with each start. */
export function withoutWarnings<T>(run: () => T): T {
  const { warn, info } = console
  console.warn = () => {}
  console.info = () => {}
  try {
    return run()
  } finally {
    Object.assign(console, { warn, info })
  }
}

/** Answers the login page with the login of the account that the app named; everything else is the provider's. */
async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/interaction') return provider.callback()(request, response)
  const { params } = await provider.interactionDetails(request, response)
  return provider.interactionFinished(request, response, { login: { accountId: params.login_hint } })
}

async function logIn(issuer: string, account: string, request: TokenRequest): Promise<Login> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: request.client,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: `openid ${request.scope}`,
    resource: resourceOf(request),
    login_hint: account,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const code = await followToApp(`${issuer}/auth?${query}`)
  const tokens = await requestTokens(issuer, request, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  })
  return { accessToken: tokens.access_token, idToken: tokens.id_token ?? '' }
}

/** Follows the redirects as a browser with cookies does. @returns the code with which the provider returns to the app */
async function followToApp(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let url = new URL(start), hops = 0; hops < 10; hops++) {
    const Cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
    if (!url.href.startsWith(REDIRECT_URI)) continue
    const code = url.searchParams.get('code')
    if (code === null) throw new Error(`no code: ${url.search}`)
    return code
  }
  throw new Error('too many redirects')
}

function requestClientToken(issuer: string, request: TokenRequest) {
  return requestTokens(issuer, request, {
    grant_type: 'client_credentials',
    scope: request.scope,
    resource: resourceOf(request),
  })
}

async function requestTokens(issuer: string, { client }: TokenRequest, parameters: Record<string, string>) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams(parameters),
  })
  if (response.status !== 200) throw new Error(`no token: ${response.status} ${await response.text()}`)
  const tokens = (await response.json()) as { access_token: string; id_token?: string }
  recordSecret(tokens.access_token)
  return tokens
}
