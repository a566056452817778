/** The identity provider of the office at the start of a service: a wrong setting is told with its cure before the first sign-in. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserClient } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'
import { startStaffProvider } from '../support/office/staff-provider.ts'
import { makeAuthority } from '../support/outgoing/certificates.ts'
import type { TestService } from '../support/service/service.ts'
import { freePort } from '../support/service/test-server.ts'

const DESCRIPTION = '/.well-known/openid-configuration'
const isIssuer =
  /OFFICE_OIDC_ISSUER must be the address of the issuer, below which \/\.well-known\/openid-configuration is/

describe('the identity provider of the office, when a service starts', () => {
  let office: ProvidedOffice
  before(async () => {
    office = await startProvidedOffice('sqlite')
    office.provider.account = account({ roles: ['shop-support'] })
  })
  after(async () => {
    await office.service.stop()
    await office.provider.stop()
  })

  const told = ({ log }: TestService) => log.filter(line => line.includes('nobody can sign in to the office'))
  /** Starts another instance. @returns its only warning, once there is one */
  const warning = async (env: NodeJS.ProcessEnv = {}) => {
    const peer = await office.service.startPeer({ PORT: '0', ...env })
    while (told(peer).length === 0) await sleep(5)
    assert.equal((await peer.call('GET', '/health/ready')).status, 200)
    assert.equal(told(peer).length, 1)
    const [line = ''] = told(peer)
    assert.doesNotMatch(line, /"stack"|secret-text/)
    await peer.stop()
    return JSON.parse(line)
  }

  it('is asked for its description once, and nothing is told above debug where it fits', async () => {
    assert.deepEqual(office.provider.requests, [`GET ${DESCRIPTION}`])
    const lines = office.service.log.filter(line => line.includes('identity provider of the office'))
    assert.equal(lines.length, 1)
    assert.match(lines.join(), /"level":"debug"/)
    assert.deepEqual(told(office.service), [])
  })

  it('is told as out of reach where nothing listens, with the cure', async () => {
    const OFFICE_OIDC_ISSUER = `http://127.0.0.1:${await freePort()}`
    const { level, problem, cause, cure } = await warning({ OFFICE_OIDC_ISSUER })
    assert.deepEqual([level, problem, cause], ['warn', 'unavailable', 'the description of the provider: ECONNREFUSED'])
    assert.match(cure, /^127\.0\.0\.1:\d+ accepts no connection: check OFFICE_OIDC_ISSUER/)
  })

  const answers: [string, { status: number; body?: unknown }, string, RegExp][] = [
    ['404', { status: 404, body: 'secret-text' }, 'misconfigured', isIssuer],
    ['a redirect', { status: 302 }, 'misconfigured', /answers with a redirect, which is not followed/],
    ['503', { status: 503 }, 'unavailable', /answers with an error: look at the log of the provider/],
  ]
  for (const [name, fault, problem, expected] of answers) {
    it(`is told as ${problem} where it answers with ${name}, with the cure`, async () => {
      const { faults } = office.provider
      faults[DESCRIPTION] = fault
      const line = await warning()
      assert.equal(line.problem, problem)
      assert.match(line.cure, expected)
      delete faults[DESCRIPTION]
    })
  }

  it('is told with what it needs where Sepet cannot meet it', async () => {
    const { faults, issuer } = office.provider
    const described = (await (await fetch(issuer + DESCRIPTION)).json()) as object
    const needs: [object, RegExp, RegExp][] = [
      [{ jwks_uri: undefined }, /does not tell its jwks_uri/, /change at the provider what the cause names/],
      [
        { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
        /takes no client secret/,
        /change at the provider what the cause names/,
      ],
      [{ issuer: 'https://another.example' }, /COMPARISON_FAILED/, /OFFICE_OIDC_ISSUER must be exactly the issuer/],
    ]
    for (const [need, cause, cure] of needs) {
      faults[DESCRIPTION] = { status: 200, body: { ...described, ...need } }
      const line = await warning()
      assert.equal(line.problem, 'misconfigured')
      assert.match(line.cause, cause)
      assert.match(line.cure, cure)
    }
    delete faults[DESCRIPTION]
  })

  it('is told how its private authority is given', async () => {
    const tls = makeAuthority('a private authority').issue({ names: ['localhost'] })
    const secure = await startStaffProvider(office.url, { tls })
    const { problem, cure } = await warning({ OFFICE_OIDC_ISSUER: secure.issuer })
    assert.equal(problem, 'misconfigured')
    assert.match(cure, /is of an unknown authority: set NODE_EXTRA_CA_CERTS/)
    await secure.stop()
  })

  it('signs people in at a service that has started while it was out of order', async () => {
    const { provider, service } = office
    provider.faults[DESCRIPTION] = { status: 503 }
    const peer = await service.startPeer({ PORT: '0' })
    while (told(peer).length === 0) await sleep(5)
    const start = async () =>
      (await new BrowserClient().peek(`${peer.url}/office/sign-in/start`)).headers.get('location')
    assert.match((await start()) ?? '', /problem=unavailable/)
    delete provider.faults[DESCRIPTION]
    assert.ok((await start())?.startsWith(provider.issuer))
    await peer.stop()
  })
})
