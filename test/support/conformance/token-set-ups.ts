/** Access tokens and keys of authorization servers as Sepet meets them: the rows of the table in docs/identity.md. */

import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import type { TokenSetUp, TokenVisit } from './token-outcome.ts'
import { type Draft, TOKEN_CLIENT } from './token-provider.ts'

const ACCEPTED = 'accepted'
const BY_BOTH = 'accepted, by the old and the new key'
const invalid = (detail: string) => `401 token_invalid: ${detail}`
const MALFORMED = invalid('The access token is malformed, has an invalid signature, or is for another service.')
const NOT_SIGNED = invalid(
  'The access token is no signed JWT, such as an opaque or an encrypted one, or an incomplete text.',
)
const wrong = (claim: string) =>
  invalid(`The claim ${claim} of the access token is missing, or not one that this service accepts.`)
const LATER = 3_000
const MINUTE = 60_000

/** Replaces claims; undefined removes one. */
const claims = (others: Record<string, unknown>) => ({
  change: ({ payload }: Draft) => void Object.assign(payload, others),
})
const typed = (typ: string | undefined) => ({ change: ({ header }: Draft) => void Object.assign(header, { typ }) })
const without =
  (...members: string[]) =>
  (keys: JWK[]) =>
    keys.map(key => Object.fromEntries(Object.entries(key).filter(([name]) => !members.includes(name))))

const algorithms: TokenSetUp[] = [
  ['RS256', 'Auth0, Keycloak, Cognito, Entra ID, Okta, Zitadel, Ory Hydra'],
  ['RS512', 'Keycloak, PingFederate'],
  ['PS256', 'Auth0, Keycloak'],
  ['ES256', 'Keycloak, authentik'],
  ['ES384', 'Logto'],
  ['EdDSA', 'Keycloak, Zitadel'],
  ['Ed25519', 'providers by RFC 9864'],
].map(([algorithm = '', seenAt = '']) => {
  return { name: `Signed by ${algorithm}`, seenAt, outcome: ACCEPTED, options: { algorithm } }
})

const forms: TokenSetUp[] = [
  ...algorithms,
  {
    name: 'Signed by a secret (HS256)',
    seenAt: 'Auth0 by a setting of the API, authentik without a signing key',
    outcome: MALFORMED,
    options: { jwt: { sign: { alg: 'HS256', key: randomBytes(32) } } },
  },
  {
    name: 'Opaque (no JWT)',
    seenAt: 'Auth0 without `audience`, Google; Zitadel, Ory Hydra and Logto by their defaults',
    outcome: NOT_SIGNED,
    options: { format: 'opaque' },
  },
  {
    name: 'Encrypted (JWE)',
    seenAt: 'Auth0 by a setting of the API',
    outcome: NOT_SIGNED,
    options: { jwt: { sign: { alg: 'RS256' }, encrypt: { alg: 'dir', enc: 'A128CBC-HS256', key: randomBytes(32) } } },
  },
  {
    name: 'Type `at+jwt` (RFC 9068)',
    seenAt: 'Auth0 by the profile RFC 9068, Logto, Keycloak by a setting',
    outcome: ACCEPTED,
    options: typed('at+jwt'),
  },
  { name: 'Type `JWT`', seenAt: 'Auth0, Keycloak, Entra ID', outcome: ACCEPTED, options: typed('JWT') },
  { name: 'No type', seenAt: 'Cognito, Okta', outcome: ACCEPTED, options: typed(undefined) },
  {
    name: 'Another type',
    seenAt: 'logout tokens, DPoP proofs',
    outcome: invalid('The token has a type (typ) other than JWT and at+jwt: it is no access token.'),
    options: typed('logout+jwt'),
  },
  {
    name: 'Bound to a key of the app (`cnf`; DPoP, mTLS), whose proof Sepet does not ask for',
    seenAt: 'Okta, Keycloak, Auth0, where the client asks for it',
    outcome: ACCEPTED,
    options: claims({ cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } }),
  },
]

