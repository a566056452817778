/** Links that lead to the example web shop in a browser: from an app, a shopping agent, a shelf and a mail about an abandoned cart. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Browser, Page } from 'playwright-core'
import { UCP_MCP } from '../../../src/api-paths.ts'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { addItem } from '../../support/cart/cart.ts'
import { customer } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type AgentPlatform, awaitProfile, listing, startPlatform } from '../../support/ucp/platform.ts'
import { type ExampleShop, runAbandonedCarts } from '../../support/web-checkout/example-shop.ts'
import { createGuestApp } from '../../support/web-checkout/guest-app.ts'
import { startShopOf } from '../../support/web-checkout/shopper.ts'

const SAMPLE = JSON.parse(readFileSync(new URL('../../../sample/shop.json', import.meta.url), 'utf8'))
const HOUR = 3_600_000
/** Of the sample shop: linen by the metre, a hat that is sold out, and a coupon for every cart. */
const [LINEN, HAT, CODE] = [108, 104, 'İNDİRİM']
const MEMBER = 901
const GONE = 'This cart link no longer works. Ask whoever sent it for a new one.'

describe('a link to a cart in the example web shop', { skip: withoutBrowser }, () => {
  let service: TestService
  let platform: AgentPlatform
  let agent: Client
  let shop: ExampleShop
  let browser: Browser
  let page: Page
  let clock = Date.now
  before(async () => {
    platform = await startPlatform()
    service = await startService('sqlite', listing(platform), () => clock())
    await service.importShop(SAMPLE)
    await service.importShop({ customers: [customer(MEMBER, { name: 'Elif', emailNotification: true })] })
    await awaitProfile(service, platform.profile)
    agent = new Client({ name: 'agent', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(UCP_MCP, service.url))
    await agent.connect(transport as Parameters<Client['connect']>[0])
    shop = await startShopOf(service, { ONE_HOST: '1' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await shop.stop()
    await agent.close()
    await service.stop()
    await platform.stop()
  })

  /** Opens a link on the host of the web shop, in a browser that has seen no cart. */
  async function open(link: string, locale = 'en-GB') {
    page = await (await browser.newContext({ locale, viewport: { width: 390, height: 844 } })).newPage()
    await follow(link)
  }
  async function follow(link: string) {
    const { pathname, search } = new URL(link, shop.url)
    await page.goto(`${shop.url}${pathname}${search}`)
  }
  const shows = async (...texts: string[]) => {
    for (const text of texts) await page.getByText(text).first().waitFor()
  }
  const alertOf = () => page.getByRole('alert').innerText()
  const close = () => page.context().close()

  async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
    clock = () => Date.now() + ms
    try {
      return await act()
    } finally {
      clock = Date.now
    }
  }

  async function callAgent(name: string, given: object): Promise<{ id: string; continue_url: string }> {
    const meta = { 'ucp-agent': { profile: platform.profile } }
    const { structuredContent } = await agent.callTool({ name, arguments: { meta, ...given } })
    return structuredContent as { id: string; continue_url: string }
  }

  async function makeLink(body: object): Promise<string> {
    const token = await service.token('admin', { scope: 'carts:write' })
    const { status, json } = await service.call('POST', '/api/v3/admin/cart-links', { token, body })
    assert.equal(status, 201)
    return (json as { data: { url: string } }).data.url
  }

  it('from the app shows the app’s cart with its coupon; used or expired, it says what to do', async () => {
    const app = await createGuestApp(service.url)
    await app.cart.addItem({ productId: LINEN, quantity: 3 })
    await app.cart.applyCoupon(CODE)
    const { url } = await app.checkout.guestLink({ returnPath: '/sepet' })
    await open(url)
    await shows('Your cart has 1 product.', 'Ham keten kumaş', '3 metre', CODE, 'Remove the coupon')
    await close()
    const isRefused = async (link: string, locale: string, ...texts: string[]) => {
      await open(link, locale)
      await shows(...texts)
      assert.deepEqual(await violationsOf(page), [])
      await close()
    }
    const once = 'If you come from the app: its link works once, for a short time.'
    await isRefused(url, 'en-GB', 'You have no cart in this browser.', once)
    const expired = (await app.checkout.guestLink({ returnPath: '/sepet' })).url
    await later(HOUR, () => isRefused(expired, 'tr-TR', 'bağlantı kısa süre ve bir kez geçerlidir'))
  })

  it('from an agent shows the agent’s cart with its code; after the agent has cancelled it, it says so', async () => {
    const cart = { line_items: [{ item: { id: String(LINEN) }, quantity: 2 }], discounts: { codes: [CODE] } }
    const made = await callAgent('create_cart', { cart })
    await open(made.continue_url)
    await shows('Your cart has 1 product.', 'Ham keten kumaş', '2 metre', CODE, 'Remove the coupon')
    await callAgent('cancel_cart', { id: made.id })
    await follow(made.continue_url)
    assert.equal(await alertOf(), GONE)
    await shows('Ham keten kumaş', '2 metre')
    await close()
  })

  it('that names items shows them with its code, once; of what is sold out it says that this may be so', async () => {
    const link = `/buy/${LINEN}:2,${HAT}:1?coupon=indirim`
    await open(link)
    await shows('Your cart has 1 product.', 'Ham keten kumaş', '2 metre', CODE, 'Remove the coupon')
    await follow(link)
    await shows('2 metre')
    await close()
    await open(`/buy/${HAT}:1`)
    await shows('Your cart is empty.', 'its products may be sold out')
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('link', { name: 'See the products' }).click()
    await page.getByRole('link', { name: 'My cart' }).click()
    await shows('Your cart is empty.')
    assert.equal(await page.getByText('may be sold out').count(), 0)
    await close()
    await open('/buy/x:y:z', 'tr-TR')
    assert.equal(await alertOf(), 'Bu sepet bağlantısı artık geçerli değil. Gönderenden yeni bir bağlantı isteyin.')
    await close()
  })

  it('with a code alone keeps the code for the first item', async () => {
    await open('/buy/?coupon=indirim')
    await shows('Your cart is empty.')
    await page.getByRole('link', { name: 'See the products' }).click()
    await page.getByRole('link', { name: /Ham keten kumaş/ }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Go to the cart' }).click()
    await shows('Ham keten kumaş', CODE, 'Remove the coupon')
    await close()
  })

  it('of a mail about an abandoned cart shows the cart with its coupon, until it ends or is used up', async () => {
    const member = await later(-30 * HOUR, async () => {
      const token = await service.token('member', { id: String(MEMBER), ttlSeconds: 600 })
      await addItem(service, token, LINEN, 4)
      const body = { couponCode: CODE }
      assert.equal((await service.call('POST', '/cart/coupon', { token, body })).status, 200)
      return `member:${MEMBER}`
    })
    const token = await service.token('admin', { scope: 'carts:read carts:write customers:read' })
    const { status, output } = await runAbandonedCarts({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: token })
    assert.equal(status, 0, output)
    const [mailed = assert.fail(output)] = /http\S+cart-link\?c=\S+/.exec(output) ?? []
    await open(mailed)
    await shows('Your cart has 1 product.', 'Ham keten kumaş', '4 metre', CODE, 'Remove the coupon')
    await close()
    await later(8 * 24 * HOUR, async () => {
      await open(mailed)
      assert.equal(await alertOf(), GONE)
      await page.getByRole('link', { name: 'See the products' }).waitFor()
      await close()
    })
    const single = await makeLink({ subject: member, uses: 1 })
    await open(single)
    await shows('4 metre')
    await close()
    await open(single)
    assert.equal(await alertOf(), GONE)
    await close()
  })

  it('to an item that has sold out meanwhile shows it as sold out, and says so before the payment', async () => {
    const link = await makeLink({ lines: [{ productId: HAT, quantity: 1 }] })
    await open(link)
    await shows('Your cart has 1 product.', 'Hasır şapka', 'Sold out')
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await shows('A product in your cart is sold out; remove it first.')
    await close()
  })
})
