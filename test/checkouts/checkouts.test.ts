/** Checkouts: holding, completing, releasing and cancelling, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, readCart, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`a checkout on ${engine}`, () => {
    let service: TestService
    let guest: string
    let member: string
    let order = 0
    const next = () => `${engine}-${++order}`
    before(async () => {
      service = await startService(engine)
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())
    beforeEach(async () => {
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 3)
      await service.call('DELETE', '/cart', { token: member })
    })

    it('is held with the totals of the cart, which it keeps', async () => {
      const reference = next()
      const before = await readCart(service, guest)
      const held = await hold(service, reference, guest)
      assert.equal(held.status, 201, held.text)
      const { heldAt, expiresAt, cart, ...rest } = dataOf(held)
      assert.deepEqual(cart, before)
      assert.equal(Date.parse(expiresAt) - Date.parse(heldAt), 30 * 60_000)
      assert.deepEqual(rest, {
        reference,
        state: 'held',
        subject: subjectOf(guest),
        customerId: null,
        completedAt: null,
        overLimit: false,
        overStock: false,
        payable: { amount: '719.66', currencyCode: 'TRY', decimalPlaces: 2 },
      })
      await addItem(service, guest, ids.plain, 5)
      assert.deepEqual(dataOf(await callCheckout(service, 'GET', reference)), dataOf(held))
    })

    it('answers a repeated hold with the held document, whatever became of the cart', async () => {
      const reference = next()
      const expected = { grandTotal: (await readCart(service, guest)).data.attributes.grandTotal?.amount ?? '' }
      const first = await hold(service, reference, guest, expected)
      await service.call('DELETE', '/cart', { token: guest })
      for (const grandTotal of [expected.grandTotal, `${expected.grandTotal}00`, `0${expected.grandTotal}`]) {
        const again = await hold(service, reference, guest, { grandTotal })
        assert.equal(again.status, 200, again.text)
        assert.deepEqual(again.json, first.json)
      }
      await complete(service, reference)
      const completed = await hold(service, reference, guest, expected)
      assert.equal(completed.status, 200)
      assert.equal(dataOf(completed).state, 'completed')
    })

    // Proves: reused-reference
    it('refuses other totals with the cart as it is', async () => {
      const reference = next()
      const now = await readCart(service, guest)
      const grandTotal = now.data.attributes.grandTotal?.amount ?? ''
      const cargo = now.data.attributes.cargoPrice?.amount
      for (const expected of [
        { grandTotal: '0' },
        { grandTotal: `${grandTotal}1` },
        { grandTotal, cargoPrice: `${cargo ?? '1'}1` },
      ]) {
        const answer = await hold(service, reference, guest, expected)
        assert.deepEqual(refusalsOf(answer), ['409 cart_changed'])
        const { errors } = answer.json as { errors: { meta: { cart: unknown } }[] }
        assert.deepEqual(errors[0]?.meta.cart, now)
      }
      if (cargo !== undefined) {
        assert.equal((await hold(service, reference, guest, { grandTotal, cargoPrice: cargo })).status, 201)
      }
    })

    it('refuses an empty cart, unknown and inactive subjects, and merged guests', async () => {
      const expected = { grandTotal: '1' }
      const put = (subject: unknown) => callCheckout(service, 'PUT', next(), { subject, expected })
      assert.deepEqual(refusalsOf(await put(subjectOf(await service.token('guest')))), ['422 cart_empty /subject'])
      assert.deepEqual(refusalsOf(await put(`member:${ids.member}`)), ['422 cart_empty /subject'])
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      for (const subject of [
        subjectOf(guest),
        `member:${ids.inactive}`,
        'member:999999',
        'member:x',
        'guest:1',
        'admin:x',
        'app:x',
        '',
        'x'.repeat(65),
        5,
        null,
        ['member:1'],
      ]) {
        assert.deepEqual(refusalsOf(await put(subject)), ['422 field_invalid /subject'], String(subject))
      }
    })

    it('names the field of every invalid body, and refuses invalid references', async () => {
      const subject = subjectOf(guest)
      for (const [body, refusals] of [
        [{ expected: { grandTotal: '1' } }, ['422 field_required /subject']],
        [{ subject }, ['422 field_required /expected']],
        [{ subject, expected: {} }, ['422 field_required /expected/grandTotal']],
        [{ subject, expected: null }, ['422 field_invalid /expected']],
        [{ subject, expected: { grandTotal: 489.5 } }, ['422 field_invalid /expected/grandTotal']],
        [{ subject, expected: { grandTotal: '1e3' } }, ['422 field_invalid /expected/grandTotal']],
        [{ subject, expected: { grandTotal: '-1' } }, ['422 field_invalid /expected/grandTotal']],
        [{ subject, expected: { grandTotal: '1,5' } }, ['422 field_invalid /expected/grandTotal']],
        [{ subject, expected: { grandTotal: '9'.repeat(31) } }, ['422 field_invalid /expected/grandTotal']],
        [{ subject, expected: { grandTotal: '1', cargoPrice: null } }, ['422 field_invalid /expected/cargoPrice']],
      ] as const) {
        assert.deepEqual(refusalsOf(await callCheckout(service, 'PUT', next(), body)), refusals, JSON.stringify(body))
      }
      for (const reference of ['-x', '.x', 'a b', 'a%2Fb', 'ü', `a${'x'.repeat(128)}`, 'a%00']) {
        const encoded = reference.includes('%') ? reference : encodeURIComponent(reference)
        for (const [method, path, body] of [
          ['PUT', encoded, { subject, expected: { grandTotal: '1' } }],
          ['GET', encoded, undefined],
          ['POST', `${encoded}/complete`, undefined],
          ['DELETE', encoded, undefined],
        ] as const) {
          const answer = await callCheckout(service, method, path, body)
          assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], `${method} ${reference}`)
          assert.match(answer.text, /"source":\{"parameter":"reference"\}/)
        }
      }
      for (const method of ['GET', 'DELETE']) {
        assert.deepEqual(refusalsOf(await callCheckout(service, method, 'unknown')), ['404 checkout_not_found'])
      }
      assert.deepEqual(refusalsOf(await complete(service, 'unknown')), ['404 checkout_not_found'])
    })

    // Proves: reused-reference
    it('belongs to its reference: another subject or other totals are refused', async () => {
      const reference = next()
      await hold(service, reference, guest)
      const other = await service.token('guest')
      await addItem(service, other, ids.plain, 3)
      assert.deepEqual(refusalsOf(await hold(service, reference, other)), ['409 reference_taken'])
      await addItem(service, guest, ids.plain, 1)
      assert.deepEqual(refusalsOf(await hold(service, reference, guest)), ['409 reference_taken'])
      await release(service, reference)
      assert.deepEqual(refusalsOf(await hold(service, reference, other)), ['409 reference_taken'])
      assert.equal((await hold(service, reference, guest)).status, 201)
      await complete(service, reference)
      await release(service, reference)
      assert.deepEqual(refusalsOf(await hold(service, reference, guest)), ['409 reference_taken'])
    })

    // Proves: repeated-holds
    it('is one per cart: a second reference releases the first', async () => {
      const [first, second] = [next(), next()]
      await hold(service, first, guest)
      await hold(service, second, guest)
      assert.equal(dataOf(await callCheckout(service, 'GET', first)).state, 'released')
      assert.equal(dataOf(await callCheckout(service, 'GET', second)).state, 'held')
    })

    // Proves: completed-twice
    it('subtracts the held quantities once when it is completed; what was added since stays', async () => {
      await addItem(service, guest, ids.soldOut, 2)
      const reference = next()
      await hold(service, reference, guest)
      await addItem(service, guest, ids.plain, 4)
      const variant = { productId: ids.variants, variantId: ids.smallBlue, quantity: 1 }
      await service.call('POST', '/cart-items', { token: guest, body: variant })
      const completed = await complete(service, reference)
      assert.equal(completed.status, 200)
      const { state, completedAt } = dataOf(completed)
      assert.equal(state, 'completed')
      assert.ok(Math.abs(Date.parse(completedAt ?? '') - Date.now()) < 60_000)
      const left = [`${ids.plain}×4`, `${ids.variants}-${ids.smallBlue}×1`]
      assert.deepEqual(linesOf(await readCart(service, guest)), left)
      assert.deepEqual((await complete(service, reference)).json, completed.json)
      assert.deepEqual(linesOf(await readCart(service, guest)), left)
    })

    it('subtracts at most what is there', async () => {
      const reference = next()
      await addItem(service, guest, ids.soldOut, 2)
      await hold(service, reference, guest)
      const [line] = (await readCart(service, guest)).included
      await service.call('PATCH', `/cart-items/${line?.id}`, { token: guest, body: { quantity: 1 } })
      await complete(service, reference)
      assert.deepEqual(linesOf(await readCart(service, guest)), [])
    })

    // Proves: completed-twice
    it('can be completed after it was released, after it has expired, and after a cancellation', async () => {
      const short = await service.startPeer({ CHECKOUT_HOLD_MINUTES: '1' })
      for (const end of [
        (reference: string) => release(service, reference),
        (reference: string) =>
          service.database.kysely
            .updateTable('checkouts')
            .set({ expires_at: Date.now() - 1 })
            .where('reference', '=', reference)
            .execute(),
      ]) {
        const reference = next()
        await service.call('DELETE', '/cart', { token: guest })
        await addItem(service, guest, ids.plain, 3)
        await hold(short, reference, guest)
        await end(reference)
        assert.match(dataOf(await callCheckout(service, 'GET', reference)).state, /^(released|expired)$/)
        assert.equal(dataOf(await complete(service, reference)).state, 'completed')
        assert.deepEqual(linesOf(await readCart(service, guest)), [])
        await addItem(service, guest, ids.plain, 2)
        assert.equal((await release(service, reference)).status, 204)
        assert.equal(dataOf(await callCheckout(service, 'GET', reference)).state, 'cancelled')
        assert.equal((await release(service, reference)).status, 204)
        const again = dataOf(await complete(service, reference))
        assert.equal(again.state, 'completed')
        assert.deepEqual(linesOf(await readCart(service, guest)), [`${ids.plain}×2`])
      }
      await short.stop()
    })

    it('goes along with a merge, and becomes the member’s', async () => {
      const moved = next()
      await addItem(service, member, ids.soldOut, 1)
      await hold(service, moved, guest)
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      const { subject, customerId, state } = dataOf(await callCheckout(service, 'GET', moved))
      assert.deepEqual([subject, customerId, state], [`member:${ids.member}`, ids.member, 'held'])
      await complete(service, moved)
      assert.deepEqual(linesOf(await readCart(service, member)), [`${ids.soldOut}×1`])
    })

    it('answers a hold that is repeated after a merge with the held document', async () => {
      const reference = next()
      const grandTotal = (await readCart(service, guest)).data.attributes.grandTotal?.amount ?? ''
      await hold(service, reference, guest, { grandTotal })
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      for (const token of [guest, member]) {
        const repeated = await hold(service, reference, token, { grandTotal })
        assert.equal(repeated.status, 200, repeated.text)
        assert.equal(dataOf(repeated).subject, `member:${ids.member}`)
      }
    })

    it('answers a hold that is repeated after its completion and a merge with the held document', async () => {
      const reference = next()
      const grandTotal = (await readCart(service, guest)).data.attributes.grandTotal?.amount ?? ''
      await hold(service, reference, guest, { grandTotal })
      await complete(service, reference)
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      const repeated = await hold(service, reference, guest, { grandTotal })
      assert.deepEqual([repeated.status, dataOf(repeated).state], [200, 'completed'])
      assert.equal(dataOf(repeated).subject, subjectOf(guest))
    })

    it('follows a merge after it was released or has expired, and leaves the member’s own hold alone', async () => {
      for (const end of ['release', 'expire'] as const) {
        const token = await service.token('guest')
        await service.call('DELETE', '/cart', { token: member })
        await addItem(service, token, ids.plain, 3)
        const [own, old] = [next(), next()]
        await hold(service, old, token)
        if (end === 'release') await release(service, old)
        else {
          const past = { expires_at: Date.now() - 1 }
          await service.database.kysely.updateTable('checkouts').set(past).where('reference', '=', old).execute()
        }
        await addItem(service, member, ids.soldOut, 1)
        await hold(service, own, member)
        await service.call('POST', '/cart/merge', { token: member, body: { guestToken: token } })
        assert.equal(dataOf(await callCheckout(service, 'GET', own)).state, 'held')
        assert.equal(dataOf(await complete(service, old)).subject, `member:${ids.member}`)
        assert.deepEqual(linesOf(await readCart(service, member)), [`${ids.soldOut}×1`])
      }
    })

    it('loses its subject with a deleted customer, and can still be completed', async () => {
      const admin = await service.token('admin')
      const created = await service.call('POST', '/api/v3/admin/customers', { token: admin, body: {} })
      const { id } = (created.json as { data: { id: number } }).data
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.plain, 1)
      const reference = next()
      await hold(service, reference, token)
      await service.call('DELETE', `/api/v3/admin/customers/${id}`, { token: admin })
      const { subject, customerId, state } = dataOf(await callCheckout(service, 'GET', reference))
      assert.deepEqual([subject, customerId, state], [null, null, 'held'])
      assert.equal(dataOf(await complete(service, reference)).state, 'completed')
    })

    // Proves: exceeded-scope
    it('is closed to every other credential', async () => {
      const reference = next()
      const body = { subject: subjectOf(guest), expected: { grandTotal: '1' } }
      const path = `/api/v3/admin/checkouts/${reference}`
      for (const token of [guest, member, await service.token('app')]) {
        assert.deepEqual(refusalsOf(await service.call('PUT', path, { token, body })), ['401 wrong_token_kind'])
      }
      const reader = await service.token('admin', { scope: 'checkouts:read' })
      assert.deepEqual(refusalsOf(await service.call('PUT', path, { token: reader, body })), ['403 insufficient_scope'])
      assert.deepEqual(refusalsOf(await service.call('POST', `${path}/complete`, { token: reader })), [
        '403 insufficient_scope',
      ])
    })
  })
}
