/** Handoffs while the database is unavailable: the browser is redirected to the default path; the handoff works afterwards. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '../../src/db/database.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { onCitus, withoutDirectConnection } from '../support/database/engines.ts'
import { untilReady } from '../support/database/outage.ts'
import { query } from '../support/database/query.ts'
import { startWireProxy, type WireProxy } from '../support/database/wire-proxy.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  assertRefused,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

/** Starts an instance whose connections pass through a proxy, and one beside it. @returns also the token of a member, and their end */
async function startBehindProxy() {
  // Links that do not expire while the database is away, however long that takes.
  const direct = await startService('postgres', { HANDOFF_TOKEN_TTL_SECONDS: '3600' })
  const proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
  const service = await direct.startPeer({ DATABASE_URL: proxy.url })
  const member = await service.token('member', { id: String(ids.member) })
  const stop = async () => {
    await service.stop()
    await direct.stop()
    await proxy.close()
  }
  return { direct, service, proxy, member, stop }
}

describe('a handoff while PostgreSQL is unavailable', { skip: withoutDirectConnection }, () => {
  let direct: TestService
  let service: TestService
  let proxy: WireProxy
  let member: string
  let stop: () => Promise<void>
  before(async () => {
    ;({ direct, service, proxy, member, stop } = await startBehindProxy())
  })
  after(() => stop())

  // Proves: link-in-outage
  it('redirects to the default path while connections are refused, and is not consumed', async () => {
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    const cookie = await signIn(service, member)
    await proxy.cut()
    assertRefused(await consumeHandoff(service, token))
    assertRefused(await consumeHandoff(service, token, { Cookie: cookie }))
    const session = await service.call('GET', '/api/v3/storefront/checkout/session', { headers: { Cookie: cookie } })
    assert.deepEqual(refusalsOf(session), ['503 unavailable'])
    const page = await service.call('GET', '/odeme', { headers: { Cookie: cookie } })
    assert.equal(page.status, 503)
    assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(page.text, /Şu anda hizmet veremiyoruz/)
    const english = await service.call('GET', '/odeme', { headers: { Cookie: cookie, 'Accept-Language': 'en' } })
    assert.deepEqual([english.status, english.headers.get('content-language')], [503, 'en'])
    assert.match(english.text, /<html lang="en">[\s\S]*We cannot serve you right now/)
    assert.deepEqual(refusalsOf(await service.call('POST', '/checkout-session', { token: member })), [
      '503 unavailable',
    ])
    await proxy.restore()
    await untilReady(service)
    const answer = await consumeHandoff(service, token)
    assert.deepEqual([answer.headers.get('location'), answer.status], ['/odeme', 302])
    assert.equal((await sessionOf(service, cookieOf(answer))).identity, 'member')
    assert.equal((await sessionOf(service, cookie)).identity, 'member')
  })

  it('redirects to the default path when the database stops answering at BEGIN, and is not consumed', async () => {
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    proxy.freezeAt('begin')
    assertRefused(await consumeHandoff(service, token))
    proxy.thaw()
    await untilReady(service)
    assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
  })

  it('redirects to the default path when the database stops answering at COMMIT, and is consumed at most once', async () => {
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    proxy.freezeAt('commit')
    assertRefused(await consumeHandoff(service, token))
    proxy.thaw()
    await untilReady(service)
    assert.equal((await consumeHandoff(service, token)).status, 302)
    assertRefused(await consumeHandoff(service, token))
  })

  // Citus locks a row of a copied table on one node only.
  it('redirects to the default path while the row of the customer is locked, and is not consumed', {
    skip: onCitus,
  }, async () => {
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    await transaction(direct.database, async ({ kysely }) => {
      await sql`select 1 from customers where id = ${ids.member} for update`.execute(kysely)
      assertRefused(await consumeHandoff(service, token))
    })
    // On a busy machine a probe of the server can be late during the wait.
    await untilReady(service)
    assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
  })

  it('redirects to the default path while the database does not answer, and is not consumed', async () => {
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    proxy.freeze()
    assertRefused(await consumeHandoff(service, token))
    proxy.thaw()
    await untilReady(service)
    assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
  })
})

describe('a handoff while PostgreSQL takes no writes', { skip: withoutDirectConnection }, () => {
  it('is not consumed while the database is read-only, and the session still has its identity', async t => {
    const { direct, service, proxy, member, stop } = await startBehindProxy()
    t.after(stop)
    const cookie = await signIn(service, member)
    const longAgo = Date.now() - 600_000
    await direct.database.kysely.updateTable('web_sessions').set({ last_seen_at: longAgo }).execute()
    // Any new connection to the database is read-only, also one of `direct`: another database's connection changes it back.
    const url = new URL(direct.config.DATABASE_URL ?? '')
    const alter = (change: string) =>
      query(process.env.TEST_POSTGRES_URL ?? '', `alter database ${url.pathname.slice(1)} ${change}`)
    const reconnect = async () => {
      await proxy.cut()
      await proxy.restore()
      await untilReady(service)
    }
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    await alter('set default_transaction_read_only = on')
    await reconnect()
    assert.equal((await sessionOf(service, cookie)).identity, 'member')
    assertRefused(await consumeHandoff(service, token))
    await alter('reset default_transaction_read_only')
    await reconnect()
    assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/odeme')
  })
})
