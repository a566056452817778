/** The first page of the office in a browser: its numbers are those of the shop, each part fails alone, and it is accessible. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, expire, hold, release } from '../../support/checkouts/orders.ts'
import { guardedShop, setStock } from '../../support/checkouts/stock.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

/** The longest order number, without a place to break it. */
const LONG = 'R'.repeat(128)
const DAY = 86_400_000
const LAST = 104
const shop = shopFile({
  customers: [1, 2, 3, 4, 5, 6, 7].map(id => customer(id)),
  products: [
    product({ id: ids.plain, stock: 100 }),
    product({ id: LAST, stock: 2 }),
    product({ id: ids.taxFree, stock: 1 }),
  ],
})

/** Orders: one cancelled, one beyond the stock, one that takes the last pieces; one payment that was not finished; three carts of two ages. */
async function fillShop(service: TestService): Promise<void> {
  await service.importShop(shop)
  await guardedShop(service)
  const tokens = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(id => service.token('member', { id: String(id) })))
  const [first, second, third, fourth, ...others] = tokens as [string, string, string, string, ...string[]]
  await order(service, first, { reference: 'first', productId: LAST, quantity: 2 })
  await order(service, second, { reference: 'second', productId: ids.plain, quantity: 1 })
  await release(service, 'second')
  await addItem(service, third, ids.taxFree)
  await hold(service, LONG, third)
  await setStock(service, ids.taxFree, 0)
  await complete(service, LONG)
  await addItem(service, fourth, ids.plain, 2)
  await hold(service, 'unpaid', fourth)
  await expire(service, 'unpaid')
  for (const token of others) await addItem(service, token, ids.plain, 3)
  await signIn(service, String(others[0]))
  const { kysely } = service.database
  // All of one hour, also where it ended meanwhile.
  await kysely.updateTable('events').set({ at: Date.now() }).where('type', '=', 'checkout.completed').execute()
  await kysely
    .updateTable('carts')
    .set({ changed_at: Date.now() - 2 * DAY })
    .where('id', '=', 'member:6')
    .execute()
}

async function order(
  service: TestService,
  token: string,
  { reference, productId, quantity }: { reference: string; productId: number; quantity: number },
): Promise<void> {
  await addItem(service, token, productId, quantity)
  assert.equal((await hold(service, reference, token)).status, 201)
  assert.equal((await complete(service, reference)).status, 200)
}

/** The large numbers of a card by their names. */
async function numbersOf(page: Page, title: string): Promise<Record<string, string>> {
  const stats = page.getByRole('region', { name: title }).locator('.stats > div')
  const texts = await stats.evaluateAll(all =>
    all.map(each => [...each.children].map(child => child.textContent ?? '')),
  )
  return Object.fromEntries(texts)
}

/** The sum of each column of numbers in the table of a card. */
async function sumsOf(page: Page, title: string): Promise<number[]> {
  const rows = await page
    .getByRole('region', { name: title })
    .locator('tbody tr')
    .evaluateAll(all => all.map(each => [...each.querySelectorAll('.number')].map(cell => Number(cell.textContent))))
  return rows.reduce((sums, row) => row.map((value, at) => value + (sums[at] ?? 0)), [] as number[])
}

const titlesOf = (page: Page) => page.locator('main h2').allTextContents()
const sentenceOf = (page: Page, id: string) => page.locator(`#home-${id}`).innerText()

