/** The identity provider as it describes itself (OpenID Connect Discovery 1.0), and what of its needs Sepet can meet. */

import { compactVerify } from 'jose'
import * as oidc from 'openid-client'
import { fetchFromIssuer } from '../../auth/fetch-from-issuer.ts'
import { ISSUER_ALGORITHMS } from '../../auth/issuer-algorithms.ts'
import { isWithin } from '../../auth/issuer-refresh.jwt.ts'
import { ProviderFailure, step } from './provider-failure.oidc.ts'
import { createProviderKeys, type ProviderKeys } from './provider-keys.jwt.ts'

const TIMEOUT_SECONDS = 5
/** The provider's description is read again after an hour, and after a failure at the next sign-in. */
const DESCRIPTION_TTL_MS = 3_600_000
/** What a provider must tell: without one of them nobody can sign in or be logged out. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** An issuer that stands for those of all tenants, which the ID token of none has. */
const TEMPLATE = /[{}]|%7[bd]/i

/** The provider, and Sepet's registration there. */
export interface Registration {
  issuer: string
  clientId: string
  clientSecret: string
}

/** The provider as it describes itself. */
export interface Description {
  configuration: oidc.Configuration
  keys: ProviderKeys
}

/**
 * Creates the function that reads the description once for all sign-ins of an hour, and of several at once.
 * @returns function that throws a ProviderFailure where the provider does not answer, or needs what Sepet has not
 */
export function createDescription(registration: Registration, now: () => number): () => Promise<Description> {
  let current: Promise<Description> | undefined
  let readAt = 0
  return () => {
    if (current && isWithin(DESCRIPTION_TTL_MS, readAt, now())) return current
    readAt = now()
    const reading = readDescription(registration, now)
    current = reading
    reading.catch(() => {
      if (current === reading) current = undefined
    })
    return reading
  }
}

/** Reads the description. @throws ProviderFailure where the provider does not answer, or needs what Sepet has not */
export async function readDescription(
  { issuer, clientId, clientSecret }: Registration,
  now: () => number,
): Promise<Description> {
  // Production accepts https issuers alone.
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const options = { timeout: TIMEOUT_SECONDS, execute: insecure, [oidc.customFetch]: fetchFromIssuer }
  const found = await step('the description of the provider', () =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options),
  )
  const server = found.serverMetadata()
  const [need] = findUnmetNeeds(server)
  if (need !== undefined) throw new ProviderFailure('misconfigured', `the description of the provider: ${need}`)
  const configuration = new oidc.Configuration(server, clientId, undefined, authenticationOf(server, clientSecret))
  const keys = createProviderKeys(server.jwks_uri ?? issuer, now)
  configuration.timeout = TIMEOUT_SECONDS
  configuration[oidc.customFetch] = async (url, options) => verified(await fetchFromIssuer(url, options), keys)
  for (const each of insecure) each(configuration)
  return { configuration, keys }
}

/** Verifies the signature of an answer that is a JWT, such as that of the userinfo endpoint. @throws errors of jose */
async function verified(response: Response, keys: ProviderKeys): Promise<Response> {
  const { status, headers } = response
  if (!/^application\/jwt\s*(;|$)/i.test(headers.get('content-type') ?? '')) return response
  const text = await response.text()
  await keys.verifyOwn(find => compactVerify(text, find, { algorithms: ISSUER_ALGORITHMS }))
  return new Response(text, { status, headers })
}

/** How a client proves its secret, the first that a provider takes (OpenID Connect Core section 9). */
const authentications: Readonly<Record<string, (clientSecret: string) => oidc.ClientAuth>> = {
  client_secret_basic: secret => oidc.ClientSecretBasic(secret),
  client_secret_post: secret => oidc.ClientSecretPost(secret),
  client_secret_jwt: secret => oidc.ClientSecretJwt(secret),
}
/** What a provider takes that tells nothing about it (OpenID Connect Discovery section 3). */
const BY_DEFAULT = ['client_secret_basic']

function authenticationOf(server: oidc.ServerMetadata, clientSecret: string): oidc.ClientAuth {
  const { token_endpoint_auth_methods_supported: taken = BY_DEFAULT } = server
  const method = Object.keys(authentications).find(each => taken.includes(each)) ?? ''
  return (authentications[method] ?? oidc.ClientSecretBasic)(clientSecret)
}

/** Returns what the provider requires and Sepet cannot do, in sentences for the log. */
function findUnmetNeeds(server: oidc.ServerMetadata): string[] {
  const needs: string[] = []
  const missing = ENDPOINTS.filter(name => !server[name])
  if (missing.length > 0) needs.push(`it does not tell its ${missing.join(', ')}`)
  if (TEMPLATE.test(server.issuer)) needs.push('its issuer is a template for several tenants: name one tenant')
  const { token_endpoint_auth_methods_supported: taken = BY_DEFAULT, response_types_supported: types } = server
  if (!taken.some(method => Object.hasOwn(authentications, method))) {
    needs.push('the token endpoint takes no client secret, such as one that takes private_key_jwt alone')
  }
  if (types && !types.includes('code')) needs.push('it does not answer with a code (response_types_supported)')
  if (server.require_signed_request_object) needs.push('it requires signed authorization requests')
  if (server.require_pushed_authorization_requests && !server.pushed_authorization_request_endpoint) {
    needs.push('it requires pushed authorization requests, and does not tell where')
  }
  return needs
}
