/** ID tokens, keys and userinfo answers of identity providers, as the office meets them. */

import { randomBytes } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { StaffProvider } from '../office/staff-provider.ts'
import {
  atTokenEndpoint,
  describedBy,
  idTokenWith,
  keysWith,
  misconfigured,
  type OfficeSetUp,
  SIGNS_IN,
} from './office-set-up.ts'
import { endAtProvider } from './office-visits.ts'

const CLIENT = 'sepet-office'
const ENCRYPTED = { encryption: { enabled: true } }
const SIGNED_USERINFO = { jwtUserinfo: { enabled: true } }
const seconds = () => Math.floor(Date.now() / 1000)

const signatures: OfficeSetUp[] = [
  ['RS256', 'Keycloak, Auth0, Okta, Entra ID, Cognito, Google, Zitadel, Ory Hydra'],
  ['RS512', 'Keycloak, PingFederate'],
  ['PS256', 'Keycloak, Auth0'],
  ['ES256', 'Keycloak, authentik'],
  ['ES384', 'Logto'],
  ['EdDSA', 'Keycloak, Zitadel'],
  ['Ed25519', 'providers by RFC 9864'],
].map(([algorithm = '', seenAt = '']) => {
  return { name: `ID token signed by ${algorithm}`, seenAt, outcome: SIGNS_IN, options: { algorithm } }
})

const idTokens: OfficeSetUp[] = [
  ...signatures,
  {
    name: 'ID token signed by the client’s secret (HS256)',
    seenAt: 'Auth0, authentik without a signing key',
    outcome: misconfigured('the signature of the ID token: ERR_JOSE_ALG_NOT_ALLOWED'),
    options: { client: { id_token_signed_response_alg: 'HS256' } },
  },
  {
    name: 'ID token signed by an algorithm that the description does not have',
    seenAt: 'wrong settings',
    outcome: atTokenEndpoint('OAUTH_INVALID_RESPONSE'),
    options: { algorithm: 'ES256' },
    prepare: describedBy({ id_token_signing_alg_values_supported: ['RS256'] }),
  },
  {
    name: 'Encrypted ID token',
    seenAt: 'Keycloak, authentik, where the client asks for it',
    outcome: atTokenEndpoint('OAUTH_UNSUPPORTED_OPERATION'),
    options: {
      features: ENCRYPTED,
      client: { id_token_encrypted_response_alg: 'dir', id_token_encrypted_response_enc: 'A128CBC-HS256' },
    },
  },
  {
    name: 'ID token for several audiences, with Sepet’s client as `azp`',
    seenAt: 'Zitadel',
    outcome: SIGNS_IN,
    prepare: idTokenWith(() => ({ aud: ['a-project', CLIENT], azp: CLIENT })),
  },
  {
    name: 'ID token for several audiences, without `azp`',
    seenAt: 'wrong settings',
    outcome: atTokenEndpoint('OAUTH_JWT_CLAIM_COMPARISON_FAILED'),
    prepare: idTokenWith(() => ({ aud: ['a-project', CLIENT] })),
  },
  {
    name: 'ID token with another client as `azp`',
    seenAt: 'wrong settings',
    outcome: atTokenEndpoint('OAUTH_JWT_CLAIM_COMPARISON_FAILED'),
    prepare: idTokenWith(() => ({ aud: [CLIENT, 'other'], azp: 'other' })),
  },
  {
    name: 'ID token with `at_hash`, which is not compared in this flow',
    seenAt: 'Cognito, Google, Ory Hydra',
    outcome: SIGNS_IN,
    prepare: idTokenWith(() => ({ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })),
  },
  {
    name: 'ID token whose `exp` is up to 30 s ago by Sepet’s clock',
    seenAt: 'clocks that differ',
    outcome: SIGNS_IN,
    prepare: idTokenWith(() => ({ exp: seconds() - 5 })),
  },
  {
    name: 'ID token whose `exp` is longer ago',
    seenAt: 'clocks that differ',
    outcome: atTokenEndpoint('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'),
    prepare: idTokenWith(() => ({ exp: seconds() - 90 })),
  },
]

