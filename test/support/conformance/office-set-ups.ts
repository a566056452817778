/** Set-ups of identity providers as the office meets them: the rows of the table in docs/office.md. */

import { describedBy, inDescription, misconfigured, type OfficeSetUp, SIGNS_IN } from './office-set-up.ts'
import { officeTokenSetUps } from './office-token-set-ups.ts'
import { renewRights, signOut, type Visit } from './office-visits.ts'

const NO_SECRET = inDescription(
  'the token endpoint takes no client secret, such as one that takes private_key_jwt alone',
)

const clients: OfficeSetUp[] = [
  ...(['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const).map((authentication, n) => {
    const seenAt = ['Keycloak, Auth0, Okta, Cognito, Ory Hydra', 'Entra ID, Google', 'Keycloak, Okta'][n] ?? ''
    return { name: `\`${authentication}\``, seenAt, outcome: SIGNS_IN, options: { authentication } }
  }),
  {
    name: '`client_secret_basic` with a secret that has to be encoded',
    seenAt: 'secrets of one’s own choice',
    outcome: SIGNS_IN,
    options: { secret: 'a+b/c=d %7E~:&_0123456789-0123456789' },
  },
  ...['private_key_jwt', 'tls_client_auth'].map(method => {
    return {
      name: `\`${method}\` alone`,
      seenAt: 'servers for banks (FAPI)',
      outcome: NO_SECRET,
      prepare: describedBy({ token_endpoint_auth_methods_supported: [method] }),
    }
  }),
]

const requests: OfficeSetUp[] = [
  ...(['offered', 'required'] as const).map(pushed => {
    const next = async ({ office }: Visit) =>
      office.provider.requests.includes('POST /request') ? 'the request was pushed' : 'nothing was pushed'
    const outcome = `${SIGNS_IN}; the request was pushed`
    return {
      ...{ name: `Pushed authorization requests ${pushed} (RFC 9126)`, seenAt: 'Keycloak, Auth0, Okta' },
      ...{ outcome, options: { pushed }, next },
    }
  }),
  {
    name: 'Signed authorization requests required (RFC 9101)',
    seenAt: 'servers for banks (FAPI)',
    outcome: inDescription('it requires signed authorization requests'),
    prepare: describedBy({ require_signed_request_object: true }),
  },
  {
    name: 'PKCE required (RFC 7636)',
    seenAt: 'Keycloak and Okta, where the client asks for it; OAuth 2.1',
    outcome: SIGNS_IN,
    options: { settings: { pkce: { required: () => true } } },
  },
  {
    name: 'PKCE without `code_challenge_methods_supported`',
    seenAt: 'Entra ID, Cognito',
    outcome: SIGNS_IN,
    prepare: describedBy({ code_challenge_methods_supported: undefined }),
  },
  {
    name: '`response_types_supported` without `code`',
    seenAt: 'wrong settings',
    outcome: inDescription('it does not answer with a code (response_types_supported)'),
    prepare: describedBy({ response_types_supported: ['id_token'] }),
  },
  {
    name: '`response_modes_supported` without `query`, the mode of the code flow that needs no request',
    seenAt: 'incomplete descriptions',
    outcome: SIGNS_IN,
    prepare: describedBy({ response_modes_supported: ['form_post', 'fragment'] }),
  },
]

