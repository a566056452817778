/** An identity provider that is out of order for a while, as the office sees it, over HTTP. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserClient } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'

const DESCRIPTION = '/.well-known/openid-configuration'
/** Milliseconds after which its keys may be read again. */
const LATER = 3_000
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('an identity provider that is out of order for a while', () => {
  let office: ProvidedOffice
  let browser: BrowserClient
  let offset = 0
  let stopped: number | undefined
  beforeEach(async () => {
    offset = 0
    stopped = undefined
    office = await startProvidedOffice('sqlite', {}, { now: () => (stopped ?? Date.now()) + offset })
    office.provider.account = account({ roles: ['shop-support'] })
    browser = new BrowserClient()
  })
  afterEach(async () => {
    await office.service.stop()
    await office.provider.stop()
  })

  const problem = async () => new URL((await browser.open(`${office.url}/office`)).url).searchParams.get('problem')
  const warnings = () => office.service.log.filter(line => line.includes('"level":"warn"'))
  const logOut = async (...token: Parameters<ProvidedOffice['provider']['logoutToken']>) => {
    const body = new URLSearchParams({ logout_token: await office.provider.logoutToken(...token) }).toString()
    return browser.fetch(`${office.url}/office/sign-in/backchannel-logout`, { method: 'POST', body, headers: FORM })
  }

  it('is asked again at the next sign-in, also after a description that fits no sign-in', async () => {
    const answer = await fetch(office.provider.issuer + DESCRIPTION)
    const description = (await answer.json()) as object
    for (const missing of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
      office.provider.faults[DESCRIPTION] = { status: 200, body: { ...description, [missing]: undefined } }
      assert.equal(await problem(), 'misconfigured', missing)
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

  // Proves: hanging-provider
  it('takes no place from shoppers while it hangs, whatever strangers send', async () => {
    const peer = await office.service.startPeer({ MAX_REQUESTS_UNDER_WAY: '2', PORT: '0' })
    let answered = 0
    const many = (send: () => Promise<unknown>) => Array.from({ length: 8 }, () => send().then(() => answered++))
    const whileHanging = async (path: string, send: () => Promise<unknown>) => {
      const { promise: hang, resolve: answerNow } = Promise.withResolvers<void>()
      office.provider.requests.length = 0
      office.provider.waits[path] = hang
      const sent = many(send)
      while (!office.provider.requests.includes(`GET ${path}`)) await sleep(5)
      answered = 0
      assert.equal((await peer.call('POST', '/guest-tokens')).status, 201)
      assert.equal(answered, 0, path)
      answerNow()
      await Promise.all(sent)
    }
    await whileHanging(DESCRIPTION, () => browser.peek(`${peer.url}/office/sign-in/start`))
    const body = new URLSearchParams({ logout_token: await office.provider.logoutToken({ sub: 'x' }) }).toString()
    const logOutOf = `${peer.url}/office/sign-in/backchannel-logout`
    await whileHanging('/jwks', () => browser.fetch(logOutOf, { method: 'POST', body, headers: FORM }))
    await peer.stop()
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
    await office.provider.replaceKey()
    office.provider.faults['/jwks'] = { status: 503 }
    offset += LATER
    for (let repeated = 0; repeated < 2; repeated++) {
      const refused = await logOut({ sub })
      assert.deepEqual([refused.status, JSON.parse(refused.text).errors[0].code], [503, 'unavailable'])
    }
    assert.match(warnings().join(), /unavailable/)
    delete office.provider.faults['/jwks']
    offset += LATER
    assert.equal((await logOut({ sub })).status, 200)
    assert.equal((await browser.fetch(`${office.url}/office/session`)).status, 401)
  })

  for (const idIs of ['another', 'the same'] as const) {
    const replaceKey = () => office.provider.replaceKey(idIs === 'the same' ? office.provider.keyId() : undefined)

    // Proves: replaced-provider-key
    it(`signs people in at once after it has replaced its key without overlap, below ${idIs} id`, async () => {
      assert.equal(await problem(), null)
      for (let times = 0; times < 2; times++) {
        await replaceKey()
        browser = new BrowserClient()
        assert.equal(await problem(), null)
      }
    })

    // Proves: replaced-provider-key
    it(`ends sessions two seconds after it has replaced its key without overlap, below ${idIs} id`, async () => {
      assert.equal(await problem(), null)
      const { id: sub } = office.provider.account
      await replaceKey()
      offset += LATER
      assert.equal((await logOut({ sub })).status, 200)
      assert.equal((await browser.fetch(`${office.url}/office/session`)).status, 401)
    })
  }

  // Proves: replaced-provider-key
  it('ends all sessions of a burst of logouts that it has signed with a new key', async () => {
    assert.equal(await problem(), null)
    const { id: sub } = office.provider.account
    await office.provider.replaceKey()
    offset += LATER
    office.provider.requests.length = 0
    const { promise: read, resolve: answerNow } = Promise.withResolvers<void>()
    office.provider.waits['/jwks'] = read
    const answers = [logOut({ sub }), logOut({ sub }), logOut({ sub })]
    while (!office.provider.requests.includes('GET /jwks')) await sleep(5)
    answers.push(logOut({ sub }))
    answerNow()
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200, answer.text)
    assert.equal(office.provider.requests.filter(line => line === 'GET /jwks').length, 1)
  })

  it('is not named as the cause where a logout is refused for another reason', async () => {
    assert.equal(await problem(), null)
    stopped = Date.now()
    offset += LATER
    office.provider.faults['/jwks'] = { status: 503 }
    assert.equal((await logOut({ sub: 'x' }, 'stranger')).status, 503)
    assert.equal((await logOut({ sub: 'x' }, 'stranger')).status, 503)
    assert.equal((await logOut({ sub: 'x', aud: 'another' })).status, 400)
  })

  // Proves: replaced-provider-key
  it('is asked for its keys once in two seconds, however many logouts strangers invent', async () => {
    assert.equal(await problem(), null)
    stopped = Date.now()
    offset += LATER
    office.provider.requests.length = 0
    for (let sent = 0; sent < 20; sent++) assert.equal((await logOut({ sub: 'x' }, 'stranger')).status, 400)
    assert.equal(office.provider.requests.filter(line => line === 'GET /jwks').length, 1)
  })
})
