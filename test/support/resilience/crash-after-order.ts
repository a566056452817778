/** Writers of what a shop does around its orders, for crash tests: changes with a key, carts by link, replaced carts and ends of holds. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CART_LINKS, CARTS, CHECKOUTS, PRODUCTS } from '../../../src/api-paths.ts'
import { addItem, linesOf } from '../cart/cart.ts'
import { assertDead, assertLeadsTo, open } from '../cart-links/links.ts'
import { expire, hold, readCart, release, subjectOf } from '../checkouts/orders.ts'
import { setStock, stockOf } from '../checkouts/stock.ts'
import { ids } from '../import/shop-file.ts'
import { type Answer, type Call, callAt, type TestService } from '../service/service.ts'
import type { Witnessed } from './crash-writers.ts'

/** Pause after a failure, in milliseconds. */
const RETRY_MS = 20
/** Pieces of each item before the first change. */
const STOCK = 1_000
/** Lifetime of tokens, longer than a long run. */
const lasting = { ttlSeconds: 6 * 3600 }
const admin = (witness: TestService, scope: string) => witness.token('admin', { id: 'shop', scope, ...lasting })

/** Sends a request. @returns the response; undefined when something was killed, so that the result is unknown */
async function send(url: string, [method, path]: [string, string], call: Call = {}): Promise<Answer | undefined> {
  const answer = await callAt(url)(method, path, call).catch(() => undefined)
  if (answer && answer.status !== 503 && answer.headers.get('location') !== '/sepet?continue=unavailable') {
    assert.ok(answer.status < 400, `${method} ${path}: ${answer.text}`)
    return answer
  }
  await sleep(RETRY_MS)
  return undefined
}

/** Creates a writer that adds one piece to the stocks of two products with each key, and sets a price. Each key counts once. */
export async function stockSender(witness: TestService): Promise<Witnessed> {
  const { kysely } = witness.database
  const items = [ids.plain, ids.soldOut]
  for (const id of items) await setStock(witness, id, STOCK)
  const token = await admin(witness, 'catalogue:write')
  let [sent, acknowledged] = [0, 0]
  const unanswered: number[] = []
  const change = async (url: string, n: number) => {
    const body = items.map(id => ({ id, stockChange: '+1', price: String(100 + n) }))
    return send(url, ['PATCH', PRODUCTS], { token, body, headers: { 'Idempotency-Key': `change-${n}` } })
  }
  /** @returns the number of changes that were made */
  const assertWhole = async () => {
    const keys = await kysely.selectFrom('change_requests').selectAll().where('subject', '=', 'admin:shop').execute()
    for (const id of items) {
      assert.equal((await stockOf(witness, id)).stock, STOCK + keys.length)
      const told = kysely.selectFrom('history').select('changes').where('target', '=', `product:${id}`)
      const rows = await told.orderBy('number').execute()
      const prices = rows.flatMap(({ changes }) => JSON.parse(changes) as { field: string; to: unknown }[])
      const { price } = await kysely
        .selectFrom('products')
        .select('price')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const last = prices.findLast(({ field }) => field === 'price')?.to
      if (keys.length > 0) assert.equal(Number(last), Number(price))
    }
    return keys.length
  }
  return {
    acknowledged: () => acknowledged,
    write: async url => {
      const n = sent++
      if (await change(url, n)) acknowledged++
      else unanswered.push(n)
    },
    check: async () => {
      const made = await assertWhole()
      assert.ok(acknowledged <= made && made <= sent, `${acknowledged} ≤ ${made} ≤ ${sent}`)
      for (let time = 0; time < 2; time++) {
        for (const n of unanswered) assert.ok(await change(witness.url, n))
        assert.equal(await assertWhole(), sent)
      }
    },
  }
}