describe('the first page of the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await fillShop(service)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  it('shows the owner what has happened in the shop, with the same numbers in the tables', async () => {
    const office = await openOffice(browser, service, { role: 'owner', locale: 'en', timezoneId: 'Europe/Istanbul' })
    const { page } = office
    assert.equal(await page.locator('h1').innerText(), 'Hello, Nazan')
    const orders = { 'Went to payment': '4', 'Completed orders': '3', Cancelled: '1' }
    assert.deepEqual(await numbersOf(page, 'Orders of the last 14 days'), orders)
    assert.deepEqual(await sumsOf(page, 'Orders of the last 14 days'), [4, 3, 1])
    const { Orders, Refunds, ...amounts } = await numbersOf(page, 'Today')
    assert.deepEqual([Orders, Object.keys(amounts)], ['2', ['Turnover', 'Average order']])
    assert.match(String(Refunds), /^₺0\.00/)
    assert.match(String((await numbersOf(page, 'Abandoned carts')).Carts), /^1/)
    const paid = 'Amounts are what the customer pays: with VAT and shipping, TRY.'
    await page
      .getByRole('region', { name: 'Today' })
      .getByText(`Cancelled orders and their returns do not count. ${paid}`)
      .waitFor()
    await page.getByText('Completed orders include those that were cancelled afterwards.').waitFor()
    await page.getByRole('region', { name: 'State of the webhooks' }).getByText('There is no webhook.').waitFor()
    assert.deepEqual(await sumsOf(page, 'Products that sold out'), [2])
    assert.deepEqual(await numbersOf(page, 'Left in carts'), { Carts: '4', Lines: '4', Pieces: '11' })
    assert.deepEqual(await sumsOf(page, 'Left in carts'), [4, 4, 11])
    assert.deepEqual(await page.locator('.mark').allTextContents(), ['3', '0', '1', '0', '0'])
    assert.equal(
      await sentenceOf(page, 'carts'),
      '4 carts have 11 pieces. 1 of them has not changed for a day or longer.',
    )
    await page.getByText(/^Days and hours are those of .* clock \(Europe\/Istanbul\)\.$/).waitFor()
    assert.deepEqual(office.browserErrors, [])
    await page.context().close()
  })

  it('lists what needs attention', async () => {
    const { page } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const card = page.getByRole('region', { name: 'Needs attention' })
    assert.deepEqual(await card.locator('.fact .badge').allTextContents(), ['1', '1'])
    const unpaid = card.getByRole('link', { name: 'Open the list' })
    assert.equal(await unpaid.getAttribute('href'), '/office/checkouts?state=expired')
    await card.getByText('Show the orders').click()
    await card.locator('.entries li').first().waitFor()
    assert.deepEqual(await card.locator('.entries li').allInnerTexts(), [`${LONG}\nOver the stock`])
    assert.equal(await card.getByRole('link', { name: LONG }).getAttribute('href'), `/office/checkouts/${LONG}`)
    await page.context().close()
  })

  it('shows what the scopes allow, asks for nothing else, and leads to what the person does', async () => {
    const pictures = ['Low stock', 'Products that sold out', 'Orders of the last 14 days']
    const find = 'What are you looking for?'
    const keys = 'The keys / and Ctrl+K lead here from every page.'
    const roles = {
      warehouse: {
        titles: ['Today', find, 'Needs attention', ...pictures],
        paths: ['checkouts', 'events', 'products', 'turnover'],
        quick: ['Orders that await payment', 'Prices and stocks', 'Import a file'],
        hint: `Type the end of an order number, the name of a product, a SKU or a brand. ${keys}`,
        ...{ placeholder: 'Order, product…', label: 'Search: order, product, SKU, brand' },
      },
      marketing: {
        titles: ['Today', find, 'Needs attention', ...pictures, 'Abandoned carts', 'Left in carts'],
        paths: ['carts', 'checkouts', 'events', 'products', 'turnover'],
        quick: ['Orders that await payment', 'Carts left for a day', 'New coupon', 'New campaign'],
        hint: `Type the end of an order number, the name of a product, a SKU, a brand, the beginning of a coupon code, a campaign or the id of a guest. ${keys}`,
        placeholder: 'Order, product, coupon, campaign…',
        label: 'Search: order, product, SKU, brand, coupon, campaign, guest',
      },
    } as const
    for (const [role, { titles, paths, quick, hint, placeholder, label }] of Object.entries(roles)) {
      const { page, open } = await openOffice(browser, service, { role: role as keyof typeof roles, locale: 'en' })
      const asked = new Set<string>()
      page.on('request', request => {
        const path = /\/office\/api\/v3\/admin\/(\w+)/.exec(request.url())?.[1]
        if (path) asked.add(path)
      })
      await open('/office')
      assert.deepEqual(await titlesOf(page), titles, role)
      assert.deepEqual([...asked].sort(), paths, role)
      assert.deepEqual(await page.locator('.quick a').allInnerTexts(), quick, role)
      assert.equal(await page.locator('.find .hint').innerText(), hint)
      assert.equal(await page.locator('#home-search').getAttribute('placeholder'), placeholder)
      assert.equal(await page.locator('#home-search').getAttribute('aria-label'), label)
      await page.context().close()
    }
  })

  it('shows each part when it is there, and loads a part that has failed again', async () => {
    const { page, settled } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const answerCarts = Promise.withResolvers<void>()
    await page.route('**/office/api/v3/admin/carts?**', async route => {
      await answerCarts.promise
      await route.continue()
    })
    const refused = '**/office/api/v3/admin/checkouts?**'
    await page.route(refused, route => route.abort())
    await page.reload()
    await page.getByText('3 orders were completed in the last 14 days.').waitFor()
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByRole('button', { name: 'Try again' }).nth(1).waitFor()
    assert.deepEqual(await numbersOf(page, 'Left in carts'), { Carts: '…', Lines: '…', Pieces: '…' })
    answerCarts.resolve()
    await page.unroute(refused)
    await attention.getByRole('button', { name: 'Try again' }).first().click()
    await attention.locator('.fact .badge').filter({ hasText: '1' }).waitFor()
    await attention.getByRole('button', { name: 'Try again' }).click()
    await attention.locator('.fact .badge').filter({ hasText: '1' }).nth(1).waitFor()
    await page.getByText('4 carts have 11 pieces.').waitFor()
    await settled()
    assert.deepEqual(await attention.locator('.fact .badge').allTextContents(), ['1', '1'])
    assert.equal((await numbersOf(page, 'Left in carts')).Carts, '4')
    await page.context().close()
  })

  for (const locale of ['tr', 'en']) {
    it(`has no axe violations and no horizontal overflow with every table open, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'owner', locale })
      await assertAccessible(office, 'closed')
      for (const summary of await office.page.locator('main summary').all()) {
        await summary.focus()
        await office.page.keyboard.press('Enter')
      }
      await office.page.locator('main details:not([open])').first().waitFor({ state: 'detached' })
      await assertAccessible(office, 'open')
      assert.deepEqual(office.browserErrors, [])
      await office.page.context().close()
    })
  }

  it('has no layout shifts while its parts are loaded one after another', async () => {
    for (const width of [1280, 320]) {
      const viewport = { width, height: 800 }
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'tr', viewport })
      await page.addInitScript(`
        window.shifted = []
        new PerformanceObserver(list => {
          for (const { sources } of list.getEntries()) shifted.push(...sources.map(({ node }) => node?.outerHTML ?? String(node)))
        }).observe({ type: 'layout-shift', buffered: true })`)
      await page.route('**/office/api/**', async route => {
        // The placeholders are painted first.
        await new Promise(resolve => setTimeout(resolve, /events/.test(route.request().url()) ? 200 : 400))
        await route.continue()
      })
      await open('/office')
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await page.evaluate('shifted'), [], String(width))
      await page.context().close()
    }
  })
})
