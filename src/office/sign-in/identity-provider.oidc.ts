/** The shop's identity provider: OpenID Connect by authorization code with PKCE, and its logout. */

import { compactVerify } from 'jose'
import * as oidc from 'openid-client'
import { ISSUER_ALGORITHMS } from '../../auth/issuer-algorithms.ts'
import type { Claims } from '../../auth/token-claims.ts'
import { whilePaused } from '../../fairness/served-request.ts'
import { isStorable } from '../../schema/fields.ts'
import type { EndedAtProvider } from '../session/office-sessions.store.ts'
import type { Grant } from '../session/sealed-grant.crypto.ts'
import { readLogoutToken } from './logout-token.jwt.ts'
import type { PendingSignIn } from './pending-sign-in.ts'
import { createDescription, type Description, type Registration, readDescription } from './provider-description.oidc.ts'
import { ProviderFailure, step } from './provider-failure.oidc.ts'
import type { ToldByProvider } from './read-staff.ts'

/** The provider, and Sepet's registration there. */
export interface ProviderSettings extends Registration {
  /** Space-separated scopes that are requested; `openid` among them. */
  scope: string
  /** Where browsers reach Sepet. */
  publicUrl: string
}

/** What the provider tells about who has signed in. */
export interface SignedIn extends ToldByProvider {
  /** The `sid` of the provider's session; null where it tells none. */
  providerSession: string | null
  /** What renews the rights; null where the provider gave no refresh token. */
  grant: Grant | null
}

/** A grant that was renewed, with which the provider tells about the person. */
export interface Renewed {
  grant: Grant
  /** @throws ProviderFailure, with the problem `expired` where the provider tells about another person */
  tell: (subject: string) => Promise<ToldByProvider>
}

/** The shop's identity provider. */
export type IdentityProvider = ReturnType<typeof createIdentityProvider>

/**
 * Creates the client of a provider. Nothing is requested before its first use. Every failure is a ProviderFailure, but that of reading a logout
 * token, and the refusal of a request that gets no place among the running ones: who waits for the provider takes none from shoppers.
 * @param now milliseconds since the epoch
 */
export function createIdentityProvider(settings: ProviderSettings, now: () => number) {
  const { begin, finish, renew, revoke, signOutUrl, readLogoutToken, check } = createClient(settings, now)
  return {
    check,
    begin: withoutPlace(begin),
    finish: withoutPlace(finish, { hasEffect: true }),
    renew: withoutPlace(renew, { hasEffect: true }),
    revoke: withoutPlace(revoke, { hasEffect: true }),
    signOutUrl: withoutPlace(signOutUrl),
    readLogoutToken: withoutPlace(readLogoutToken),
  }
}

/** Lets requests ask without a place. @param effect of an exchange that cannot be repeated: a code is used up, a refresh token replaced */
function withoutPlace<A extends unknown[], R>(
  ask: (...asked: A) => Promise<R>,
  effect?: { hasEffect: true },
): (...asked: A) => Promise<R> {
  return (...asked) => whilePaused(() => ask(...asked), effect)
}

