/** Identity and scopes of verified claims: accepted and refused claims under each setting. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../errors.ts'
import { type ClaimSettings, type Claims, readClaims } from './token-claims.ts'

const defaults: ClaimSettings = {
  clientIds: undefined,
  memberClaim: undefined,
  scopeClaims: ['scope'],
  scopeMap: undefined,
}
const CLAIM = 'https://shop.example/customer_id'
const member = { sub: 'auth0|1', [CLAIM]: 'c-1', scope: 'storefront:account' }

/** @returns identity and scopes, or status and code of the refusal */
function read(claims: Claims, settings: Partial<ClaimSettings> = {}): unknown {
  try {
    return readClaims(claims, { ...defaults, ...settings })
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return `${error.status} ${error.message}`
  }
}

/** @returns the identity, or status and code of the refusal */
function identity(claims: Claims, settings: Partial<ClaimSettings> = {}): unknown {
  const result = read(claims, settings)
  return typeof result === 'string' ? result : (result as { identity: unknown }).identity
}

const scopes = (claims: Claims, settings: Partial<ClaimSettings> = {}) =>
  (read({ sub: 'app:x', ...claims }, settings) as { scopes: string[] }).scopes

describe('the audience of links', () => {
  it('is refused alone and among others, under every setting', () => {
    for (const aud of ['checkout-handoff', ['checkout-handoff'], ['sepet', 'checkout-handoff']]) {
      assert.equal(read({ sub: 'member:1', scope: 'storefront:account', aud }), '401 token_invalid')
      assert.equal(read({ ...member, aud }, { memberClaim: CLAIM }), '401 token_invalid')
    }
  })
})

describe('the client of a token', () => {
  const settings = { clientIds: ['app', 'web'] }

  it('is refused when neither claim names a configured one', () => {
    for (const claims of [
      {},
      { client_id: 'App' },
      { client_id: '' },
      { azp: 'ap' },
      { client_id: ['app'] },
      { azp: { app: true } },
      { aud: 'app' },
      { cid: 'app' },
    ]) {
      assert.equal(read({ sub: 'member:1', ...claims }, settings), '401 token_invalid', JSON.stringify(claims))
    }
  })

  it('is accepted when one of the two claims names a configured one', () => {
    for (const claims of [{ client_id: 'app' }, { azp: 'web' }, { client_id: 'other', azp: 'app' }]) {
      assert.deepEqual(identity({ sub: 'member:1', ...claims }, settings), { kind: 'member', customerId: 1 })
    }
  })
})

describe('scopes', () => {
  it('of other types than text and arrays of texts are ignored', () => {
    for (const scope of [
      undefined,
      null,
      1,
      true,
      { 'storefront:cart': true },
      [],
      [1, null, ['storefront:cart']],
      '',
    ]) {
      assert.deepEqual(scopes({ scope }), [], JSON.stringify(scope))
    }
    assert.deepEqual(scopes({ scp: ['a', 1, 'b', ''], roles: { a: 'a' } }, { scopeClaims: ['scp', 'roles'] }), [
      'a',
      'b',
    ])
    assert.deepEqual(scopes({ scope: ' a  b ' }), ['a', 'b'])
  })

  it('are read from all configured claims and from no other one', () => {
    const claims = { scope: 'a', scp: 'b c', roles: ['d'], permissions: ['e'] }
    assert.deepEqual(scopes(claims), ['a'])
    assert.deepEqual(scopes(claims, { scopeClaims: ['scp', 'roles', 'missing'] }), ['b', 'c', 'd'])
  })

  it('of inherited names are none', () => {
    assert.deepEqual(scopes({}, { scopeClaims: ['constructor', '__proto__', 'toString'] }), [])
  })

  it('that the map names are replaced, by several where it names several, and others are kept', () => {
    const scopeMap = [
      { theirs: 'shop/account', ours: 'storefront:account' },
      { theirs: 'shop/admin', ours: 'customers:read' },
      { theirs: 'shop/admin', ours: 'customers:write' },
    ]
    assert.deepEqual(scopes({ scope: 'shop/account openid shop/admin' }, { scopeMap }), [
      'storefront:account',
      'openid',
      'customers:read',
      'customers:write',
    ])
    assert.deepEqual(scopes({ scope: 'shop/Account SHOP/account' }, { scopeMap }), ['shop/Account', 'SHOP/account'])
  })
})