/** Creates a writer that makes links of one use and opens each as a new guest. A link has brought its lines exactly where its use is spent. */
export async function linkOpener(witness: TestService): Promise<Witnessed> {
  const { kysely } = witness.database
  const token = await admin(witness, 'carts:write')
  const links = new Map<string, boolean>()
  let made = 0
  const assertWhole = async () => {
    const stored = await kysely.selectFrom('cart_links').selectAll().execute()
    const brought = await kysely.selectFrom('ucp_brought').selectAll().where('ucp_cart_id', 'like', 'link:%').execute()
    const spent = stored.filter(({ used }) => used === 1)
    assert.deepEqual(brought.map(each => each.ucp_cart_id).sort(), spent.map(({ id }) => `link:${id}`).sort())
    assert.ok(links.size <= stored.length && stored.length <= made)
    const lines = await kysely.selectFrom('cart_lines').selectAll().orderBy('position').execute()
    const sessions = await kysely.selectFrom('web_sessions').select('guest_id').execute()
    for (const { cart_id } of brought) {
      const own = lines.filter(line => line.cart_id === cart_id)
      assert.deepEqual(
        own.map(line => line.quantity),
        [2, 3],
      )
      assert.equal(sessions.filter(({ guest_id }) => `guest:${guest_id}` === cart_id).length, 1)
    }
    return spent.length
  }
  return {
    acknowledged: () => [...links.values()].filter(isOpened => isOpened).length,
    write: async url => {
      made++
      const lines = [
        { productId: ids.taxFree, quantity: 2 },
        { productId: ids.variants, variantId: ids.smallBlue, quantity: 3 },
      ]
      const answer = await send(url, ['POST', CART_LINKS], { token, body: { lines, uses: 1 } })
      if (!answer) return
      const { pathname, search } = new URL((answer.json as { data: { url: string } }).data.url)
      const link = `${pathname}${search}`
      links.set(link, false)
      const opened = await send(url, ['GET', link])
      if (!opened) return
      assertLeadsTo(opened, '/sepet')
      links.set(link, true)
    },
    check: async () => {
      const spent = await assertWhole()
      let more = 0
      for (const [link, isOpened] of links) {
        const opened = await open(witness, link)
        if (!isOpened && opened.headers.get('location') === '/sepet') more++
        else assertDead(opened)
      }
      assert.deepEqual([await assertWhole(), spent + more], [links.size, links.size])
    },
  }
}

/** Creates a writer that replaces the cart of a guest: two lines of one quantity each time, and a coupon every second time. */
export async function cartReplacer(witness: TestService): Promise<Witnessed> {
  const token = await admin(witness, 'carts:write')
  const guest = await witness.token('guest', lasting)
  let [sent, acknowledged, writes] = [0, 0, 0]
  return {
    acknowledged: () => writes,
    write: async url => {
      const quantity = ++sent
      const lines = [ids.plain, ids.taxFree].map(productId => ({ productId, quantity }))
      const body = { lines, couponCode: quantity % 2 === 0 ? 'KALICI' : null }
      if (!(await send(url, ['PUT', `${CARTS}/${subjectOf(guest)}`], { token, body }))) return
      acknowledged = quantity
      writes++
    },
    check: async () => {
      const cart = await readCart(witness, guest)
      const n = cart.included[0]?.attributes.quantity ?? 0
      assert.ok(acknowledged <= n && n <= sent, `${acknowledged} ≤ ${n} ≤ ${sent}`)
      assert.deepEqual(linesOf(cart), [`${ids.plain}×${n}`, `${ids.taxFree}×${n}`])
      assert.equal(cart.data.attributes.appliedCoupon?.code, n % 2 === 0 ? 'KALICI' : undefined)
    },
  }
}

/** Creates a writer that releases holds that have ended, which tells of their end first. An end is told with what follows it, or where it is marked. */
export async function endTeller(witness: TestService): Promise<Witnessed> {
  const { kysely } = witness.database
  const token = await admin(witness, 'checkouts:write')
  const ended = new Map<string, boolean>()
  const eventsOf = async (reference: string) => {
    const rows = await kysely.selectFrom('events').select(['type', 'data']).orderBy('position').execute()
    return rows.filter(({ data }) => JSON.parse(data).reference === reference).map(({ type }) => type)
  }
  const prepare = async () => {
    const guest = await witness.token('guest', lasting)
    await addItem(witness, guest, ids.taxFree)
    const reference = randomUUID()
    const held = await hold(witness, reference, guest)
    assert.equal(held.status, 201, held.text)
    await expire(witness, reference)
    return reference
  }
  return {
    acknowledged: () => [...ended.values()].filter(isReleased => isReleased).length,
    write: async url => {
      // Through the witness, whose server is not killed; its database may be.
      const reference = await prepare().catch(() => undefined)
      if (reference === undefined) return void (await sleep(RETRY_MS))
      ended.set(reference, false)
      if (await send(url, ['DELETE', `${CHECKOUTS}/${reference}`], { token })) ended.set(reference, true)
    },
    check: async () => {
      for (const [reference, isReleased] of ended) {
        const row = kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
        const { state, told_end, expires_at } = await row.executeTakeFirstOrThrow()
        if (isReleased) assert.equal(state, 'released')
        const told = told_end === expires_at || state === 'released' ? ['checkout.expired'] : []
        const released = state === 'released' ? ['checkout.released'] : []
        assert.deepEqual(await eventsOf(reference), ['checkout.held', ...told, ...released])
        await release(witness, reference)
        assert.deepEqual(await eventsOf(reference), ['checkout.held', 'checkout.expired', 'checkout.released'])
      }
    },
  }
}
