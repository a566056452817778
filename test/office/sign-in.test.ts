/** Signing in to the office by an identity provider, and what ends a session, over HTTP. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { prune } from '../../src/jobs/prune.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { BrowserClient, type PageAnswer, withoutCallback } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'

const SUPPORT = { name: 'Derya Çelik', roles: ['shop-support', 'unknown:role'] }
const COOKIE = 'sepet_office'
const MINUTE = 60_000

const json = ({ status, text }: PageAnswer) => {
  assert.equal(status, 200, text)
  return JSON.parse(text)
}
const codeOf = ({ status, text }: PageAnswer) => `${status} ${JSON.parse(text).errors[0].code}`
const problemOf = ({ url }: PageAnswer) => new URL(url).searchParams.get('problem')

for (const engine of engines) {
  describe(`signing in by an identity provider on ${engine}`, () => {
    let office: ProvidedOffice
    before(async () => {
      office = await startProvidedOffice(engine)
    })
    after(async () => {
      await office.service.stop()
      await office.provider.stop()
    })

    const signIn = async (claims: Record<string, unknown> = SUPPORT, page = '/office') => {
      office.provider.account = account(claims)
      const browser = new BrowserClient()
      return { browser, answer: await browser.open(office.url + page), subject: office.provider.account.id }
    }
    const sessionOf = (browser: BrowserClient, url = office.url) => browser.fetch(`${url}/office/session`)

    it('leads back to the page that was asked for, with the name and the mapped scopes of the claims', async () => {
      const { browser, answer, subject } = await signIn(SUPPORT, '/office/customers/7?tab=cart')
      assert.deepEqual([answer.status, answer.url], [200, `${office.url}/office/customers/7?tab=cart`])
      const { name, actor, scopes, shop } = json(await sessionOf(browser))
      assert.deepEqual([name, actor], ['Derya Çelik', `admin:${subject}`])
      assert.deepEqual(scopes, ['customers:read', 'customers:write', 'carts:read'])
      assert.equal(shop.currencyCode, 'TRY')
    })

    it('lets the session use the admin API with its scopes, and no others', async () => {
      const { browser } = await signIn()
      const api = `${office.url}/office/api/v3/admin`
      const { data } = json(await browser.fetch(`${api}/customers/${ids.member}`))
      assert.equal(data.id, ids.member)
      assert.equal(codeOf(await browser.fetch(`${api}/products`)), '403 insufficient_scope')
      const refused = await browser.fetch(`${api}/products`, { method: 'PATCH', body: [{ id: 101, stock: 1 }] })
      assert.equal(codeOf(refused), '403 insufficient_scope')
    })

    it('names the person in the audit of a write', async () => {
      const { browser, subject } = await signIn()
      const address = `${office.url}/office/api/v3/admin/customers/${ids.member}`
      const { data } = json(await browser.fetch(address))
      const body = { name: data.name, surname: data.surname, email: data.email }
      const written = await browser.fetch(address, { method: 'PUT', body })
      assert.equal(written.status, 200, written.text)
      const lines = office.service.log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'audit')
      assert.deepEqual(lines.at(-1)?.actor, `admin:${subject}`)
      assert.equal(lines.at(-1)?.status, 200)
    })

    it('fails without a scope of the admin API, and keeps no session', async () => {
      const { browser, answer } = await signIn({ name: 'Nobody', roles: ['unknown:role'] })
      assert.equal(problemOf(answer), 'no_scopes')
      assert.equal(browser.cookie(office.url, COOKIE), undefined)
    })

    it('fails when the person refuses at the provider', async () => {
      office.provider.isDenied = true
      const { answer, browser } = await signIn()
      office.provider.isDenied = false
      assert.equal(problemOf(answer), 'denied')
      assert.equal(browser.cookie(office.url, COOKIE), undefined)
    })

    // Proves: planted-sign-in
    it('takes the answer of the provider once, and only in the browser that has asked', async () => {
      office.provider.account = account(SUPPORT)
      const browser = new BrowserClient()
      const started = await browser.peek(`${office.url}/office/sign-in/start`)
      const stranger = new BrowserClient()
      // The stranger's browser gets as far as the provider's answer, which belongs to the other one.
      const answered = await withoutCallback(stranger, started.headers.get('location') ?? '', office.url)
      assert.equal(problemOf(await new BrowserClient().open(answered)), 'expired')
      const pending = browser.cookie(office.url, 'sepet_office_sign_in') ?? ''
      assert.equal((await browser.open(answered)).url, `${office.url}/office`)
      browser.setCookie(office.url, 'sepet_office_sign_in', pending)
      assert.equal(problemOf(await browser.open(answered)), 'expired')
    })

    // Proves: planted-sign-in
    it('takes one of two equal answers at two instances at once, and asks the provider once', async () => {
      office.provider.account = account(SUPPORT)
      const peer = await office.service.startPeer({ PORT: '0' })
      const browser = new BrowserClient()
      const started = await browser.peek(`${office.url}/office/sign-in/start`)
      const answered = await withoutCallback(browser, started.headers.get('location') ?? '', office.url)
      const kept = browser.cookie(office.url, 'sepet_office_sign_in') ?? ''
      office.provider.requests.length = 0
      const locations = await Promise.all(
        [office.url, peer.url].map(async url => {
          const copy = new BrowserClient()
          copy.setCookie(url, 'sepet_office_sign_in', kept)
          return (await copy.peek(answered.replace(office.url, url))).headers.get('location')
        }),
      )
      assert.deepEqual(locations.toSorted(), ['/office', '/office/sign-in?problem=expired&to=%2Foffice'])
      assert.equal(office.provider.requests.filter(line => line === 'POST /token').length, 1)
      await peer.stop()
    })

    // Proves: planted-sign-in
    it('takes no answer after ten minutes, nor one to a sign-in that the browser has invented', async () => {
      office.provider.account = account(SUPPORT)
      const peer = await office.service.startPeer({ PORT: '0' }, () => Date.now() + 10 * MINUTE)
      const browser = new BrowserClient()
      const started = await browser.peek(`${office.url}/office/sign-in/start`)
      const answered = await withoutCallback(browser, started.headers.get('location') ?? '', office.url)
      const kept = browser.cookie(office.url, 'sepet_office_sign_in') ?? ''
      const invented = { ...JSON.parse(Buffer.from(kept, 'base64url').toString()), to: '/office/carts' }
      office.provider.requests.length = 0
      const problemAt = async (url: string, cookie: string) => {
        const copy = new BrowserClient()
        copy.setCookie(url, 'sepet_office_sign_in', cookie)
        return problemOf(await copy.open(answered.replace(office.url, url)))
      }
      assert.equal(await problemAt(peer.url, kept), 'expired')
      const cookie = Buffer.from(JSON.stringify(invented)).toString('base64url')
      assert.equal(await problemAt(office.url, cookie), 'expired')
      assert.deepEqual(office.provider.requests, [])
      await peer.stop()
    })

    // Proves: flooded-sign-ins
    it('keeps ten thousand begun sign-ins at most, without what they compare, and deletes old ones', async () => {
      const { database } = office.service
      const count = async () => (await database.kysely.selectFrom('office_sign_ins').select('id_hash').execute()).length
      const begunAt = Date.now() - MINUTE
      for (let first = 0; first < 10_000; first += 500) {
        const rows = Array.from({ length: 500 }, (_, n) => ({
          id_hash: `invented-${first + n}`,
          begun_at: begunAt + first + n,
        }))
        await database.kysely.insertInto('office_sign_ins').values(rows).execute()
      }
      const browser = new BrowserClient()
      await browser.peek(`${office.url}/office/sign-in/start`)
      assert.equal(await count(), 10_000)
      const kept = browser.cookie(office.url, 'sepet_office_sign_in') ?? ''
      const { verifier } = JSON.parse(Buffer.from(kept, 'base64url').toString())
      const stored = JSON.stringify(await database.kysely.selectFrom('office_sign_ins').selectAll().execute())
      assert.ok(!stored.includes(verifier) && !stored.includes(kept))
      await prune(database, Date.now() + 11 * MINUTE, { guestCartTtlDays: 0, eventRetentionDays: 1000 })
      assert.equal(await count(), 0)
    })

    // Proves: planted-sign-in
    it('takes no answer that fits another sign-in', async () => {
      office.provider.account = account(SUPPORT)
      const [mine, theirs] = [new BrowserClient(), new BrowserClient()]
      await mine.peek(`${office.url}/office/sign-in/start`)
      const started = await theirs.peek(`${office.url}/office/sign-in/start`)
      const answered = await withoutCallback(theirs, started.headers.get('location') ?? '', office.url)
      assert.equal(problemOf(await mine.open(answered)), 'expired')
      assert.equal(mine.cookie(office.url, COOKIE), undefined)
    })

    it('ends here and at the provider by signing out', async () => {
      const { browser } = await signIn()
      const cookie = browser.cookie(office.url, COOKIE) ?? ''
      const { location } = json(await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' }))
      const { origin, searchParams } = new URL(location)
      assert.equal(origin, office.provider.issuer)
      assert.deepEqual(
        [searchParams.get('client_id'), searchParams.get('post_logout_redirect_uri')],
        [office.provider.clientId, `${office.url}/office/sign-in?ended=here`],
      )
      assert.equal(browser.cookie(office.url, COOKIE), undefined)
      browser.setCookie(office.url, COOKIE, cookie)
      assert.equal(codeOf(await sessionOf(browser)), '401 token_missing')
    })

    it('ends when the person confirms the sign-out at the provider, also in another window', async () => {
      const { browser } = await signIn()
      const window = new BrowserClient()
      window.setCookie(office.url, COOKIE, browser.cookie(office.url, COOKIE) ?? '')
      const { location } = json(await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' }))
      const asked = await browser.open(location)
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.text) ?? []
      const confirmed = await browser.fetch(`${office.provider.issuer}/session/end/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
      assert.equal(confirmed.headers.get('location'), `${office.url}/office/sign-in?ended=here`)
      assert.equal(codeOf(await sessionOf(window)), '401 token_missing')
    })

    // Proves: ended-office-session
    it('ends by a logout at the provider, of the named subject or session only', async () => {
      const [one, other] = [await signIn(), await signIn()]
      await logOut({ sub: one.subject })
      assert.equal(codeOf(await sessionOf(one.browser)), '401 token_missing')
      const { kysely } = office.service.database
      const row = await kysely
        .selectFrom('office_sessions')
        .select('provider_session')
        .where('subject', '=', other.subject)
        .executeTakeFirstOrThrow()
      assert.ok(row.provider_session)
      await logOut({ sub: other.subject, sid: 'another-session' })
      assert.equal((await sessionOf(other.browser)).status, 200)
      await logOut({ sub: other.subject, sid: row.provider_session })
      assert.equal(codeOf(await sessionOf(other.browser)), '401 token_missing')
    })

    // Proves: ended-office-session
    it('ends by the logout of any session of its subject, where the provider has named none at the sign-in', async () => {
      const [one, other] = [await signIn(), await signIn()]
      const { kysely } = office.service.database
      for (const subject of [one.subject, other.subject]) {
        await kysely
          .updateTable('office_sessions')
          .set({ provider_session: null })
          .where('subject', '=', subject)
          .execute()
      }
      await logOut({ sub: one.subject, sid: 'a-session' })
      assert.equal(codeOf(await sessionOf(one.browser)), '401 token_missing')
      assert.equal((await sessionOf(other.browser)).status, 200)
    })

    const sendLogout = async (token: string) => {
      const body = new URLSearchParams({ logout_token: token }).toString()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      return new BrowserClient().fetch(`${office.url}/office/sign-in/backchannel-logout`, {
        ...{ method: 'POST', body, headers },
      })
    }
    const logOut = async (claims: Record<string, unknown>) => {
      const answer = await sendLogout(await office.provider.logoutToken(claims))
      assert.equal(answer.status, 200, answer.text)
    }

    // Proves: ended-office-session
    it('does not end by a forged, old or other token', async () => {
      const { browser, subject: sub } = await signIn()
      const { logoutToken } = office.provider
      const old = Math.floor(Date.now() / 1000) - 3600
      const tokens = [
        await logoutToken({ sub }, 'stranger'),
        await logoutToken({ sub, iat: old }),
        await logoutToken({ sub, aud: 'another-client' }),
        await logoutToken({ sub, iss: 'https://evil.example' }),
        await logoutToken({ sub, events: {} }),
        await logoutToken({ sub, nonce: 'of-an-id-token' }),
        await logoutToken({}),
        await logoutToken({ sub: 'a\u0000' }),
        await logoutToken({ sid: 'a\u0000' }),
        'x',
        '',
      ]
      for (const token of tokens) assert.equal(codeOf(await sendLogout(token)), '400 malformed_request')
      assert.equal((await sessionOf(browser)).status, 200)
    })

    // Proves: ended-office-session
    it('lasts 30 minutes without a request and eight hours at most', async () => {
      const { browser } = await signIn()
      let offset = 0
      const peer = await office.service.startPeer({ PORT: '0' }, () => Date.now() + offset)
      const at = async (minutes: number) => {
        offset = minutes * MINUTE
        const asked = new BrowserClient()
        asked.setCookie(peer.url, COOKIE, browser.cookie(office.url, COOKIE) ?? '')
        return (await asked.fetch(`${peer.url}/office/session`)).status
      }
      const used = []
      for (let minutes = 29; minutes < 480; minutes += 29) used.push(await at(minutes))
      assert.deepEqual([...new Set(used)], [200])
      assert.equal(await at(480), 401)
      const idle = await signIn()
      offset = 31 * MINUTE
      const asked = new BrowserClient()
      asked.setCookie(peer.url, COOKIE, idle.browser.cookie(office.url, COOKIE) ?? '')
      assert.equal((await asked.fetch(`${peer.url}/office/session`)).status, 401)
      await peer.stop()
    })

    it('knows no roles', async () => {
      const answer = await new BrowserClient().fetch(`${office.url}/office/sign-in/role`, {
        ...{ method: 'POST', body: { role: 'owner' }, headers: { 'Sepet-Office-Key': 'undefined' } },
      })
      assert.equal(answer.status, 405)
      assert.ok(!existsSync(join(office.service.config.DATA_DIR, 'office-key')))
      assert.deepEqual(json(await new BrowserClient().fetch(`${office.url}/office/sign-in/options`)), {
        provider: true,
        roles: [],
      })
    })
  })
}

describe('more sign-ins than one address may begin', () => {
  it('lead to the sign-in page with a reason', async () => {
    const office = await startProvidedOffice('sqlite')
    const browser = new BrowserClient()
    for (let n = 0; n < 60; n++) await browser.peek(`${office.url}/office/sign-in/start`)
    const { status, headers } = await browser.peek(`${office.url}/office/sign-in/start`)
    assert.deepEqual([status, headers.get('location')], [302, '/office/sign-in?problem=unavailable&to=%2Foffice'])
    await office.service.stop()
    await office.provider.stop()
  })
})

describe('an identity provider that does not answer', () => {
  it('leads to the sign-in page with the reason', async () => {
    const office = await startProvidedOffice('sqlite')
    await office.provider.stop()
    const answer = await new BrowserClient().open(`${office.url}/office/carts`)
    assert.equal(answer.status, 200)
    assert.deepEqual([problemOf(answer), new URL(answer.url).searchParams.get('to')], ['unavailable', '/office/carts'])
    assert.match(office.service.log.join('\n'), /sign-in failed/)
    await office.service.stop()
  })
})
