/** The rights of the staff during a session: read again at the identity provider, which may refuse, replace or lose them, over HTTP. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '../support/database/engines.ts'
import { BrowserClient } from '../support/office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'
import type { TestService } from '../support/service/service.ts'

const COOKIE = 'sepet_office'
const MINUTE = 60_000

for (const engine of engines) {
  describe(`the rights of a session on ${engine}`, () => {
    let office: ProvidedOffice
    let peer: TestService
    let [begunAt, minutes] = [Date.now(), 0]
    const now = () => begunAt + minutes * MINUTE
    before(async () => {
      office = await startProvidedOffice(engine, {}, { refreshes: true, now })
      peer = await office.service.startPeer({ PORT: '0' }, now)
    })
    beforeEach(() => {
      begunAt = Date.now()
      minutes = 0
      office.provider.account = account({ name: 'Derya', roles: ['customers:read', 'carts:read'] })
    })
    afterEach(() => {
      office.provider.isGone = false
      office.provider.faults = {}
      office.provider.waits = {}
    })
    after(async () => {
      await peer.stop()
      await office.service.stop()
      await office.provider.stop()
    })

    const signIn = async () => {
      const browser = new BrowserClient()
      assert.equal((await browser.open(`${office.url}/office`)).url, `${office.url}/office`)
      office.provider.requests.length = 0
      return browser
    }
    /** Returns the scopes at a minute after the sign-in, or the status of a session that has ended. */
    const rightsAt = async (minute: number, browser: BrowserClient, url = office.url): Promise<string[] | number> => {
      minutes = minute
      browser.setCookie(peer.url, COOKIE, browser.cookie(office.url, COOKIE) ?? '')
      const { status, text } = await browser.fetch(`${url}/office/session`)
      return status === 200 ? JSON.parse(text).scopes : status
    }
    const refreshes = () => office.provider.requests.filter(line => line === 'POST /token').length
    const untilRevoked = async (count: number) => {
      const revocations = () => office.provider.requests.filter(line => line === 'POST /token/revocation')
      while (revocations().length < count) await sleep(5)
    }
    const setRoles = (...roles: string[]) => {
      const { id } = office.provider.account
      office.provider.account = { id, claims: { name: 'Derya', roles } }
    }
    const rows = () =>
      office.service.database.kysely
        .selectFrom('office_sessions')
        .select('sealed_grant')
        .where('subject', '=', office.provider.account.id)
        .execute()

    // Proves: lost-right
    it('are read again after fifteen minutes, again and again', async () => {
      const browser = await signIn()
      setRoles('customers:read', 'promotions:read')
      assert.deepEqual(await rightsAt(9, browser), ['customers:read', 'carts:read'])
      assert.equal(refreshes(), 0)
      assert.deepEqual(await rightsAt(15, browser), ['customers:read', 'promotions:read'])
      const carts = await browser.fetch(`${office.url}/office/api/v3/admin/carts`)
      assert.equal(JSON.parse(carts.text).errors[0].code, 'insufficient_scope')
      for (const minute of [31, 47, 63]) {
        setRoles('customers:read', minute === 47 ? 'carts:read' : 'events:read')
        const second = minute === 47 ? 'carts:read' : 'events:read'
        assert.deepEqual(await rightsAt(minute, browser, peer.url), ['customers:read', second])
      }
      assert.equal(refreshes(), 4)
    })

    // Proves: lost-right
    it('are read once by many requests on two instances, which all get the new ones', async () => {
      const browser = await signIn()
      for (const minute of [16, 32]) {
        const right = minute === 16 ? 'events:read' : 'promotions:read'
        setRoles(right)
        office.provider.requests.length = 0
        const urls = Array.from({ length: 8 }, (_, n) => (n % 2 ? office.url : peer.url))
        const answers = await Promise.all(urls.map(url => rightsAt(minute, browser, url)))
        assert.deepEqual(
          answers,
          urls.map(() => [right]),
        )
        assert.equal(refreshes(), 1)
      }
    })

    // Proves: lost-right
    it('end with the session when the person has lost all of them', async () => {
      const browser = await signIn()
      setRoles('unknown:role')
      assert.equal(await rightsAt(15, browser), 401)
      assert.deepEqual(await rows(), [])
      await untilRevoked(1)
    })

    // Proves: stolen-grant
    it('end with a sign-out during the refresh, after which no refresh token is left', async () => {
      for (const fault of [undefined, { status: 503 }]) {
        const browser = await signIn()
        const { promise: signedOut, resolve: answerNow } = Promise.withResolvers<void>()
        office.provider.waits['/me'] = signedOut
        if (fault) office.provider.faults['/me'] = fault
        const refreshed = rightsAt(16, browser)
        while (!office.provider.requests.includes('GET /me')) await sleep(5)
        await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' })
        answerNow()
        assert.equal(await refreshed, 401)
        await untilRevoked(2)
        office.provider.faults = {}
        minutes = 0
      }
    })

    // Proves: lost-right
    it('end with the session when the provider refuses the refresh', async () => {
      const browser = await signIn()
      office.provider.isGone = true
      const door = `${office.url}/office/api/v3/admin/customers/1`
      minutes = 15
      assert.equal((await browser.fetch(door)).status, 401)
      assert.deepEqual(await rows(), [])
      office.provider.isGone = false
      assert.equal(await rightsAt(15, browser), 401)
    })

    for (const [what, fault] of [
      ['cannot be reached', { status: 503 }],
      ['does not take the client', { status: 401, body: { error: 'invalid_client' } }],
    ] as const) {
      // Proves: lost-right
      it(`stay for half an hour while the provider ${what}, which is asked once a minute`, async () => {
        const browser = await signIn()
        office.provider.faults['/token'] = fault
        setRoles('events:read')
        const old = ['customers:read', 'carts:read']
        for (const minute of [16, 16.2, 16.4]) assert.deepEqual(await rightsAt(minute, browser), old)
        assert.equal(refreshes(), 1)
        assert.deepEqual(await rightsAt(29, browser), old)
        assert.equal(await rightsAt(31, browser), 401)
        office.provider.faults = {}
        assert.deepEqual(await rightsAt(33, browser), ['events:read'])
        assert.match(office.service.log.join('\n'), /"cause":"the refresh: /)
      })
    }

    it('are read by the next refresh token where the claims could not be read by this one', async () => {
      const browser = await signIn()
      office.provider.faults['/me'] = { status: 503 }
      setRoles('events:read')
      assert.deepEqual(await rightsAt(16, browser), ['customers:read', 'carts:read'])
      office.provider.faults = {}
      assert.deepEqual(await rightsAt(18, browser), ['events:read'])
    })

    // Proves: stolen-grant
    it('need the cookie to be renewed: a stolen database has no refresh token, and signing out revokes it', async () => {
      const browser = await signIn()
      const [row] = await rows()
      const other = await signIn()
      const [first, second] = (await rows()).map(each => each.sealed_grant)
      assert.ok(row?.sealed_grant && first && second && first !== second)
      // The grant of one session in the row of another is of no use.
      const { kysely } = office.service.database
      const { id } = office.provider.account
      await kysely
        .updateTable('office_sessions')
        .set({ sealed_grant: row.sealed_grant })
        .where('subject', '=', id)
        .execute()
      assert.equal(await rightsAt(15, other), 401)
      assert.equal(refreshes(), 0)
      await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' })
      assert.ok(office.provider.requests.includes('POST /token/revocation'))
    })
  })
}

describe('the rights of a session at a provider that gives no refresh token', () => {
  it('are those of the sign-in until it ends', async () => {
    let minutes = 0
    const office = await startProvidedOffice('sqlite', {}, { now: () => Date.now() + minutes * MINUTE })
    office.provider.account = account({ roles: ['customers:read'] })
    const browser = new BrowserClient()
    await browser.open(`${office.url}/office`)
    office.provider.requests.length = 0
    minutes = 29
    const { status, text } = await browser.fetch(`${office.url}/office/session`)
    assert.deepEqual([status, JSON.parse(text).scopes], [200, ['customers:read']])
    assert.deepEqual(office.provider.requests, [])
    await office.service.stop()
    await office.provider.stop()
  })
})
