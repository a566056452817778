/** Collected return paths: an allowed path is kept byte for byte, any other path becomes the default path. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { memberWithId } from '../../src/auth/identity.ts'
import { createHandoffTokens } from '../../src/web-checkout/handoff/handoff-token.jwt.ts'
import { readCases } from '../support/docs/cases.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { assertRefused, claimsOf, consumeHandoff, issueHandoff } from '../support/web-checkout/checkout.ts'

const cases = readCases<{ path: string; allowed: boolean; why: string }>('return-paths.json')

describe('a return path', () => {
  let service: TestService
  let member: string
  before(async () => {
    service = await startService('sqlite')
    member = await service.token('member', { id: String(ids.member) })
  })
  after(() => service.stop())

  for (const { path, allowed, why } of cases) {
    const name = JSON.stringify(path).slice(0, 60)

    it(`in a request is ${allowed ? 'kept' : 'replaced'}: ${name}, ${why}`, async () => {
      const { token } = await issueHandoff(service, member, { returnPath: path })
      const expected = allowed ? path : '/sepet'
      assert.equal(claimsOf(token).path, expected)
      const { status, headers } = await consumeHandoff(service, token)
      assert.deepEqual([status, headers.get('location')], [302, expected])
    })

    it(`in a signed token is ${allowed ? 'kept' : 'refused'}: ${name}, ${why}`, async () => {
      const { sign } = createHandoffTokens(service.config.HANDOFF_SECRET ?? [])
      const owner = memberWithId(ids.member)
      const token = await sign({ jti: randomUUID(), owner, path, issuedAt: Date.now(), expiresAt: Date.now() + 60_000 })
      const answer = await consumeHandoff(service, token)
      if (!allowed) return assertRefused(answer)
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, path])
      assert.ok(answer.headers.get('set-cookie'))
    })
  }

  // Proves: foreign-redirect
  it('is tested with at least 102 collected cases', () => {
    assert.ok(cases.length >= 102, `${cases.length} cases`)
  })
})

describe('configured return paths', () => {
  it('replace the return paths of the specification', async () => {
    const service = await startService('sqlite', { ALLOWED_RETURN_PATHS: '/kasa', DEFAULT_RETURN_PATH: '/hesap' })
    const member = await service.token('member', { id: String(ids.member) })
    for (const [wanted, chosen] of [
      ['/kasa/1', '/kasa/1'],
      ['/odeme', '/hesap'],
    ]) {
      const { token } = await issueHandoff(service, member, { returnPath: wanted })
      const { headers } = await consumeHandoff(service, token)
      assert.equal(headers.get('location'), chosen)
      assert.ok(headers.get('set-cookie'))
    }
    assertRefused(await consumeHandoff(service, 'nonsense'), '/hesap')
    await service.stop()
  })

  // Proves: foreign-redirect
  it('are checked again when a link is opened, with the settings of that time', async () => {
    const service = await startService('sqlite')
    const member = await service.token('member', { id: String(ids.member) })
    const peer = await service.startPeer({ ALLOWED_RETURN_PATHS: '/kasa,/order/yeni', DEFAULT_RETURN_PATH: '/hesap' })
    const links = await Promise.all(
      ['/odeme', '/order/1', '/order/yeni%20'].map(returnPath => issueHandoff(service, member, { returnPath })),
    )
    for (const { token } of links) assertRefused(await consumeHandoff(peer, token), '/hesap')
    const { token } = await issueHandoff(service, member, { returnPath: '/order/yeni/a%20b' })
    const { headers } = await consumeHandoff(peer, token)
    assert.equal(headers.get('location'), '/order/yeni/a%20b')
    await peer.stop()
    await service.stop()
  })
})
