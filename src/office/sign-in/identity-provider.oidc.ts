/** The shop's identity provider: OpenID Connect by authorization code with PKCE, and its logout. */

import { createRemoteJWKSet, customFetch } from 'jose'
import * as oidc from 'openid-client'
import { fetchFromIssuer } from '../../auth/fetch-from-issuer.ts'
import { isWithin } from '../../auth/issuer-refresh.jwt.ts'
import type { Claims } from '../../auth/token-claims.ts'
import { isStorable } from '../../schema/fields.ts'
import type { EndedAtProvider } from '../session/office-sessions.store.ts'
import { readLogoutToken } from './logout-token.jwt.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

const TIMEOUT_SECONDS = 5
/** The provider's description is read again after an hour, and after a failure at the next sign-in. */
const DESCRIPTION_TTL_MS = 3_600_000
/** What a provider must tell: without one of them nobody can sign in or be logged out. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** The provider, and Sepet's registration there. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Space-separated scopes that are requested; `openid` among them. */
  scope: string
  /** Where browsers reach Sepet. */
  publicUrl: string
}

/** What the provider tells about who has signed in. */
export interface SignedIn {
  /** Of the ID token, over those of the userinfo endpoint, over `scope` of the token response. */
  claims: Claims
  /** The `sid` of the provider's session; null where it tells none. */
  providerSession: string | null
}

/** The shop's identity provider. */
export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/** Creates the client of a provider. Nothing is requested before the first sign-in. @param now milliseconds since the epoch */
export function createIdentityProvider(settings: ProviderSettings, now: () => number) {
  const { scope, publicUrl } = settings
  const redirectUri = `${publicUrl}/office/sign-in/callback`
  const describe = createDescription(settings, now)

  return {
    /**
     * Begins a sign-in. @param to page of the office that it leads back to
     * @returns the address of the provider, and what the browser keeps
     * @throws Error when the provider does not answer
     */
    async begin(to: string): Promise<{ url: string; pending: PendingSignIn }> {
      const { configuration } = await describe()
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        to,
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },

    /**
     * Ends a sign-in: exchanges the code, and reads the claims.
     * @param query of the address that the provider has sent the browser to
     * @throws Error when the provider does not answer, has refused, or its answer does not fit the sign-in
     */
    async finish(query: string, { state, nonce, verifier }: PendingSignIn): Promise<SignedIn> {
      const { configuration } = await describe()
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const { sub, sid, ...others } = tokens.claims() as oidc.IDToken
      const { userinfo_endpoint } = configuration.serverMetadata()
      const info = userinfo_endpoint ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub) : {}
      const granted = tokens.scope === undefined ? {} : { scope: tokens.scope }
      const claims = { ...granted, ...info, ...others, sub }
      return { claims, providerSession: typeof sid === 'string' && isStorable(sid) ? sid : null }
    },

    /** Returns where a browser ends its session at the provider; undefined where the provider has no such address. @throws Error */
    async signOutUrl(): Promise<string | undefined> {
      const { configuration } = await describe()
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      const url = oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${publicUrl}/office/sign-in?ended=here`,
      })
      return url.href
    },

    /** Verifies a logout token. @returns undefined for any other text. @throws Error when the provider does not answer */
    async readLogoutToken(token: string): Promise<EndedAtProvider | undefined> {
      const { configuration, keys } = await describe()
      const { issuer } = configuration.serverMetadata()
      return readLogoutToken(token, { keys, issuer, clientId: settings.clientId, now: now() })
    },
  }
}

/** The provider as it describes itself. */
interface Description {
  configuration: oidc.Configuration
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Creates the function that reads the description once for all sign-ins of an hour, and of several at once. */
function createDescription(settings: ProviderSettings, now: () => number): () => Promise<Description> {
  let current: Promise<Description> | undefined
  let readAt = 0
  return () => {
    if (current && isWithin(DESCRIPTION_TTL_MS, readAt, now())) return current
    readAt = now()
    const reading = readDescription(settings)
    current = reading
    reading.catch(() => {
      if (current === reading) current = undefined
    })
    return reading
  }
}

async function readDescription({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Description> {
  // Production accepts https issuers alone.
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const options = { timeout: TIMEOUT_SECONDS, execute: insecure, [oidc.customFetch]: fetchFromIssuer }
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)
  const server = found.serverMetadata()
  const missing = ENDPOINTS.filter(name => !server[name])
  if (missing.length > 0) throw new Error(`the provider does not tell its ${missing.join()}`)
  const authentication = authenticationOf(server, clientSecret)
  const configuration = new oidc.Configuration(server, clientId, undefined, authentication)
  configuration.timeout = TIMEOUT_SECONDS
  configuration[oidc.customFetch] = fetchFromIssuer
  for (const each of [...insecure, oidc.enableNonRepudiationChecks]) each(configuration)
  const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? issuer), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [customFetch]: fetchFromIssuer,
  })
  return { configuration, keys }
}

/** The secret goes into the header (RFC 6749 section 2.3.1), or into the body where the provider takes it there alone. */
function authenticationOf(server: oidc.ServerMetadata, clientSecret: string): oidc.ClientAuth {
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
  return methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret)
}
