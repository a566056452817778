/** The example's job for abandoned carts: to whom it writes, and what the link in the mail brings. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { engines } from '../../support/database/engines.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { runAbandonedCarts } from '../../support/web-checkout/example-shop.ts'

const HOUR = 3_600_000
const [WILLING, UNWILLING, RECENT, INACTIVE] = [1, 2, 3, 4] as const
const shop = shopFile({
  customers: [
    customer(WILLING, { name: 'Elif', emailNotification: true }),
    customer(UNWILLING, { emailNotification: false }),
    customer(RECENT, { emailNotification: true }),
    customer(INACTIVE, { emailNotification: true }),
  ],
  products: [product({ id: ids.plain, price: '100', vatRate: 20 })],
})

describe('the example’s job for abandoned carts', () => {
  const [engine = assert.fail()] = engines
  let service: TestService
  let clock = () => Date.now()
  before(async () => {
    service = await startService(engine, {}, () => clock())
    await service.importShop(shop)
    const fill = async (id: number) =>
      addItem(service, await service.token('member', { id: String(id), ttlSeconds: 600 }), ids.plain, 2)
    await fill(RECENT)
    clock = () => Date.now() - 30 * HOUR
    for (const id of [WILLING, UNWILLING, INACTIVE]) await fill(id)
    await addItem(service, await service.token('guest'), ids.plain)
    clock = () => Date.now()
    const token = await service.token('admin', { scope: 'customers:write' })
    const { status } = await service.call('PUT', `/api/v3/admin/customers/${INACTIVE}`, {
      ...{ token, body: { status: 'inactive' } },
    })
    assert.equal(status, 200)
  })
  after(() => service.stop())

  it('prints a mail to each active member who agreed, with a link that brings the lines to a browser without a session', async () => {
    const token = await service.token('admin', { scope: 'carts:read carts:write customers:read' })
    const { status, output } = await runAbandonedCarts({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: token })
    assert.equal(status, 0, output)
    assert.deepEqual(
      [...output.matchAll(/^To: (.*)$/gm)].map(([, to]) => to),
      [`musteri${WILLING}@example.com`],
    )
    assert.match(output, /Merhaba Elif,/)
    const [link = ''] = /http\S+cart-link\?c=\S+/.exec(output) ?? []
    const { pathname, search } = new URL(link)
    const opened = await fetch(service.url + pathname + search, { redirect: 'manual' })
    const [cookie = ''] = opened.headers.getSetCookie()
    const session = await fetch(`${service.url}/api/v3/storefront/checkout/session`, {
      headers: { Cookie: cookie.split(';')[0] ?? '' },
    })
    const { identity, cart } = (await session.json()) as {
      identity: string
      cart: { data: { attributes: { totalQuantity: number } } }
    }
    assert.deepEqual([identity, cart.data.attributes.totalQuantity], ['guest', 2])
  })

  it('ends with 1 and says why, when the token lacks a scope', async () => {
    const token = await service.token('admin', { scope: 'carts:read' })
    const { status, output } = await runAbandonedCarts({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: token })
    assert.equal(status, 1)
    assert.match(output, /Sepet answers 403 to GET \/customers\/\d+\./)
    assert.ok(!output.includes(token))
  })
})
