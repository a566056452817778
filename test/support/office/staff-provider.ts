/** The identity provider of a shop's staff (`oidc-provider`) in this process, which knows its accounts by their claims. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { type Context, Provider } from 'oidc-provider'
import { LIFETIME_SECONDS, LIFETIMES, withoutWarnings } from '../auth/openid-provider.ts'
import { recordSecret } from '../runner/logs.ts'

/** Claims of an account. */
export type AccountClaims = Readonly<Record<string, unknown>>

/** Replaces the members of a JSON answer. */
export type Rewrite = (body: Record<string, unknown>) => Promise<object> | object

/** A running provider. */
export interface StaffProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The account that the next login is of. */
  account: { id: string; claims: AccountClaims }
  /** Whether the next login is refused by its user. */
  isDenied: boolean
  /** Whether its account was deleted. */
  isGone: boolean
  /** Whether the login page waits for its button. */
  asks: boolean
  /** What it answers instead, by path: a status, and a body for JSON. */
  faults: Record<string, { status: number; body?: unknown }>
  /** Paths that are answered only after something else. */
  waits: Record<string, Promise<unknown>>
  /** What becomes of its answers with a status of 200, by path. */
  rewrites: Record<string, Rewrite>
  /** Paths whose answers have no end, each with a count of the bytes that were sent. */
  endless: Map<string, { bytes: number }>
  /** The addresses of its requests so far, with their methods. */
  requests: string[]
  /** Replaces its key without overlap: the old one is not published any more. @param id of the new one, for one that replaces the key below its id */
  replaceKey: (id?: string) => Promise<void>
  /** The id of its key. */
  keyId: () => string
  /** Signs claims by its key. */
  sign: (claims: AccountClaims, header?: object) => Promise<string>
  /** Signs a logout token; other claims replace its own. @param by another key, for a forged one */
  logoutToken: (claims: AccountClaims, by?: 'provider' | 'stranger') => Promise<string>
  stop: () => Promise<void>
}

const CLIENT = 'sepet-office'
const SECRET = randomBytes(24).toString('hex')
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'

/** What a provider can do, and how it is reached. */
export interface ProviderOptions {
  /** Scopes that it grants to the client, whoever signs in, besides `openid` and `profile`. */
  scopes?: readonly string[]
  /** Whether it writes what it has granted into the claim `scope` of the person. */
  copiesScopes?: boolean
  /** Key and certificate of https; http without them. */
  tls?: { key: string; cert: string }
  /** Whether it takes pushed authorization requests, and no others. */
  pushed?: 'offered' | 'required'
  /** Whether it gives refresh tokens, each of which is used once. */
  refreshes?: boolean
  /** How the client proves its secret. */
  authentication?: 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt'
  /** Algorithm of its key and its ID tokens; RS256 by default. */
  algorithm?: string
  /** Path of its issuer, such as `/realms/shop`; none by default. */
  path?: string
  /** The secret of the client; a random one by default. */
  secret?: string
  /** Members that replace those of the client's registration. */
  client?: object
  /** Settings of the package that replace its own. */
  settings?: object
  /** Features of the package that replace its own. */
  features?: object
}