function createClient(settings: ProviderSettings, now: () => number) {
  const { scope, publicUrl } = settings
  const redirectUri = `${publicUrl}/office/sign-in/callback`
  const describe = createDescription(settings, now)

  return {
    /** Reads the description for the log; the next sign-in reads it again. @throws ProviderFailure where nobody could sign in */
    async check(): Promise<void> {
      await readDescription(settings, now)
    },

    /**
     * Begins a sign-in. @param to page of the office that it leads back to
     * @returns the address of the provider, and what the browser keeps
     * @throws ProviderFailure
     */
    async begin(to: string): Promise<{ url: string; pending: PendingSignIn }> {
      const { configuration } = await describe()
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        to,
      }
      const url = await requestAuthorization(configuration, {
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
     * Completes a sign-in: exchanges the code, and reads the claims.
     * @param query of the address that the provider has sent the browser to
     * @throws ProviderFailure when the provider does not answer, has refused, or its answer does not fit the sign-in
     */
    async finish(query: string, { state, nonce, verifier }: PendingSignIn): Promise<SignedIn> {
      const description = await describe()
      const { configuration } = description
      requireIssuer(configuration.serverMetadata(), new URLSearchParams(query))
      const tokens = await step('the token endpoint', () =>
        oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        }),
      )
      const { sub, sid, ...others } = await verifiedClaims(description, tokens)
      const info = await findUserInfo(configuration, tokens.access_token, sub)
      const providerSession = typeof sid === 'string' && isStorable(sid) ? sid : null
      const { scope: granted, refresh_token: refreshToken } = tokens
      const grant = refreshToken === undefined ? null : grantOf(refreshToken, granted)
      return { claims: { ...info, ...others, sub }, granted, providerSession, grant }
    },

    /** Exchanges a refresh token. @throws ProviderFailure, with the problem `expired` where the provider refuses it */
    async renew(grant: Grant): Promise<Renewed> {
      const description = await describe()
      const tokens = await step('the refresh', () =>
        oidc.refreshTokenGrant(description.configuration, grant.refreshToken),
      )
      // A response without scopes leaves them as they were (RFC 6749 section 6).
      const { refresh_token: refreshToken = grant.refreshToken, scope: granted = grant.granted } = tokens
      return {
        grant: grantOf(refreshToken, granted),
        tell: withoutPlace(async subject => ({ claims: await claimsOf(description, tokens, subject), granted }), {
          hasEffect: true,
        }),
      }
    },

    /** Ends a grant at the provider, where it has an address for that. @throws ProviderFailure */
    async revoke({ refreshToken }: Grant): Promise<void> {
      const { configuration } = await describe()
      if (!configuration.serverMetadata().revocation_endpoint) return
      await step('the revocation', () =>
        oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }),
      )
    },

    /** Returns where a browser ends its session at the provider; undefined where the provider has no such address. @throws ProviderFailure */
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

/** Returns where the browser goes on. The request is sent to the provider itself where it takes that, and no browser can change it. */
function requestAuthorization(configuration: oidc.Configuration, parameters: Record<string, string>): Promise<URL> {
  const isPushed = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined
  return step('the pushed authorization request', async () =>
    isPushed
      ? oidc.buildAuthorizationUrlWithPAR(configuration, parameters)
      : oidc.buildAuthorizationUrl(configuration, parameters),
  )
}

/** Requires that the answer to an authorization request is of the provider (RFC 9207 section 2.4). @throws ProviderFailure */
function requireIssuer(server: oidc.ServerMetadata, answer: URLSearchParams): void {
  const iss = answer.get('iss')
  const isTold = server.authorization_response_iss_parameter_supported === true
  if (iss === server.issuer || (iss === null && !isTold)) return
  const what = iss === null ? 'it has no iss' : 'its iss is another issuer'
  throw new ProviderFailure('misconfigured', `the answer to the authorization request: ${what}`)
}

/** Returns what renews the rights. @param granted the scopes, where the provider has named them */
function grantOf(refreshToken: string, granted: string | undefined): Grant {
  return { refreshToken, ...(granted !== undefined && { granted }) }
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** Returns the claims of the ID token, whose signature is verified although it comes over TLS. @throws ProviderFailure */
function verifiedClaims({ keys }: Description, tokens: Tokens): Promise<oidc.IDToken> {
  const { id_token: text = '' } = tokens
  return step('the signature of the ID token', async () => {
    await keys.verifyOwn(find => compactVerify(text, find, { algorithms: ISSUER_ALGORITHMS }))
    const claims = tokens.claims()
    if (!claims) throw new ProviderFailure('misconfigured', 'the token endpoint: no ID token')
    return claims
  })
}

/** Returns the claims of a refresh, whose response need not have an ID token (OpenID Connect Core section 12.2). @throws ProviderFailure */
async function claimsOf(description: Description, tokens: Tokens, subject: string): Promise<Claims> {
  const own = tokens.id_token === undefined ? {} : await verifiedClaims(description, tokens)
  if ('sub' in own && own.sub !== subject) throw new ProviderFailure('expired', 'the refresh: another person')
  const info = await findUserInfo(description.configuration, tokens.access_token, oidc.skipSubjectCheck)
  if ('sub' in info && info.sub !== subject)
    throw new ProviderFailure('expired', 'the userinfo endpoint: another person')
  return { ...info, ...own, sub: subject }
}

/** Returns the claims of the userinfo endpoint; none where the provider has no such endpoint. @throws ProviderFailure */
async function findUserInfo(
  configuration: oidc.Configuration,
  accessToken: string,
  sub: string | typeof oidc.skipSubjectCheck,
): Promise<object> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {}
  return step('the userinfo endpoint', () => oidc.fetchUserInfo(configuration, accessToken, sub))
}
