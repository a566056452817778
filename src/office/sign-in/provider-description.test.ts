import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDescription } from './provider-description.oidc.ts'
import { ProviderFailure } from './provider-failure.oidc.ts'

const host = 'https://login.microsoftonline.com'
const registration = { issuer: `${host}/common/v2.0`, clientId: 'office', clientSecret: 'secret' }

describe('the description of a provider', () => {
  it('is refused where its issuer is a template for several tenants', async t => {
    const described = {
      issuer: `${host}/{tenantid}/v2.0`,
      authorization_endpoint: `${host}/common/oauth2/v2.0/authorize`,
      token_endpoint: `${host}/common/oauth2/v2.0/token`,
      jwks_uri: `${host}/common/discovery/v2.0/keys`,
    }
    t.mock.method(globalThis, 'fetch', async () => Response.json(described))
    await assert.rejects(
      readDescription(registration, () => 0),
      (error: unknown) => {
        assert.ok(error instanceof ProviderFailure)
        assert.equal(error.problem, 'misconfigured')
        assert.match(error.message, /^the description of the provider: its issuer is a template for several tenants/)
        return true
      },
    )
  })
})
