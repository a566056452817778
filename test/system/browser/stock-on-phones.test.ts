/** Stock on the phones of the playground in a real browser: what is left of an item, also of what another phone has begun to pay for. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import {
  assertLogged,
  openPlayground,
  openPlaygroundAt,
  PHONE,
  type Playground,
  playgroundIn,
  waitForProducts,
} from '../../support/browser/playground-page.ts'
import { addItem } from '../../support/cart/cart.ts'
import { changed } from '../../support/catalog/products.ts'
import { hold, release } from '../../support/checkouts/orders.ts'
import { guardedShop, setStock } from '../../support/checkouts/stock.ts'
import type { TestService } from '../../support/service/service.ts'
import { type ExampleShop, startBoth } from '../../support/web-checkout/example-shop.ts'

const LINEN = { id: 108, name: 'Ham keten kumaş' }
const POT = { id: 115, name: 'Döküm tencere' }

const lineOf = ({ screen }: Playground, { name }: { name: string }) => screen.locator('.line').filter({ hasText: name })
const readAgain = ({ page }: Playground, label = 'Read the cart again') =>
  page.getByRole('button', { name: label }).click()

/** Adds a product from the list, and shows the cart. */
async function add(phone: Playground, { name }: { name: string }): Promise<void> {
  await phone.tab('shop')
  await phone.page.getByRole('button', { name: `${name}: add to cart` }).click()
  await phone.waitForNotice(`${name} is in the cart`)
  await phone.tab('cart')
  await lineOf(phone, { name }).waitFor()
}

/** Opens the second phone from the account screen, as the same shopper. */
async function openSecond(first: Playground): Promise<Playground> {
  await first.tab('account')
  const opened = first.page.context().waitForEvent('page')
  await first.page.getByRole('link', { name: 'Open a second phone' }).click()
  const second = playgroundIn(await opened)
  await waitForProducts(second.page)
  return second
}

describe('a line of the playground', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let order = 0
  const held: string[] = []
  before(async () => {
    browser = await launchBrowser()
    service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })
  beforeEach(async () => {
    for (const reference of held.splice(0)) await release(service, reference)
    await guardedShop(service)
    await setStock(service, LINEN.id, 37.5)
    await setStock(service, POT.id, 5)
  })
  const holdOther = async ({ id }: { id: number }, quantity: number) => {
    const token = await service.token('guest')
    await addItem(service, token, id, quantity)
    held.push(`A-${++order}`)
    assert.equal((await hold(service, held.at(-1) ?? '', token)).status, 201)
  }
  const tagOf = async (phone: Playground, item: { name: string }) =>
    (await lineOf(phone, item).locator('.tag').allInnerTexts()).join()

  it('says that its item is sold out, and what is left of it, at the next read, in both languages', async () => {
    const phone = await openPlayground(browser, service)
    await add(phone, POT)
    assert.equal(await tagOf(phone, POT), '')
    await holdOther(POT, 3)
    await readAgain(phone)
    await lineOf(phone, POT).getByText('Only 2 left').waitFor()
    await holdOther(POT, 2)
    await readAgain(phone)
    await lineOf(phone, POT).getByText('Sold out').waitFor()
    assert.deepEqual(await violationsOf(phone.page), [])
    await phone.page.getByRole('button', { name: 'Türkçe' }).click()
    await lineOf(phone, POT).locator('.tag').getByText('Tükendi', { exact: true }).waitFor()
    for (const reference of held.splice(1)) await release(service, reference)
    await readAgain(phone, 'Sepeti yeniden oku')
    await lineOf(phone, POT).getByText('Son 2 adet').waitFor()
    for (const reference of held.splice(0)) await release(service, reference)
    await readAgain(phone, 'Sepeti yeniden oku')
    await lineOf(phone, POT).locator('.tag').waitFor({ state: 'detached' })
    await assertLogged(phone, 'GET /cart 200', 'GET /cart 200', 'GET /cart 200', 'GET /cart 200')
    assert.deepEqual(phone.browserErrors, [])
    await phone.page.context().close()
  })

  it('is sold out where the stock is below zero, and says nothing of stock where the shop reserves none', async () => {
    const phone = await openPlayground(browser, service)
    await add(phone, POT)
    await setStock(service, POT.id, -3)
    await readAgain(phone)
    await lineOf(phone, POT).getByText('Sold out').waitFor()
    await guardedShop(service, { stockGuard: false })
    await readAgain(phone)
    await lineOf(phone, POT).getByText('Cannot be bought right now').waitFor()
    await setStock(service, POT.id, 2)
    await readAgain(phone)
    await lineOf(phone, POT).locator('.tag').waitFor({ state: 'detached' })
    await phone.page.context().close()
  })

  it('says nothing of an item with backorder, which can be bought below zero', async () => {
    await changed(service, [{ id: POT.id, backorder: true, stock: -3 }])
    const phone = await openPlayground(browser, service)
    await add(phone, POT)
    assert.equal(await tagOf(phone, POT), '')
    await phone.tab('shop')
    await phone.screen.locator('.card .open', { hasText: POT.name }).click()
    await phone.page.getByText('Available on backorder').waitFor()
    await changed(service, [{ id: POT.id, backorder: false }])
    await phone.tab('cart')
    await readAgain(phone)
    await lineOf(phone, POT).getByText('Sold out').waitFor()
    await phone.page.context().close()
  })

  it('says how much is left when the quantity is above it, with the unit and a fraction', async () => {
    const phone = await openPlayground(browser, service)
    await add(phone, LINEN)
    assert.equal(await tagOf(phone, LINEN), '')
    const more = phone.page.getByRole('button', { name: `${LINEN.name}: more` })
    await setStock(service, LINEN.id, 7.5)
    await readAgain(phone)
    for (let quantity = 2; quantity <= 8; quantity++) {
      await more.click()
      await lineOf(phone, LINEN).locator('.number').getByText(`: ${quantity}`).waitFor()
    }
    await lineOf(phone, LINEN).getByText('Only 7.5 metre left').waitFor()
    await phone.page.getByRole('button', { name: 'Türkçe' }).click()
    await lineOf(phone, LINEN).locator('.tag').getByText('Son 7,5 metre', { exact: true }).waitFor()
    await phone.page.context().close()
  })

  it('says the same on the second phone of one shopper', async () => {
    const first = await openPlayground(browser, service)
    await add(first, POT)
    const second = await openSecond(first)
    await first.tab('cart')
    await second.tab('cart')
    await holdOther(POT, 4)
    for (const phone of [first, second]) {
      await readAgain(phone)
      await lineOf(phone, POT).getByText('Only 1 left').waitFor()
    }
    await first.page.context().close()
  })
})

