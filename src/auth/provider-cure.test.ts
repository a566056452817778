/** Failures of an identity provider and their cures. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, findCure } from './provider-cure.ts'

const setting = {
  variable: 'ACCESS_TOKEN_JWKS_URL',
  address: 'https://login.shop.example:8443/path-of-keys',
  expected: 'the key set',
}

describe('the cure of a failure', () => {
  const cures: [string, RegExp][] = [
    ['ENOTFOUND', /login\.shop\.example:8443 has no address here: check the name in ACCESS_TOKEN_JWKS_URL/],
    ['EAI_AGAIN', /has no address here/],
    ['ECONNREFUSED', /accepts no connection: check ACCESS_TOKEN_JWKS_URL/],
    ['EHOSTUNREACH', /accepts no connection/],
    ['TIMEOUT', /no complete answer in time/],
    ['ETIMEDOUT', /no complete answer in time/],
    ['UND_ERR_CONNECT_TIMEOUT', /no complete answer in time/],
    ['OAUTH_TIMEOUT', /no complete answer in time/],
    ['ECONNRESET', /no complete answer in time/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name: correct ACCESS_TOKEN_JWKS_URL/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS .* in the environment of the process .*--env-file/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not answer by TLS/],
    ['EPROTO', /does not answer by TLS/],
    ['HTTP_302', /redirect, which is not followed: ACCESS_TOKEN_JWKS_URL must be the address of the key set/],
    ['HTTP 301', /redirect, which is not followed/],
    ['HTTP_404', /^ACCESS_TOKEN_JWKS_URL must be the address of the key set$/],
    ['HTTP_401', /^ACCESS_TOKEN_JWKS_URL must be/],
    ['HTTP_429', /answers with an error/],
    ['HTTP 503', /answers with an error/],
    ['NO_JSON', /^ACCESS_TOKEN_JWKS_URL must be/],
    ['NO_KEY_SET', /^ACCESS_TOKEN_JWKS_URL must be/],
    ['TOO_LARGE', /^ACCESS_TOKEN_JWKS_URL must be/],
    ['NO_VERIFYING_KEY', /no public key for signatures/],
    ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', /exactly the issuer/],
    ['OAUTH_RESPONSE_IS_NOT_JSON', /^ACCESS_TOKEN_JWKS_URL must be/],
    ['', /^check ACCESS_TOKEN_JWKS_URL, and whether this machine reaches login\.shop\.example:8443$/],
  ]
  for (const [reason, expected] of cures) {
    it(`names what to do after ${reason || 'an unknown failure'}, and of the address the host alone`, () => {
      const cure = findCure(reason, setting)
      assert.match(cure, expected)
      assert.doesNotMatch(cure, /path-of-keys/)
    })
  }
})

describe('the code of an error', () => {
  it('is the first of the error and its causes, and TIMEOUT for the end of the time', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    assert.equal(codeOf(new TypeError('fetch failed', { cause: refused })), 'ECONNREFUSED')
    assert.equal(codeOf(new DOMException('late', 'TimeoutError')), 'TIMEOUT')
    assert.equal(codeOf(new Error('no code')), '')
    assert.equal(codeOf('text'), '')
  })
})
