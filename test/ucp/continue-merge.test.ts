/** Records of what agents' carts have brought: merged at a login, named by the export, and deleted with the customer. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { cartOf, linesOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { createAgentCart, openAsNewGuest, openLink } from '../support/ucp/links.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { actFor, cookieOf, logIn, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

interface Exported {
  data: { agentCarts: { subject: string; broughtAt: string; revision: number; items: object[]; couponCode: null }[] }
}

for (const engine of engines) {
  describe(`what an agent’s cart has brought, on ${engine},`, () => {
    let service: TestService
    let platform: AgentPlatform
    let customerId = 200
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })
    beforeEach(async () => {
      customerId++
      await service.importShop({ customers: [customer(customerId)] })
    })
    const fill = (...lines: string[]) => createAgentCart(service, platform, lines)
    const member = () => service.token('member', { id: String(customerId) })
    const linesIn = async (cookie?: string) => linesOf((await sessionOf(service, cookie)).cart as CartDocument)
    const empty = async (cookie: string) =>
      cartOf(await service.call('DELETE', '/cart', { token: await actFor(service, cookie) }))
    const logInOn = async (cookie: string, merge?: boolean) => {
      const answer = await logIn(service, { customerId, ...(merge !== undefined && { merge }) }, cookie)
      assert.equal(answer.status, 200, answer.text)
      return cookieOf(answer) ?? assert.fail()
    }

    it('comes along at a login on the web, also after the guest has emptied the cart', async () => {
      const cart = await fill(`${ids.plain}×3`)
      const guest = await openAsNewGuest(service, cart)
      await empty(guest)
      const cookie = await logInOn(guest)
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [])
      await cart.update([`${ids.plain}×5`])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
    })

    it('comes along when an app merges, and counts per item the larger quantity of guest and member', async () => {
      const cart = await fill(`${ids.plain}×4`, `${ids.taxFree}×1`)
      const token = await member()
      const cookie = await signIn(service, token)
      await openLink(service, cart, cookie)
      const guestToken = await service.token('guest')
      const guest = await signIn(service, guestToken)
      await cart.update([`${ids.plain}×2`, `${ids.taxFree}×6`, `${ids.soldOut}×1`])
      await openLink(service, cart, guest)
      assert.deepEqual(await linesIn(guest), [`${ids.plain}×2`, `${ids.taxFree}×6`])
      cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken } }))
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×6`, `${ids.taxFree}×7`])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×6`, `${ids.taxFree}×7`])
      await cart.update([`${ids.plain}×5`, `${ids.taxFree}×7`])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×7`, `${ids.taxFree}×8`])
    })

    it('stays the guest’s at a login without a merge', async () => {
      const cart = await fill(`${ids.plain}×2`)
      const guestToken = await service.token('guest')
      const guest = await signIn(service, guestToken)
      await openLink(service, cart, guest)
      const cookie = await logInOn(guest, false)
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
      await openLink(service, cart, await signIn(service, guestToken))
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: guestToken }))), [`${ids.plain}×2`])
    })

    it('is the same for an owner in two browsers', async () => {
      const cart = await fill(`${ids.plain}×2`)
      const token = await member()
      const [phone, desk] = [await signIn(service, token), await signIn(service, token)]
      await openLink(service, cart, phone)
      await openLink(service, cart, desk)
      assert.deepEqual(await linesIn(desk), [`${ids.plain}×2`])
    })

    it('is in the export, of the owner alone, and goes with the customer', async () => {
      const cart = await fill(`${ids.plain}×2`, `${ids.variants}-${ids.smallBlue}×1`)
      await openAsNewGuest(service, cart)
      const earlier = Date.now()
      await openLink(service, cart, await signIn(service, await member()))
      const admin = await service.token('admin')
      const exportOf = async (id: number) => {
        const { json } = await service.call('GET', `${CUSTOMERS}/${id}/export`, { token: admin })
        return (json as Exported).data.agentCarts
      }
      const [{ subject, broughtAt, ...brought } = assert.fail(), ...others] = await exportOf(customerId)
      assert.match(subject, /^ucp:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.ok(Date.parse(broughtAt) >= earlier - 1)
      const items = [
        { productId: ids.plain, variantId: null, quantity: 2 },
        { productId: ids.variants, variantId: ids.smallBlue, quantity: 1 },
      ]
      assert.deepEqual([brought, others], [{ revision: 1, items, couponCode: null }, []])
      assert.deepEqual(await exportOf(ids.otherMember), [])
      const recorded = () =>
        service.database.kysely.selectFrom('ucp_brought').selectAll().where('cart_id', '=', `member:${customerId}`)
      assert.equal((await recorded().execute()).length, 1)
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${customerId}`, { token: admin })).status, 204)
      assert.deepEqual(await recorded().execute(), [])
      assert.equal(((await cart.read()).json as { id?: string }).id, cart.id)
    })

    it('is remembered of the 500 carts that were opened last', async () => {
      const cart = await fill(`${ids.plain}×1`)
      const cookie = await signIn(service, await member())
      const old = Array.from({ length: 500 }, (_, n) => ({
        cart_id: `member:${customerId}`,
        ucp_cart_id: `ucp:${String(n).padStart(12, '0')}`,
        revision: 1,
        quantities: '{}',
        brought_at: n,
      }))
      await service.database.kysely.insertInto('ucp_brought').values(old).execute()
      await openLink(service, cart, cookie)
      const kept = await service.database.kysely
        .selectFrom('ucp_brought')
        .select('brought_at')
        .where('cart_id', '=', `member:${customerId}`)
        .orderBy('brought_at')
        .execute()
      assert.deepEqual([kept.length, Number(kept[0]?.brought_at)], [500, 1])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×1`])
    })
  })
}