describe('a payment on one phone', { skip: withoutBrowser }, () => {
  let folder: string
  let both: ExampleShop
  let browser: Browser
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-stock-'))
    both = await startBoth(folder)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await both.stop()
    rmSync(folder, { recursive: true })
  })

  it('leaves the rest to the other phone, and everything again when it fails', async () => {
    const first = await openPlaygroundAt(browser, both.url)
    await add(first, POT)
    const more = first.page.getByRole('button', { name: `${POT.name}: more` })
    for (let quantity = 2; quantity <= 5; quantity++) {
      await more.click()
      await lineOf(first, POT).locator('.number').getByText(`: ${quantity}`).waitFor()
    }
    const second = await openSecond(first)
    await second.tab('account')
    await second.page.getByRole('button', { name: 'Become a new guest' }).click()
    await second.waitForNotice('You are a new guest with an empty cart.')
    await add(second, POT)
    assert.equal(await lineOf(second, POT).locator('.tag').count(), 0)

    await first.tab('cart')
    await first.screen.getByRole('button', { name: 'Check out' }).click()
    const web = first.page.frameLocator('iframe')
    await web.getByRole('button', { name: 'Pay' }).click()
    await web.getByRole('button', { name: 'The payment fails' }).waitFor()
    await readAgain(second)
    await lineOf(second, POT).getByText('Sold out').waitFor()

    await web.getByRole('button', { name: 'The payment fails' }).click()
    await web.getByText('The payment failed, and no order was placed.').waitFor()
    await readAgain(second)
    await lineOf(second, POT).locator('.tag').waitFor({ state: 'detached' })

    await web.getByRole('button', { name: 'Pay' }).click()
    await web.getByRole('button', { name: 'The payment succeeds' }).click()
    await web.getByText('Your order is placed.').waitFor()
    await readAgain(second)
    await lineOf(second, POT).getByText('Sold out').waitFor()
    await first.page.getByRole('button', { name: 'Close' }).click()
    await first.tab('shop')
    await first.page
      .getByRole('button', { name: new RegExp(`^${POT.name}`) })
      .getByText('Sold out')
      .waitFor()
    assert.deepEqual([...first.browserErrors, ...second.browserErrors], [])
    await first.page.context().close()
  })

  it('of more than is left is refused with what is left, on a small phone in light and dark', async () => {
    const phone = await openPlaygroundAt(browser, both.url, PHONE)
    await add(phone, LINEN)
    await phone.screen.getByRole('button', { name: 'Check out' }).click()
    const url = (await phone.page.locator('iframe').getAttribute('src')) ?? ''
    await phone.page.frameLocator('iframe').getByRole('button', { name: 'Pay' }).waitFor()
    assert.match(url, /\/handoff\?t=/)
    const page = await phone.page.context().newPage()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${both.url}/odeme`)
    await page.getByLabel(`Quantity (metre) ${LINEN.name}`).fill('50')
    await page.getByRole('button', { name: `Change ${LINEN.name}` }).click()
    await page.getByText('Only 37.5 metre left').waitFor()
    await page.getByRole('button', { name: 'Pay' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText(`${LINEN.name}: 37.5 metre left, 50 metre in your cart`).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await violationsOf(page, { colorScheme }), [], colorScheme)
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await page.getByRole('link', { name: 'Change the cart' }).click()
    await page.waitForURL('**/sepet')
    await page.getByLabel(`Quantity (metre) ${LINEN.name}`).fill('37')
    await page.getByRole('button', { name: `Change ${LINEN.name}` }).click()
    await page.getByText('37 metre').waitFor()
    await page.goto(`${both.url}/odeme`)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('button', { name: 'The payment succeeds' }).click()
    await page.getByText('Your order is placed.').waitFor()
    await phone.page.context().close()
  })
})
