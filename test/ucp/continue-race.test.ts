/** Simultaneous openings of one link over two instances: everything is brought once, whatever happens at the same time. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { linesOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { eventsAfter } from '../support/events/events.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { assertOpened, createAgentCart, openAsNewGuest, openWhenFree } from '../support/ucp/links.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { cookieOf, logIn, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const OPENINGS = 50
const ROUNDS = rounds({ short: 4, long: 200 })

for (const engine of engines) {
  describe(`simultaneous openings of one link on ${engine}`, () => {
    let instances: [TestService, TestService]
    let platform: AgentPlatform
    let customerId = 300
    before(async () => {
      platform = await startPlatform()
      const service = await startService(engine, listing(platform))
      instances = [service, await service.startPeer()]
    })
    after(async () => {
      await instances[1].stop()
      await instances[0].stop()
      await platform.stop()
    })
    const fill = (...lines: string[]) => createAgentCart(instances[0], platform, lines)
    const linesIn = async (cookie?: string) => linesOf((await sessionOf(instances[0], cookie)).cart as CartDocument)
    const newMember = async () => {
      await instances[0].importShop({ customers: [customer(++customerId)] })
      return instances[0].token('member', { id: String(customerId) })
    }
    const at = (n: number) => instances[n % 2 === 0 ? 0 : 1]
    const openMany = (cart: { link: string }, cookie?: string) =>
      Promise.all(Array.from({ length: OPENINGS }, (_, n) => openWhenFree(at(n), cart, cookie)))

    // Proves: repeated-cart-link
    it('bring once into the cart of one session, with one event', async () => {
      const cart = await fill(`${ids.plain}×2`, `${ids.variants}-${ids.smallBlue}×1`)
      for (const token of [await newMember(), await instances[0].token('guest')]) {
        const cookie = await signIn(instances[0], token)
        const last = (await eventsAfter(instances[0])).at(-1)?.id ?? 0
        for (const answer of await openMany(cart, cookie)) {
          assertOpened(answer)
          assert.equal(answer.headers.get('set-cookie'), null)
        }
        assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`, `${ids.variants}-${ids.smallBlue}×1`])
        const recorded = (await eventsAfter(instances[0], last)).map(({ type }) => type)
        assert.deepEqual(recorded, ['ucp_cart.continued'])
      }
    })

    it('begin a guest’s session with the whole cart in each browser without one', async () => {
      const cart = await fill(`${ids.plain}×2`)
      const cookies = (await openMany(cart)).map(answer => cookieOf(answer))
      assert.equal(new Set(cookies).size, OPENINGS)
      for (const lines of await Promise.all(cookies.map(linesIn))) assert.deepEqual(lines, [`${ids.plain}×2`])
    })

    it('bring the most that the cart ever had, while its agent changes it', async () => {
      const cart = await fill(`${ids.plain}×1`)
      const cookie = await signIn(instances[0], await newMember())
      for (let round = 0; round < ROUNDS; round++) {
        const most = 2 + round * 3
        await Promise.all([
          openMany(cart, cookie),
          (async () => {
            for (const quantity of [most - 1, most, most - 1]) await cart.update([`${ids.plain}×${quantity}`])
          })(),
        ])
        await cart.update([`${ids.plain}×${most}`])
        await openWhenFree(instances[0], cart, cookie)
        assert.deepEqual(await linesIn(cookie), [`${ids.plain}×${most}`])
      }
    })

    it('never bring twice to a customer who logs in at the same time', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const guest = await openAsNewGuest(instances[0], await fill(`${ids.taxFree}×1`))
        await newMember()
        const cart = await fill(`${ids.plain}×2`)
        const [answer, ...opened] = await Promise.all([
          whenFree(() => logIn(instances[1], { customerId }, guest)),
          ...Array.from({ length: 8 }, (_, n) => openWhenFree(at(n), cart, guest)),
        ])
        assert.equal(answer.status, 200, answer.text)
        for (const each of opened) assertOpened(each)
        const cookie = cookieOf(answer)
        await openWhenFree(instances[0], cart, cookie)
        assert.deepEqual((await linesIn(cookie)).sort(), [`${ids.plain}×2`, `${ids.taxFree}×1`])
      }
    })

    it('leave no record of a customer who is deleted at the same time', async () => {
      const admin = await instances[0].token('admin')
      for (let round = 0; round < ROUNDS; round++) {
        const cookie = await signIn(instances[0], await newMember())
        const cart = await fill(`${ids.plain}×2`)
        const [deleted, ...opened] = await Promise.all([
          whenFree(() => instances[1].call('DELETE', `${CUSTOMERS}/${customerId}`, { token: admin })),
          ...Array.from({ length: 8 }, (_, n) => openWhenFree(at(n), cart, cookie)),
        ])
        assert.equal(deleted.status, 204)
        for (const each of opened) assertOpened(each)
        for (const [table, column] of [
          ['ucp_brought', 'cart_id'],
          ['cart_lines', 'cart_id'],
          ['carts', 'id'],
        ] as const) {
          const found = instances[0].database.kysely.selectFrom(table).selectAll()
          assert.deepEqual(await found.where(column as never, '=', `member:${customerId}` as never).execute(), [])
        }
      }
    })

    it('bring to nobody what an import withdraws before, and to everybody the same', async () => {
      const [onSale, withdrawn] = [
        { products: [{ id: 9_100, name: 'P', price: '1', vatRate: 0, stock: 9 }] },
        { products: [{ id: 9_100, name: 'P', price: '1', vatRate: 0, stock: 9, onSale: false }] },
      ]
      await instances[0].importShop(onSale)
      const cart = await fill('9100×1', `${ids.plain}×1`)
      const [opened] = await Promise.all([openMany(cart), instances[1].importShop(withdrawn)])
      for (const answer of opened) {
        const lines = await linesIn(cookieOf(answer))
        assert.ok([`9100×1,${ids.plain}×1`, `${ids.plain}×1`].includes(lines.join()), lines.join())
      }
      assert.deepEqual(await linesIn(await openAsNewGuest(instances[1], cart)), [`${ids.plain}×1`])
    })
  })
}
