/** A handoff while the database is away: the browser lands on the default path, and the link still works afterwards. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusalsOf } from './support/cart.ts'
import { askLink, assertRefused, cookieOf, openLink, sessionOf, signIn } from './support/checkout.ts'
import { withoutPostgres } from './support/engines.ts'
import { startService, type TestService } from './support/service.ts'
import { ids } from './support/shop-file.ts'
import { startWireProxy, type WireProxy } from './support/wire-proxy.ts'

describe('a handoff while PostgreSQL is away', { skip: withoutPostgres }, () => {
  let direct: TestService
  let service: TestService
  let proxy: WireProxy
  let member: string
  before(async () => {
    direct = await startService('postgres')
    proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
    service = await direct.startPeer({ DATABASE_URL: proxy.url })
    member = await service.token('member', { id: String(ids.member) })
  })
  after(async () => {
    await service.stop()
    await direct.stop()
    await proxy.close()
  })

  it('redirects to the default path while connections are refused, and leaves the link unused', async () => {
    const { token } = await askLink(service, member, { returnPath: '/odeme' })
    const cookie = await signIn(service, member)
    await proxy.cut()
    assertRefused(await openLink(service, token))
    assertRefused(await openLink(service, token, { Cookie: cookie }))
    const session = await service.call('GET', '/api/v3/storefront/checkout/session', { headers: { Cookie: cookie } })
    assert.deepEqual(refusalsOf(session), ['503 unavailable'])
    assert.deepEqual(refusalsOf(await service.call('POST', '/checkout-session', { token: member })), [
      '503 unavailable',
    ])
    await proxy.restore()
    const answer = await openLink(service, token)
    assert.deepEqual([answer.headers.get('location'), answer.status], ['/odeme', 302])
    assert.equal((await sessionOf(service, cookieOf(answer))).identity, 'member')
    assert.equal((await sessionOf(service, cookie)).identity, 'member')
  })

  it('does so too while the database says nothing', async () => {
    const { token } = await askLink(service, member, { returnPath: '/odeme' })
    proxy.freeze()
    assertRefused(await openLink(service, token))
    proxy.thaw()
    assert.equal((await openLink(service, token)).headers.get('location'), '/odeme')
  })
})
