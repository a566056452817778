/** Login on the web: POST /checkout/session/login merges the guest's cart and begins the customer's session. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SESSION } from '../../src/api-paths.ts'
import { addItem, cartOf, fillCart, quantityOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { cookieOf, logIn, sessionOf, signIn } from '../support/web-checkout/checkout.ts'
import { mergedBy, metaIn, quantityIn, sessionIn } from '../support/web-checkout/logins.ts'

for (const engine of engines) {
  describe(`login on the web on ${engine}`, () => {
    let service: TestService
    let member: string
    let other: string
    before(async () => {
      service = await startService(engine, { CART_MAX_LINES: '3' })
      member = await service.token('member', { id: String(ids.member) })
      other = await service.token('member', { id: String(ids.otherMember) })
    })
    after(() => service.stop())
    beforeEach(async () => {
      for (const token of [member, other]) await service.call('DELETE', '/cart', { token })
    })

    // Proves: new-session-at-login
    it('merges a guest session’s cart, ends that session, and begins the customer’s', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      await addItem(service, member, ids.plain, 3)
      const cookie = await signIn(service, guest)
      const answer = await logIn(service, { customerId: ids.member }, cookie)
      assert.equal(answer.status, 200, answer.text)
      const { identity, customerId } = answer.json as { identity: string; customerId: number }
      assert.deepEqual({ identity, customerId }, { identity: 'member', customerId: ids.member })
      assert.equal(quantityIn(answer), 5)
      const begun = cookieOf(answer)
      assert.ok(begun && begun !== cookie)
      assert.match(answer.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
      assert.deepEqual(metaIn(answer), { merged: 1 })
      assert.deepEqual(await sessionOf(service, begun), sessionIn(answer))
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: guest })), ['401 guest_cancelled'])
      assert.equal(await quantityOf(service, member), 5)
    })

    it('begins a session without a cookie, with one that has ended, and with one that names no session', async () => {
      const ended = await signIn(service, await service.token('guest'))
      await service.call('DELETE', SESSION, { headers: { Cookie: ended } })
      for (const cookie of [undefined, ended, `sepet_session=${'A'.repeat(43)}`, 'sepet_session=x', 'a=b']) {
        const answer = await logIn(service, { customerId: ids.member }, cookie)
        assert.equal(answer.status, 200)
        assert.deepEqual(metaIn(answer), { merged: 0 })
        assert.equal((await sessionOf(service, cookieOf(answer))).customerId, ids.member)
      }
    })

    it('does not merge the cart of an idle or old session', async () => {
      for (const column of ['last_seen_at', 'created_at'] as const) {
        const guest = await service.token('guest')
        await addItem(service, guest, ids.plain, 2)
        const cookie = await signIn(service, guest)
        const yesterday = Date.now() - 25 * 3_600_000
        await service.database.kysely
          .updateTable('web_sessions')
          .set({ [column]: yesterday })
          .execute()
        assert.equal(quantityIn(await logIn(service, { customerId: ids.member }, cookie)), 0)
        assert.equal(await quantityOf(service, guest), 2)
      }
    })

    it('changes the member of a session without touching the carts', async () => {
      await addItem(service, other, ids.plain, 4)
      const cookie = await signIn(service, other)
      const answer = await logIn(service, { customerId: ids.member }, cookie)
      assert.equal(quantityIn(answer), 0)
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
      assert.equal(await quantityOf(service, other), 4)
    })

    it('finds the customer by external id', async () => {
      const token = await service.token('admin')
      const externalId = 'auth0|64ab:ç/1'
      await service.call('PUT', `/api/v3/admin/customers/${ids.member}`, { token, body: { externalId } })
      const answer = await logIn(service, { externalId })
      assert.equal((answer.json as { customerId: number }).customerId, ids.member)
      const unknown = await logIn(service, { externalId: externalId.toUpperCase() })
      assert.deepEqual(refusalsOf(unknown), ['422 customer_not_eligible /externalId'])
    })

    it('refuses unknown, inactive and banned customers, and keeps the session and the cart', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      const cookie = await signIn(service, guest)
      for (const customerId of [ids.inactive, 999_999, Number.MAX_SAFE_INTEGER]) {
        const answer = await logIn(service, { customerId }, cookie)
        assert.deepEqual(refusalsOf(answer), ['422 customer_not_eligible /customerId'])
        assert.equal(answer.headers.get('set-cookie'), null)
      }
      assert.equal((await sessionOf(service, cookie)).cart?.data.attributes.totalQuantity, 2)
    })

    it('names the field of every invalid body', async () => {
      for (const [body, refusal] of [
        [{}, '422 field_required '],
        [{ customerId: ids.member, externalId: 'x' }, '422 field_invalid '],
        [{ customerId: '1' }, '422 field_invalid /customerId'],
        [{ customerId: 0 }, '422 field_invalid /customerId'],
        [{ customerId: null }, '422 field_invalid /customerId'],
        [{ externalId: '' }, '422 field_invalid /externalId'],
        [{ externalId: 'x'.repeat(256) }, '422 field_invalid /externalId'],
        [{ externalId: 'a\u0000b' }, '422 field_invalid /externalId'],
        [{ externalId: 5 }, '422 field_invalid /externalId'],
        ...['false', 'true', '', 0, 1, null, [], {}, [false]].map(
          merge => [{ customerId: ids.member, merge }, '422 field_invalid /merge'] as const,
        ),
        [[], '422 field_invalid '],
      ] as const) {
        assert.deepEqual(refusalsOf(await logIn(service, body)), [refusal], JSON.stringify(body))
      }
    })

    it('changes nothing when the merged cart would have too many lines', async () => {
      const products = [1, 2, 3, 4].map(n => product({ id: 8_000 + n }))
      await service.importShop({ products })
      const guest = await service.token('guest')
      await fillCart(service, member, [8_001, 8_002])
      await fillCart(service, guest, [8_003, 8_004])
      const cookie = await signIn(service, guest)
      const answer = await logIn(service, { customerId: ids.member }, cookie)
      assert.deepEqual(refusalsOf(answer), ['422 cart_full'])
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
      assert.equal(cartOf(await service.call('GET', '/cart', { token: guest })).included.length, 2)
      assert.equal(cartOf(await service.call('GET', '/cart', { token: member })).included.length, 2)
    })

    it('merges once when twenty logins with one cookie arrive at once', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 7)
      const cookie = await signIn(service, guest)
      const logins = Array.from({ length: 20 }, (_, n) =>
        whenFree(() => logIn(service, { customerId: n % 2 ? ids.member : ids.otherMember }, cookie)),
      )
      const answers = await Promise.all(logins)
      for (const answer of answers) assert.equal(answer.status, 200, answer.text)
      assert.equal(new Set(answers.map(cookieOf)).size, 20)
      assert.equal(mergedBy(answers), 1)
      const quantities = [await quantityOf(service, member), await quantityOf(service, other)]
      assert.deepEqual(quantities.toSorted(), [0, 7])
    })

    // Proves: page-login
    it('is refused to everybody but the web shop', async () => {
      const cookie = await signIn(service, member)
      const body = { customerId: ids.otherMember }
      const call = (token?: string) =>
        service.call('POST', `${SESSION}/login`, {
          body,
          headers: { Cookie: cookie },
          ...(token !== undefined && { token }),
        })
      assert.deepEqual(refusalsOf(await call()), ['401 token_missing'])
      assert.deepEqual(refusalsOf(await call(member)), ['401 wrong_token_kind'])
      assert.deepEqual(refusalsOf(await call(await service.token('admin'))), ['403 insufficient_scope'])
    })
  })
}