const received: TokenSetUp[] = [
  {
    name: '`aud` as an array',
    seenAt: 'Auth0, Keycloak, Zitadel, Ory Hydra',
    outcome: ACCEPTED,
    options: claims({ aud: ['account', 'sepet'] }),
  },
  {
    name: '`aud` of another service',
    seenAt: 'wrong settings',
    outcome: wrong('aud'),
    options: claims({ aud: ['account'] }),
  },
  {
    name: 'No `aud`, the app in `client_id`',
    seenAt: 'Cognito',
    outcome: ACCEPTED,
    options: { claims: ({ aud: _, ...issued }) => issued },
    env: { ACCESS_TOKEN_AUDIENCE: '', ACCESS_TOKEN_CLIENT_ID: TOKEN_CLIENT },
  },
  {
    name: 'The app in `azp`',
    seenAt: 'Keycloak, Auth0, Entra ID',
    outcome: ACCEPTED,
    options: claims({ client_id: undefined, azp: TOKEN_CLIENT }),
    env: { ACCESS_TOKEN_CLIENT_ID: TOKEN_CLIENT },
  },
  {
    name: 'The app in `cid` or `appid`, where a client is required',
    seenAt: 'Okta, Entra ID before version 2',
    outcome: invalid('The access token is for another service or of another client.'),
    options: claims({ client_id: undefined, cid: TOKEN_CLIENT, appid: TOKEN_CLIENT }),
    env: { ACCESS_TOKEN_CLIENT_ID: TOKEN_CLIENT },
  },
  {
    name: 'Scopes in `scope`, as text',
    seenAt: 'Auth0, Keycloak, Cognito, Logto',
    outcome: ACCEPTED,
    options: claims({ scope: 'openid storefront:account' }),
  },
  {
    name: 'Scopes in `scp`, as text',
    seenAt: 'Entra ID',
    outcome: ACCEPTED,
    options: claims({ scope: undefined, scp: 'openid storefront:account' }),
  },
  {
    name: 'Scopes in `scp`, as an array',
    seenAt: 'Okta, Ory Hydra',
    outcome: ACCEPTED,
    options: claims({ scope: undefined, scp: ['openid', 'storefront:account'] }),
  },
  {
    name: 'Scopes in `roles`, as an array',
    seenAt: 'Entra ID, for programs',
    outcome: ACCEPTED,
    options: claims({ scope: undefined, roles: ['storefront:account'] }),
  },
  {
    name: 'Scopes in a claim within a claim',
    seenAt: 'Keycloak (`realm_access.roles`)',
    outcome: '403 insufficient_scope: The token has no scope of a member or of an administrator.',
    options: claims({ scope: 'openid', realm_access: { roles: ['storefront:account'] } }),
    env: { ACCESS_TOKEN_SCOPE_CLAIMS: 'scope,realm_access,realm_access.roles' },
  },
  {
    name: 'Another `iss`, also by a slash at its end',
    seenAt: 'wrong settings',
    outcome: wrong('iss'),
    options: { change: ({ payload }) => void Object.assign(payload, { iss: `${payload.iss}/` }) },
  },
]

const encryption = { kty: 'RSA', use: 'enc', alg: 'RSA-OAEP', e: 'AQAB', kid: 'enc' }
const curve = { kty: 'EC', crv: 'secp256k1', alg: 'ES256K', use: 'sig', kid: 'other', x: 'AA', y: 'AA' }
const nameless = { change: ({ header }: Draft) => void Object.assign(header, { kid: undefined }) }

/** Uses a token, lets the provider replace its key, and uses a token of the new one and the old token again. */
async function rotate({ provider, use, wait }: TokenVisit): Promise<string> {
  const old = await provider.token()
  const first = await use(old)
  await provider.rotate()
  wait(LATER)
  const outcomes = [first, await use(await provider.token()), await use(old)]
  return outcomes.every(each => each === ACCEPTED) ? BY_BOTH : outcomes.join(', ')
}

/** Withdraws the key of a token that was accepted. */
async function withdraw({ provider, use, wait }: TokenVisit): Promise<string> {
  const old = await provider.token()
  const first = await use(old)
  await provider.rotate()
  provider.withdraw()
  wait(2 * MINUTE)
  // The fetch of this request runs in the background.
  await use(await provider.token())
  const then = (await use(old)) === MALFORMED ? 'refused then' : 'accepted then'
  return `${first} before, ${then}`
}

const published: TokenSetUp[] = [
  { name: 'Keys without `alg`', seenAt: 'Entra ID', outcome: ACCEPTED, options: { publish: without('alg') } },
  {
    name: 'Keys without `alg` and `use`',
    seenAt: 'providers of one’s own',
    outcome: ACCEPTED,
    options: { publish: without('alg', 'use') },
  },
  {
    name: 'Keys and tokens without `kid`',
    seenAt: 'providers of one’s own',
    outcome: ACCEPTED,
    options: { ...nameless, publish: without('kid') },
  },
  {
    name: 'Keys and tokens without `kid`, while two keys of one type are published',
    seenAt: 'providers of one’s own, in a rotation',
    outcome: BY_BOTH,
    options: { ...nameless, publish: without('kid') },
    next: rotate,
  },
  {
    name: 'Keys beside one for encryption and one of an unknown curve',
    seenAt: 'Keycloak',
    outcome: ACCEPTED,
    options: { publish: keys => [{ ...encryption, n: randomBytes(256).toString('base64url') }, curve, ...keys] },
  },
  {
    name: 'Key replaced, the old one published further',
    seenAt: 'every provider, in a rotation',
    outcome: BY_BOTH,
    next: rotate,
  },
  {
    name: 'Key withdrawn, two minutes ago',
    seenAt: 'every provider, after a rotation',
    outcome: 'accepted before, refused then',
    next: withdraw,
  },
]

/** The set-ups, in the order of the table. */
export const tokenSetUps: readonly TokenSetUp[] = [...forms, ...received, ...published]