describe('a token without a configured member claim', () => {
  it('is refused with 401 when its subject has none of the known forms', () => {
    for (const sub of [undefined, '', 1, 'auth0|1', 'member:0', ['member:1']]) {
      assert.equal(read({ sub, scope: 'storefront:account' }), '401 token_invalid')
    }
  })

  it('has the identity of its subject', () => {
    assert.deepEqual(identity({ sub: 'member:7' }), { kind: 'member', customerId: 7 })
    assert.deepEqual(identity({ sub: 'admin:ops' }), { kind: 'admin', name: 'ops' })
  })
})

describe('a token with a configured member claim', () => {
  const settings = { memberClaim: CLAIM }
  const withClaim = (value: unknown) => ({ ...member, [CLAIM]: value })

  it('is refused with 401 when the claim is missing, or cannot be an external id', () => {
    const { [CLAIM]: _, ...without } = member
    assert.equal(read(without, settings), '401 token_invalid')
    for (const value of [
      undefined,
      null,
      '',
      true,
      1.5,
      Number.MAX_SAFE_INTEGER + 1,
      1e300,
      ['c-1'],
      { id: 'c-1' },
      'x'.repeat(256),
      '🛒'.repeat(256),
      'a\u0000b',
      '\ud800',
    ]) {
      assert.equal(read(withClaim(value), settings), '401 token_invalid', JSON.stringify(value))
    }
  })

  it('has the external id of the claim, unchanged; a number counts as its decimal text', () => {
    for (const value of [
      'c-1',
      'auth0|64ab',
      ' x ',
      'x'.repeat(255),
      '🛒'.repeat(255),
      'member:1',
      'https://idp.example/u/7',
    ]) {
      assert.deepEqual(identity(withClaim(value), settings), { kind: 'external-member', externalId: value })
    }
    for (const [value, externalId] of [
      [42, '42'],
      [0, '0'],
      [-1, '-1'],
      [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ]) {
      assert.deepEqual(identity(withClaim(value), settings), { kind: 'external-member', externalId })
    }
  })

  it('is refused with 401 when the name of the claim is inherited, or a path instead of a name', () => {
    for (const memberClaim of ['__proto__', 'constructor', 'toString', 'nested.id', 'nested']) {
      const claims = { ...member, nested: { id: 'c-1' } }
      assert.equal(read(claims, { memberClaim }), '401 token_invalid', memberClaim)
    }
    assert.deepEqual(identity({ ...member, 'nested.id': 'c-2' }, { memberClaim: 'nested.id' }), {
      kind: 'external-member',
      externalId: 'c-2',
    })
  })

  it('is refused with 403 without the scope of a member or of an administrator', () => {
    for (const scope of ['', 'openid profile', 'storefront:cart', 'storefront:accounts', undefined, 7]) {
      assert.equal(read({ ...member, scope }, settings), '403 insufficient_scope')
    }
    assert.equal(
      read({ sub: 'guest:0b9d7d3e-6f0a-4c60-9d25-2f8a4f2f6d11', scope: 'storefront:cart' }, settings),
      '403 insufficient_scope',
    )
  })

  it('is an administrator with any administrator’s scope, by the name of its subject', () => {
    for (const scope of ['customers:read', 'openid customers:delete']) {
      assert.deepEqual(read({ sub: 'client-1@clients', scope }, settings), {
        identity: { kind: 'admin', name: 'client-1@clients' },
        scopes: scope.split(' '),
      })
    }
    for (const sub of [undefined, '', 7, null, ['x'], 'a\u0000']) {
      assert.equal(read({ sub, scope: 'customers:read' }, settings), '401 token_invalid')
    }
  })

  it('is the member, not an administrator, with the scopes of both', () => {
    const both = { ...member, scope: 'customers:read storefront:account' }
    assert.deepEqual(identity(both, settings), { kind: 'external-member', externalId: 'c-1' })
    assert.equal(read({ ...both, [CLAIM]: undefined }, settings), '401 token_invalid')
  })

  it('does not need a subject when another claim names the member', () => {
    assert.deepEqual(identity({ [CLAIM]: 'c-1', scope: 'storefront:account' }, settings), {
      kind: 'external-member',
      externalId: 'c-1',
    })
  })
})
