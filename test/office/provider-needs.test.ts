/** What an identity provider offers and requires, and how the office tells that its settings do not fit, over HTTP. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BrowserClient, withoutCallback } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, type ProvidedOptions, startProvidedOffice } from '../support/office/office.ts'
import type { TestService } from '../support/service/service.ts'

const DESCRIPTION = '/.well-known/openid-configuration'

async function withOffice(options: ProvidedOptions, run: (office: ProvidedOffice) => Promise<void>): Promise<void> {
  const office = await startProvidedOffice('sqlite', {}, options)
  office.provider.account = account({ name: 'Derya Çelik', roles: ['customers:read'] })
  await run(office).finally(async () => {
    await office.service.stop()
    await office.provider.stop()
  })
}

/** Signs in. @returns why it failed; null where it did not */
async function problem({ url }: ProvidedOffice, browser = new BrowserClient()): Promise<string | null> {
  return new URL((await browser.open(`${url}/office`)).url).searchParams.get('problem')
}

const causes = ({ log }: TestService): string[] =>
  log
    .map(line => JSON.parse(line))
    .filter(({ msg }) => msg === 'sign-in failed')
    .map(({ cause }) => cause)

describe('an identity provider that takes pushed authorization requests', () => {
  for (const pushed of ['offered', 'required'] as const) {
    // Proves: self-granted-right
    it(`gets them from Sepet, so that the person can change nothing, where they are ${pushed}`, async () => {
      await withOffice({ pushed, scopes: ['customers:delete'] }, async office => {
        const browser = new BrowserClient()
        const { headers } = await browser.peek(`${office.url}/office/sign-in/start`)
        const address = new URL(headers.get('location') ?? '')
        assert.deepEqual([...address.searchParams.keys()].sort(), ['client_id', 'request_uri'])
        address.searchParams.set('scope', 'openid profile customers:delete')
        await browser.open(address.href)
        const { status, text } = await browser.fetch(`${office.url}/office/session`)
        assert.equal(status, 200, text)
        assert.deepEqual(JSON.parse(text).scopes, ['customers:read'])
      })
    })
  }

  it('is told apart by whether it can be reached, and whether it takes the client', async () => {
    await withOffice({ pushed: 'offered' }, async office => {
      const { faults } = office.provider
      faults['/request'] = { status: 503 }
      assert.equal(await problem(office), 'unavailable')
      faults['/request'] = { status: 401, body: { error: 'invalid_client' } }
      assert.equal(await problem(office), 'misconfigured')
      faults['/request'] = { status: 404 }
      assert.equal(await problem(office), 'misconfigured')
      assert.deepEqual(causes(office.service), [
        'the pushed authorization request: HTTP 503',
        'the pushed authorization request: invalid_client (HTTP 401)',
        'the pushed authorization request: HTTP 404',
      ])
    })
  })
})

describe('an identity provider whose needs Sepet cannot meet', () => {
  it('is told as a wrong setting, with the cause in the log', async () => {
    await withOffice({}, async office => {
      const { faults, issuer } = office.provider
      const described = (await (await fetch(issuer + DESCRIPTION)).json()) as object
      const needs: [string, object][] = [
        ['private_key_jwt', { token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'] }],
        ['pushed authorization requests', { require_pushed_authorization_requests: true }],
        ['signed authorization requests', { require_signed_request_object: true }],
        ['response_types_supported', { response_types_supported: ['id_token'] }],
        ['jwks_uri', { jwks_uri: undefined }],
        ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', { issuer: 'https://another.example' }],
      ]
      for (const [cause, need] of needs) {
        faults[DESCRIPTION] = { status: 200, body: { ...described, ...need } }
        assert.equal(await problem(office), 'misconfigured', cause)
        assert.match(causes(office.service).at(-1) ?? '', new RegExp(`^the description of the provider: .*${cause}`))
      }
      faults[DESCRIPTION] = { status: 404 }
      assert.equal(await problem(office), 'misconfigured')
      delete faults[DESCRIPTION]
      assert.equal(await problem(office), null)
    })
  })

  it('is told as a wrong setting where its token endpoint does not take the client', async () => {
    await withOffice({}, async office => {
      const { faults } = office.provider
      const answers: [string, { status: number; body: object }][] = [
        ['misconfigured', { status: 401, body: { error: 'invalid_client' } }],
        ['misconfigured', { status: 400, body: { error: 'unauthorized_client' } }],
        ['misconfigured', { status: 400, body: { error: 'an odd\u0000 code', error_description: 'secret-text' } }],
        ['expired', { status: 400, body: { error: 'invalid_grant' } }],
        ['unavailable', { status: 429, body: { error: 'slow_down' } }],
        ['unavailable', { status: 503, body: {} }],
      ]
      for (const [expected, fault] of answers) {
        faults['/token'] = fault
        assert.equal(await problem(office), expected, JSON.stringify(fault))
      }
      assert.ok(causes(office.service).includes('the token endpoint: invalid_client (HTTP 401)'))
      assert.doesNotMatch(office.service.log.join(), /secret-text|odd/)
    })
  })

  it('is told as a wrong setting where the client has another secret', async () => {
    await withOffice({}, async office => {
      const peer = await office.service.startPeer({ PORT: '0', OFFICE_OIDC_CLIENT_SECRET: 'another' })
      const browser = new BrowserClient()
      const { headers } = await browser.peek(`${peer.url}/office/sign-in/start`)
      const answered = await withoutCallback(browser, headers.get('location') ?? '', office.url)
      const ended = await browser.peek(answered.replace(office.url, peer.url))
      assert.match(ended.headers.get('location') ?? '', /problem=misconfigured/)
      assert.deepEqual(causes(peer), ['the token endpoint: HTTP 401'])
      await peer.stop()
    })
  })

  for (const authentication of ['client_secret_post', 'client_secret_jwt'] as const) {
    it(`does not exist where the client proves its secret by ${authentication}`, async () => {
      await withOffice({ authentication }, async office => {
        assert.equal(await problem(office), null)
      })
    })
  }
})

describe('the answer with which a provider sends the browser back', () => {
  const refusals: [string, string][] = [
    ['access_denied', 'denied'],
    ['login_required', 'denied'],
    ['server_error', 'unavailable'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'misconfigured'],
    ['unauthorized_client', 'misconfigured'],
    ['<script>', 'misconfigured'],
  ]
  it('tells a refusal of the person from a provider out of reach and from a wrong setting', async () => {
    await withOffice({}, async office => {
      for (const [error, expected] of refusals) {
        const browser = new BrowserClient()
        const { headers } = await browser.peek(`${office.url}/office/sign-in/start?to=/office/carts`)
        const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
        const query = new URLSearchParams({ error, state })
        const answer = await browser.peek(`${office.url}/office/sign-in/callback?${query}`)
        const location = new URL(answer.headers.get('location') ?? '', office.url)
        assert.deepEqual(
          [location.searchParams.get('problem'), location.searchParams.get('to')],
          [expected, '/office/carts'],
        )
      }
      assert.doesNotMatch(office.service.log.join(), /<script>/)
    })
  })

  it('leaves the sign-in of another window alone, whose answer is still taken', async () => {
    await withOffice({}, async office => {
      const browser = new BrowserClient()
      const start = async () => (await browser.peek(`${office.url}/office/sign-in/start`)).headers.get('location') ?? ''
      const [first, second] = [await start(), await start()]
      assert.equal(new URL((await browser.open(first)).url).searchParams.get('problem'), 'expired')
      assert.equal((await browser.open(second)).url, `${office.url}/office`)
    })
  })
})
