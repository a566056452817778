/** Access tokens of a real OpenID provider: an administrator's program and a customer's login, through every key, and key rotation. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { createAccessTokenVerifier, type VerifyAccessToken } from '../../src/auth/access-token.jwt.ts'
import { tokenSettings } from '../../src/config/secrets.ts'
import { Refusal } from '../../src/errors.ts'
import { verifierOptions } from '../support/auth/issuer.ts'
import {
  ACCOUNT_CLAIM,
  ALGORITHMS,
  type OpenidProvider,
  startOpenidProvider,
  type TokenRequest,
} from '../support/auth/openid-provider.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const CUSTOMERS = '/api/v3/admin/customers'
const ACCOUNT = 'ada'
const server: TokenRequest = { client: 'shop-server', scope: 'shop/customers' }
const app: TokenRequest = { client: 'shop-app', scope: 'shop/account' }

describe('an access token of an OpenID provider', () => {
  let provider: OpenidProvider
  let service: TestService
  let verify: VerifyAccessToken
  const testEnd = new AbortController()

  before(async () => {
    provider = await startOpenidProvider()
    service = await startService('sqlite', {
      ACCESS_TOKEN_SECRET: '',
      ACCESS_TOKEN_JWKS_URL: provider.jwksUrl,
      ACCESS_TOKEN_ISSUER: provider.issuer,
      ACCESS_TOKEN_AUDIENCE: 'sepet,sepet-staging',
      ACCESS_TOKEN_CLIENT_ID: 'shop-server,shop-app',
      ACCESS_TOKEN_MEMBER_CLAIM: ACCOUNT_CLAIM,
      ACCESS_TOKEN_SCOPE_MAP: 'shop/account=storefront:account,shop/customers=customers:read',
    })
    const customers = [{ id: ids.member, externalId: `customer of ${ACCOUNT}`, email: 'ada@example.com' }]
    await service.importShop({ customers })
    verify = createAccessTokenVerifier(tokenSettings(service.config), verifierOptions(testEnd.signal)).verify
  })
  after(async () => {
    testEnd.abort()
    await service.stop()
    await provider.stop()
  })

  /** Calls the list of customers. */
  const listWith = (token: string) => service.call('GET', CUSTOMERS, { token })
  /** @returns the identity, or the status of the refusal, `afterMs` milliseconds from now */
  async function identityOf(token: string, afterMs = 0) {
    try {
      return (await verify(token, Date.now() + afterMs)).identity
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error))
      return error.status
    }
  }

  // Proves: foreign-token
  it('is refused with 403 without a scope of Sepet', async () => {
    const token = await provider.clientCredentials({ ...server, scope: 'shop/other' })
    const answer = await listWith(token)
    assert.deepEqual(refusalsOf(answer), ['403 insufficient_scope'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*error="insufficient_scope"/)
    assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['403 insufficient_scope'])
  })

  // Proves: foreign-token
  it('is refused with 401 when it is for another audience or of another client', async () => {
    for (const request of [
      { ...server, audience: 'other' },
      { ...server, client: 'other-server' },
      { ...server, client: 'other-server', audience: 'other' },
    ]) {
      assert.deepEqual(refusalsOf(await listWith(await provider.clientCredentials(request))), ['401 token_invalid'])
    }
    for (const request of [
      { ...app, audience: 'other' },
      { ...app, client: 'other-app' },
    ]) {
      assert.equal(await identityOf((await provider.logIn(ACCOUNT, request)).accessToken), 401)
    }
  })

  // Proves: foreign-token
  it('cannot be replaced by the id token of the same login', async () => {
    const { idToken } = await provider.logIn(ACCOUNT, app)
    assert.equal(decodeJwt(idToken).sub, ACCOUNT)
    assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: idToken })), ['401 token_invalid'])
  })

  it('lets an administrator’s program list customers, in each configured audience', async () => {
    for (const audience of ['sepet', 'sepet-staging']) {
      const token = await provider.clientCredentials({ ...server, audience })
      assert.equal((await listWith(token)).status, 200)
      const { identity, scopes } = await verify(token, Date.now())
      assert.deepEqual(identity, { kind: 'admin', name: 'shop-server' })
      assert.deepEqual(scopes, ['customers:read'])
    }
    const token = await provider.clientCredentials(server)
    const created = await service.call('POST', CUSTOMERS, { token, body: {} })
    assert.deepEqual(refusalsOf(created), ['403 insufficient_scope'])
  })

  it('names the customer after a login, and administrates nothing', async () => {
    const { accessToken } = await provider.logIn(ACCOUNT, app)
    const itemId = await addItem(service, accessToken, ids.plain, 2)
    const carts = await service.database.kysely.selectFrom('cart_lines').select(['cart_id', 'id']).execute()
    assert.deepEqual(
      carts.map(({ cart_id, id }) => [cart_id, id]),
      [[`member:${ids.member}`, itemId]],
    )
    assert.deepEqual(refusalsOf(await listWith(accessToken)), ['401 wrong_token_kind'])
    const stranger = await provider.logIn('stranger', app)
    const unknown = await service.call('GET', '/cart', { token: stranger.accessToken })
    assert.deepEqual(refusalsOf(unknown), ['401 customer_unknown'])
  })

  for (const alg of ALGORITHMS) {
    it(`is accepted when it is signed by ${alg}`, async () => {
      const token = await provider.clientCredentials({ ...server, alg })
      assert.equal(decodeProtectedHeader(token).alg, alg)
      assert.equal((await listWith(token)).status, 200)
      const { accessToken } = await provider.logIn(ACCOUNT, { ...app, alg })
      assert.equal(decodeProtectedHeader(accessToken).alg, alg)
      assert.equal((await service.call('GET', '/cart', { token: accessToken })).status, 200)
    })
  }

  it('is accepted with a new key as soon as that signs, and with the old one until one minute after its withdrawal', async () => {
    const [old, late] = [await provider.clientCredentials(server), await provider.clientCredentials(server)]
    assert.equal(typeof (await identityOf(old)), 'object')
    await provider.rotate('RS256')
    const fresh = await provider.clientCredentials(server)
    assert.notEqual(decodeProtectedHeader(fresh).kid, decodeProtectedHeader(old).kid)
    // Keys are fetched at most once in two seconds.
    while ((await listWith(fresh)).status !== 200) await sleep(50)
    assert.equal((await listWith(old)).status, 200)
    assert.equal(typeof (await identityOf(fresh, 3_000)), 'object')
    provider.withdrawOldKeys()
    for (const token of [old, late]) assert.equal(await identityOf(token, 64_000), 401)
    assert.equal(typeof (await identityOf(fresh, 64_000)), 'object')
  })
})