const answers: OfficeSetUp[] = [
  { name: '`iss` in the answer (RFC 9207)', seenAt: 'Keycloak, Logto', outcome: SIGNS_IN },
  {
    name: 'No `iss`, and none announced',
    seenAt: 'Entra ID, Cognito',
    outcome: SIGNS_IN,
    prepare: describedBy({ authorization_response_iss_parameter_supported: undefined }),
    answer: query => query.delete('iss'),
  },
  {
    name: 'No `iss`, though it is announced',
    seenAt: 'an attack',
    outcome: misconfigured('the answer to the authorization request: it has no iss'),
    answer: query => query.delete('iss'),
  },
  {
    name: 'Another `iss`',
    seenAt: 'an attack',
    outcome: misconfigured('the answer to the authorization request: its iss is another issuer'),
    answer: query => query.set('iss', 'https://another.example'),
  },
  {
    name: '`token_type` in capitals, `expires_in` as text',
    seenAt: 'Entra ID before version 2',
    outcome: SIGNS_IN,
    prepare: ({ rewrites }) => {
      rewrites['/token'] = tokens => ({ ...tokens, token_type: 'BEARER', expires_in: '3599' })
    },
  },
]

const issuers: OfficeSetUp[] = [
  ['Issuer with a path', 'Keycloak, Okta, Entra ID, Cognito, Logto', '/realms/shop'],
  ['Issuer with a path and a slash at its end', 'authentik', '/application/o/sepet/'],
  ['Issuer with a slash as its path', 'Auth0, Ory Hydra', '/'],
].map(([name = '', seenAt = '', path = '']) => ({ name, seenAt, outcome: SIGNS_IN, options: { path } }))

const descriptions: OfficeSetUp[] = [
  ...issuers,
  {
    name: 'Issuer that differs from `OFFICE_OIDC_ISSUER`, also by a slash after its path',
    seenAt: 'wrong settings',
    outcome: inDescription('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
    options: { path: '/realms/shop' },
    prepare: provider => describedBy({ issuer: `${provider.issuer}/` })(provider),
  },
  {
    name: 'Members that Sepet does not know',
    seenAt: 'Keycloak, Entra ID, Okta',
    outcome: SIGNS_IN,
    prepare: describedBy({ tenant_region_scope: 'EU', mtls_endpoint_aliases: { token_endpoint: 7 }, x: [null] }),
  },
  {
    name: 'No `end_session_endpoint`',
    seenAt: 'Google, Auth0 by its settings',
    outcome: `${SIGNS_IN}; signing out ends the session here`,
    options: { features: { rpInitiatedLogout: { enabled: false } } },
    next: signOut,
  },
]

const refreshes: OfficeSetUp[] = [
  {
    name: 'Refresh token that each refresh replaces',
    seenAt: 'Zitadel, Ory Hydra; Auth0 and Okta by a setting',
    outcome: `${SIGNS_IN}; rights are read again`,
    options: { refreshes: true },
    next: renewRights,
  },
  {
    name: 'Refresh token that stays the same',
    seenAt: 'Cognito, Google',
    outcome: `${SIGNS_IN}; rights are read again`,
    options: { refreshes: true, settings: { rotateRefreshToken: false } },
    prepare: ({ rewrites }) => {
      let isFirst = true
      rewrites['/token'] = ({ refresh_token, ...tokens }) => {
        const answer = isFirst ? { refresh_token, ...tokens } : tokens
        isFirst = false
        return answer
      }
    },
    next: renewRights,
  },
  {
    name: 'Refresh without an ID token in its response',
    seenAt: 'OpenID Connect leaves it to the provider',
    outcome: `${SIGNS_IN}; rights are read again`,
    options: { refreshes: true },
    prepare: ({ rewrites }) => {
      let isFirst = true
      rewrites['/token'] = ({ id_token, ...tokens }) => {
        const answer = isFirst ? { id_token, ...tokens } : tokens
        isFirst = false
        return answer
      }
    },
    next: renewRights,
  },
  {
    name: 'No refresh token',
    seenAt: 'Auth0, Okta and Entra ID without `offline_access`',
    outcome: `${SIGNS_IN}; rights are those of the sign-in`,
    next: renewRights,
  },
]

/** The set-ups, in the order of the table. */
export const officeSetUps: readonly OfficeSetUp[] = [
  ...officeTokenSetUps,
  ...clients,
  ...requests,
  ...answers,
  ...descriptions,
  ...refreshes,
]