const publishedKeys: OfficeSetUp[] = [
  {
    name: 'Keys without `alg`',
    seenAt: 'Entra ID',
    outcome: SIGNS_IN,
    prepare: keysWith({ alg: undefined }),
  },
  {
    name: 'Keys without `alg` and `use`, beside one for encryption',
    seenAt: 'Keycloak publishes one for encryption',
    outcome: SIGNS_IN,
    prepare: keysWith({ alg: undefined, use: undefined }, [
      { kty: 'RSA', use: 'enc', alg: 'RSA-OAEP', e: 'AQAB', n: randomBytes(256).toString('base64url'), kid: 'enc' },
    ]),
  },
  {
    name: 'Keys of one type without `kid`, several at once',
    seenAt: 'providers of one’s own',
    outcome: SIGNS_IN,
    prepare: publishWithoutIds,
  },
  {
    name: 'Key replaced after a sign-in, without overlap',
    seenAt: 'every provider, in a rotation',
    outcome: `${SIGNS_IN}; signs in again; the provider’s logout ends both sessions`,
    next: endAtProvider,
  },
]

/** Publishes two keys without ids, of which the second signs. */
async function publishWithoutIds(provider: StaffProvider): Promise<void> {
  const { publicKey } = await generateKeyPair('RS256')
  const other = { ...(await exportJWK(publicKey)), use: 'sig', alg: 'RS256' }
  keysWith({ kid: undefined }, [other])(provider)
  idTokenWith(() => ({}), { kid: undefined })(provider)
}

/** Lets another key sign the ID tokens, and publishes that key alone: what the provider's own signs is of an unknown one. */
async function publishAnotherKey({ rewrites }: StaffProvider): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const header = { alg: 'RS256', kid: 'another' }
  const jwk = { ...(await exportJWK(publicKey)), ...header, use: 'sig' }
  rewrites['/jwks'] = () => ({ keys: [jwk] })
  rewrites['/token'] = async tokens => {
    const claims = decodeJwt(String(tokens.id_token))
    return { ...tokens, id_token: await new SignJWT(claims).setProtectedHeader(header).sign(privateKey) }
  }
}

const claims: OfficeSetUp[] = [
  {
    name: 'Claims in the ID token, and no userinfo endpoint',
    seenAt: 'providers of one’s own',
    outcome: SIGNS_IN,
    options: { settings: { conformIdTokenClaims: false } },
    prepare: describedBy({ userinfo_endpoint: undefined }),
  },
  { name: 'Claims at the userinfo endpoint alone', seenAt: 'Zitadel by its defaults', outcome: SIGNS_IN },
  {
    name: 'Userinfo as a signed JWT',
    seenAt: 'Keycloak, Ory Hydra, where the client asks for it',
    outcome: SIGNS_IN,
    options: { features: SIGNED_USERINFO, client: { userinfo_signed_response_alg: 'RS256' } },
  },
  {
    name: 'Userinfo signed by an unknown key',
    seenAt: 'an attack',
    outcome: misconfigured('the userinfo endpoint: ERR_JWKS_NO_MATCHING_KEY'),
    options: { features: SIGNED_USERINFO, client: { userinfo_signed_response_alg: 'RS256' } },
    prepare: publishAnotherKey,
  },
  {
    name: 'Userinfo signed by the client’s secret (HS256)',
    seenAt: 'Keycloak, where the client asks for it',
    outcome: misconfigured('the userinfo endpoint: ERR_JOSE_ALG_NOT_ALLOWED'),
    options: { features: SIGNED_USERINFO, client: { userinfo_signed_response_alg: 'HS256' } },
  },
  {
    name: 'Encrypted userinfo',
    seenAt: 'Keycloak, where the client asks for it',
    outcome: misconfigured('the userinfo endpoint: ERR_JWS_INVALID'),
    options: {
      features: { ...SIGNED_USERINFO, ...ENCRYPTED },
      client: {
        userinfo_signed_response_alg: 'RS256',
        userinfo_encrypted_response_alg: 'dir',
        userinfo_encrypted_response_enc: 'A128CBC-HS256',
      },
    },
  },
]

/** The set-ups. */
export const officeTokenSetUps: readonly OfficeSetUp[] = [...idTokens, ...publishedKeys, ...claims]