/** Starts a provider for the office at a URL. */
export async function startStaffProvider(officeUrl: string, options: ProviderOptions = {}): Promise<StaffProvider> {
  const { tls, algorithm = 'RS256', path = '', secret = SECRET } = options
  const server = tls ? createSecureServer(tls) : createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${port}${path}`
  const strange = await makeKey(algorithm)
  let key = await makeKey(algorithm)
  // The provider reads its keys once, so that it is made again for others. Logins survive: its store belongs to the process.
  const create = () => createProvider(staff, { ...options, officeUrl, key: key.jwk })
  const staff: StaffProvider = {
    ...{ issuer, clientId: CLIENT, clientSecret: secret, isDenied: false, isGone: false, asks: false },
    account: { id: 'staff-1', claims: {} },
    faults: {},
    waits: {},
    rewrites: {},
    endless: new Map(),
    requests: [],
    replaceKey: async id => {
      key = await makeKey(algorithm, id)
      provider = create()
    },
    keyId: () => key.jwk.kid ?? '',
    sign: (claims, header = {}) => sign(claims, key, header),
    logoutToken: (claims, by = 'provider') => signLogout(issuer, claims, by === 'provider' ? key : strange),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  let provider = create()
  server.on('request', (request, response) => {
    mountBelow(path, request)
    staff.requests.push(`${request.method} ${request.url}`)
    void answer(provider, staff, request, response)
  })
  return staff
}

interface SigningKey {
  jwk: JWK
  privateKey: CryptoKey
}

async function makeKey(alg: string, kid = randomBytes(8).toString('hex')): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg, use: 'sig', kid }
  return { jwk, privateKey }
}

/** Takes the path of the issuer from the address of a request, whose original the provider reads beside it. */
function mountBelow(path: string, request: IncomingMessage & { originalUrl?: string }): void {
  const { url = '' } = request
  if (path.length < 2 || !url.startsWith(path)) return
  request.originalUrl = url
  request.url = `/${url.slice(path.length).replace(/^\//, '')}`
}

interface ProviderSettings extends ProviderOptions {
  officeUrl: string
  key: JWK
}

function createProvider(staff: StaffProvider, options: ProviderSettings): Provider {
  const { officeUrl, key, scopes = [], pushed, refreshes = false, authentication = 'client_secret_basic' } = options
  const { algorithm = 'RS256' } = options
  const copied = (scope: string) => (options.copiesScopes ? { scope } : {})
  const granted = ['openid', 'profile', ...scopes]
  const client = {
    client_id: CLIENT,
    client_secret: staff.clientSecret,
    id_token_signed_response_alg: algorithm,
    token_endpoint_auth_method: authentication,
    redirect_uris: [`${officeUrl}/office/sign-in/callback`],
    post_logout_redirect_uris: [`${officeUrl}/office/sign-in?ended=here`],
    grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
    response_types: ['code'],
    backchannel_logout_uri: `${officeUrl}/office/sign-in/backchannel-logout`,
    backchannel_logout_session_required: true,
    ...options.client,
  }
  const settings = {
    clients: [client],
    clientAuthMethods: [authentication],
    jwks: { keys: [key] },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'HS256', algorithm],
      userinfoSigningAlgValues: ['RS256', 'HS256'],
      userinfoEncryptionAlgValues: ['dir'],
    },
    cookies: { keys: [SECRET] },
    scopes: granted,
    claims: { openid: ['sub', 'sid', 'scope'], profile: ['name', 'preferred_username', 'roles'] },
    findAccount: (_context: Context, id: string) =>
      staff.isGone
        ? undefined
        : {
            accountId: id,
            claims: (_use: string, scope: string) => ({ sub: id, ...copied(scope), ...staff.account.claims }),
          },
    ...(refreshes && { issueRefreshToken: () => true, rotateRefreshToken: true }),
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(granted.join(' '))
      await grant.save()
      return grant
    },
    // Its own refuses addresses of this machine, where the office listens for logouts, and has 2.5 s, which a busy machine may exceed.
    fetch: (url: URL, { dispatcher: _, signal: _late, ...options }: RequestInit) => fetch(url, options),
    interactions: { url: () => '/interaction' },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      pushedAuthorizationRequests: {
        enabled: pushed !== undefined,
        requirePushedAuthorizationRequests: pushed === 'required',
      },
      ...options.features,
    },
    ttl: Object.fromEntries([...LIFETIMES, 'RefreshToken'].map(name => [name, LIFETIME_SECONDS])),
    ...options.settings,
  }
  return withoutWarnings(() => new Provider(staff.issuer, settings))
}

/** Its login page, where it waits for its button. */
const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Login</title><h1>Work account</h1>
  <form method="post" action="/interaction"><button>Log in as staff</button></form></html>`

/** Answers the login page, and paths with a fault; everything else is the provider's. */
async function answer(
  provider: Provider,
  staff: StaffProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await staff.waits[request.url ?? '']
  const fault = staff.faults[request.url ?? '']
  if (fault) {
    const { status, body = {} } = fault
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  const endless = staff.endless.get(request.url ?? '')
  if (endless) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    return pipeline(endlessText(endless), response).catch(() => {})
  }
  const rewrite = staff.rewrites[request.url ?? '']
  if (rewrite) rewriteAnswer(response, rewrite)
  if (request.url !== '/interaction') return provider.callback()(request, response)
  if (staff.asks && request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(LOGIN_PAGE)
    return
  }
  const result = staff.isDenied ? { error: 'access_denied' } : { login: { accountId: staff.account.id } }
  return provider.interactionFinished(request, response, result)
}

/** Lets a JSON answer with a status of 200 be rewritten before it is sent. */
function rewriteAnswer(response: ServerResponse, rewrite: Rewrite): void {
  const end = response.end.bind(response)
  const rewritten = async (body: unknown) => {
    if (response.statusCode !== 200) return end(body)
    const text = JSON.stringify(await rewrite(JSON.parse(String(body))))
    response.setHeader('Content-Length', Buffer.byteLength(text))
    return end(text)
  }
  response.end = ((body: unknown) => {
    void rewritten(body)
    return response
  }) as ServerResponse['end']
}

/** An answer that begins like JSON and never ends. */
function* endlessText(sent: { bytes: number }): Generator<string> {
  for (let text = '{"a":"'; ; text = 'x'.repeat(65_536)) {
    yield text
    sent.bytes += text.length
  }
}

async function sign(claims: AccountClaims, { jwk, privateKey }: SigningKey, header: object): Promise<string> {
  const { alg = '', kid = '' } = jwk
  const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
  recordSecret(token)
  return token
}

async function signLogout(issuer: string, claims: AccountClaims, key: SigningKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer, aud: CLIENT, iat: now, exp: now + 60, jti: randomBytes(8).toString('hex') }
  return sign({ ...payload, events: { [LOGOUT]: {} }, ...claims }, key, { typ: 'logout+jwt' })
}
