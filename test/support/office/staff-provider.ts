/** The identity provider of a shop's staff (`oidc-provider`) in this process, which knows its accounts by their claims. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { type Context, Provider } from 'oidc-provider'
import { LIFETIME_SECONDS, LIFETIMES, withoutWarnings } from '../auth/openid-provider.ts'
import { recordSecret } from '../runner/logs.ts'

/** Claims of an account. */
export type AccountClaims = Readonly<Record<string, unknown>>

/** A running provider. */
export interface StaffProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The account that the next login is of. */
  account: { id: string; claims: AccountClaims }
  /** Whether the next login is refused by its user. */
  isDenied: boolean
  /** Whether the login page waits for its button. */
  asks: boolean
  /** What it answers instead, by path: a status, and a body for JSON. */
  faults: Record<string, { status: number; body?: unknown }>
  /** Paths whose answers have no end, each with a count of the bytes that were sent. */
  endless: Map<string, { bytes: number }>
  /** Signs a logout token; other claims replace its own. @param by another key, for a forged one */
  logoutToken: (claims: AccountClaims, by?: 'provider' | 'stranger') => Promise<string>
  stop: () => Promise<void>
}

const CLIENT = 'sepet-office'
const SECRET = randomBytes(24).toString('hex')
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'

/** Starts a provider for the office at a URL. */
export async function startStaffProvider(officeUrl: string): Promise<StaffProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [key, strange] = await Promise.all([makeKey(), makeKey()])
  const staff: StaffProvider = {
    ...{ issuer, clientId: CLIENT, clientSecret: SECRET, isDenied: false, asks: false },
    account: { id: 'staff-1', claims: {} },
    faults: {},
    endless: new Map(),
    logoutToken: (claims, by = 'provider') => signLogout(issuer, claims, by === 'provider' ? key : strange),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const provider = createProvider(staff, { officeUrl, key: key.jwk })
  server.on('request', (request, response) => void answer(provider, staff, request, response))
  return staff
}

interface SigningKey {
  jwk: JWK
  privateKey: CryptoKey
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') }
  return { jwk, privateKey }
}

function createProvider(staff: StaffProvider, { officeUrl, key }: { officeUrl: string; key: JWK }): Provider {
  const client = {
    client_id: CLIENT,
    client_secret: SECRET,
    redirect_uris: [`${officeUrl}/office/sign-in/callback`],
    post_logout_redirect_uris: [`${officeUrl}/office/sign-in?ended=here`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    backchannel_logout_uri: `${officeUrl}/office/sign-in/backchannel-logout`,
    backchannel_logout_session_required: true,
  }
  const settings = {
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: [SECRET] },
    scopes: ['openid', 'profile'],
    claims: { openid: ['sub', 'sid'], profile: ['name', 'preferred_username', 'roles'] },
    findAccount: (_context: Context, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...staff.account.claims }),
    }),
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile')
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
    },
    ttl: Object.fromEntries(LIFETIMES.map(name => [name, LIFETIME_SECONDS])),
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
  if (request.url !== '/interaction') return provider.callback()(request, response)
  if (staff.asks && request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(LOGIN_PAGE)
    return
  }
  const result = staff.isDenied ? { error: 'access_denied' } : { login: { accountId: staff.account.id } }
  return provider.interactionFinished(request, response, result)
}

/** An answer that begins like JSON and never ends. */
function* endlessText(sent: { bytes: number }): Generator<string> {
  for (let text = '{"a":"'; ; text = 'x'.repeat(65_536)) {
    yield text
    sent.bytes += text.length
  }
}

async function signLogout(issuer: string, claims: AccountClaims, { jwk, privateKey }: SigningKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer, aud: CLIENT, iat: now, exp: now + 60, jti: randomBytes(8).toString('hex') }
  const token = await new SignJWT({ ...payload, events: { [LOGOUT]: {} }, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: jwk.kid as string })
    .sign(privateKey)
  recordSecret(token)
  return token
}
