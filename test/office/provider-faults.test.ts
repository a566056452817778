/** An identity provider that is out of order for a while, as the office sees it, over HTTP. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { BrowserClient } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'

const DESCRIPTION = '/.well-known/openid-configuration'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('an identity provider that is out of order for a while', () => {
  let office: ProvidedOffice
  let browser: BrowserClient
  beforeEach(async () => {
    office = await startProvidedOffice('sqlite')
    office.provider.account = account({ roles: ['shop-support'] })
    browser = new BrowserClient()
  })
  afterEach(async () => {
    await office.service.stop()
    await office.provider.stop()
  })

  const problem = async () => new URL((await browser.open(`${office.url}/office`)).url).searchParams.get('problem')
  const warnings = () => office.service.log.filter(line => line.includes('"level":"warn"'))
  const logOut = async (claims: Record<string, unknown>) => {
    const body = new URLSearchParams({ logout_token: await office.provider.logoutToken(claims) }).toString()
    return browser.fetch(`${office.url}/office/sign-in/backchannel-logout`, { method: 'POST', body, headers: FORM })
  }

  it('is asked again at the next sign-in, also after a description that lacks an endpoint', async () => {
    const answer = await fetch(office.provider.issuer + DESCRIPTION)
    const description = (await answer.json()) as object
    for (const missing of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
      office.provider.faults[DESCRIPTION] = { status: 200, body: { ...description, [missing]: undefined } }
      assert.equal(await problem(), 'unavailable', missing)
    }
    delete office.provider.faults[DESCRIPTION]
    assert.equal(await problem(), null)
  })

  // Proves: endless-provider
  it('is read to a megabyte where its answer has no end', async () => {
    for (const path of [DESCRIPTION, '/jwks', '/token', '/me']) {
      const sent = { bytes: 0 }
      office.provider.endless.set(path, sent)
      assert.equal(await problem(), 'unavailable', path)
      assert.ok(sent.bytes > 900_000 && sent.bytes < 32_000_000, `${sent.bytes} bytes of ${path}`)
      office.provider.endless.delete(path)
    }
    assert.equal(await problem(), null)
  })

  it('fills no log: a failure has one line, without a stack', async () => {
    office.provider.faults[DESCRIPTION] = { status: 503 }
    assert.equal(await problem(), 'unavailable')
    assert.equal(warnings().length, 1)
    assert.doesNotMatch(warnings().join(), /"stack"/)
  })

  // Proves: ended-office-session
  it('is told that a logout has failed while its keys cannot be read, and can repeat it', async () => {
    assert.equal(await problem(), null)
    const { id: sub } = office.provider.account
    office.provider.faults['/jwks'] = { status: 503 }
    const refused = await logOut({ sub })
    assert.deepEqual([refused.status, JSON.parse(refused.text).errors[0].code], [503, 'unavailable'])
    assert.match(warnings().join(), /unavailable/)
    delete office.provider.faults['/jwks']
    assert.equal((await logOut({ sub })).status, 200)
    assert.equal((await browser.fetch(`${office.url}/office/session`)).status, 401)
  })
})
