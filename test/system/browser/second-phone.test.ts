/** Two phones of one shopper in a real browser: a write that is meant for an earlier cart is refused, and can be done again. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Route } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import {
  assertLogged,
  openPlayground,
  type Playground,
  playgroundIn,
  waitForProducts,
} from '../../support/browser/playground-page.ts'
import { gate } from '../../support/cart/device.ts'
import type { TestService } from '../../support/service/service.ts'

const FABRIC = 'Ham keten kumaş'
const POT = 'Sırlı saksı'
const CHANGED = 'The cart was changed on the other phone, or by the shop. This is the cart now.'

describe('two phones in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    browser = await launchBrowser()
    service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const lineOf = ({ screen }: Playground, name: string) => screen.locator('.line').filter({ hasText: name })
  const doAgain = ({ page }: Playground) => page.getByRole('button', { name: 'Do it again' })
  const waitForQuantity = (phone: Playground, name: string, quantity: number) =>
    lineOf(phone, name)
      .locator('.number')
      .filter({ hasText: new RegExp(`: ${quantity}$`) })
      .waitFor()

  /** Opens the second phone from the account screen, and shows the cart on both. */
  async function openSecond(first: Playground): Promise<Playground> {
    await first.tab('account')
    const opened = first.page.context().waitForEvent('page')
    await first.page.getByRole('link', { name: 'Open a second phone' }).click()
    const second = playgroundIn(await opened)
    await waitForProducts(second.page)
    for (const phone of [first, second]) await phone.tab('cart')
    return second
  }

  /** Two phones of a guest whose cart has one piece of two products. */
  async function openBoth(): Promise<[Playground, Playground]> {
    const first = await openPlayground(browser, service)
    for (const name of [FABRIC, POT]) {
      await first.page.getByRole('button', { name: `${name}: add to cart` }).click()
      await first.waitForNotice(`${name} is in the cart`)
    }
    return [first, await openSecond(first)]
  }

  it('show the cart of one guest, and refuse a change to a cart that the other phone has changed', async () => {
    const [first, second] = await openBoth()
    await first.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await waitForQuantity(first, FABRIC, 2)
    await waitForQuantity(second, FABRIC, 1)

    await second.page.getByRole('button', { name: 'Empty the cart' }).click()
    await second.waitForNotice(CHANGED)
    await assertLogged(second, 'GET /cart 200', 'DELETE /cart 412')
    await waitForQuantity(second, FABRIC, 2)
    await waitForQuantity(second, POT, 1)
    const newest = (await second.page.locator('.entry').first().textContent()) ?? ''
    assert.match(newest, /If-Match: "[0-9a-f]{16}"[\s\S]*etag: "[0-9a-f]{16}"[\s\S]*precondition_failed/)
    assert.match(newest, /nothing was written/)
    assert.deepEqual(await violationsOf(second.page), [])

    await doAgain(second).click()
    await second.page.getByText('Your cart is empty').waitFor()
    await assertLogged(second, 'DELETE /cart 412', 'DELETE /cart 200')
    assert.equal(await doAgain(second).count(), 0)
    assert.deepEqual([...first.browserErrors, ...second.browserErrors], [])
    await first.page.context().close()
  })

  it('say so in Turkish, too', async () => {
    const [first, second] = await openBoth()
    await first.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await waitForQuantity(first, FABRIC, 2)
    await second.page.getByRole('button', { name: 'Türkçe' }).click()
    await second.page.getByRole('button', { name: `${FABRIC}: artır` }).click()
    await second.waitForNotice('Sepet diğer telefonda ya da mağaza tarafından değiştirildi.')
    await second.page.getByRole('button', { name: 'Yeniden yap' }).click()
    await waitForQuantity(second, FABRIC, 3)
    await second.tab('account')
    await second.page.getByRole('link', { name: 'İkinci telefonu aç' }).waitFor()
    await first.page.context().close()
  })

  it('do a refused change again from the current quantity, and not the taps that waited behind it', async () => {
    const [first, second] = await openBoth()
    const more = (phone: Playground) => phone.page.getByRole('button', { name: `${FABRIC}: more` })
    await more(first).click()
    await waitForQuantity(first, FABRIC, 2)
    const tapped = gate()
    const holdFirst = async (route: Route) => {
      await tapped.opened
      await route.continue()
    }
    await second.page.route('**/cart-items/*', holdFirst, { times: 1 })
    await more(second).click()
    await more(second).click()
    tapped.open()
    await second.waitForNotice(CHANGED)
    await waitForQuantity(second, FABRIC, 2)
    await doAgain(second).click()
    await waitForQuantity(second, FABRIC, 3)
    await assertLogged(second, 'GET /cart 200', 'PATCH /cart-items/{itemId} 412', 'PATCH /cart-items/{itemId} 200')
    await first.page.context().close()
  })

  it('keep the note that was typed, and save it for the current cart', async () => {
    const [first, second] = await openBoth()
    await first.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await waitForQuantity(first, FABRIC, 2)
    const line = lineOf(second, FABRIC)
    await line.getByText('Note and gift').click()
    await line.getByLabel('Order note').fill('Ring twice')
    await line.getByRole('button', { name: 'Save' }).click()
    await second.waitForNotice(CHANGED)
    assert.equal(await line.getByLabel('Order note').inputValue(), 'Ring twice')
    await doAgain(second).click()
    await second.waitForNotice('Note saved')
    await waitForQuantity(second, FABRIC, 2)
    await first.page.context().close()
  })

  it('say that the line of a refused change is gone, when it is done again', async () => {
    const [first, second] = await openBoth()
    await first.page.getByRole('button', { name: `${FABRIC}: remove` }).click()
    await lineOf(first, FABRIC).waitFor({ state: 'detached' })
    await second.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await second.waitForNotice(CHANGED)
    await lineOf(second, FABRIC).waitFor({ state: 'detached' })
    await doAgain(second).click()
    await second.waitForNotice('That line is no longer in the cart.')
    await first.page.context().close()
  })

  it('add to the cart as it is, and change it with the tag of that response', async () => {
    const [first, second] = await openBoth()
    await first.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await waitForQuantity(first, FABRIC, 2)
    await second.tab('shop')
    await second.page.getByRole('button', { name: `${FABRIC}: add to cart` }).click()
    await second.waitForNotice(`${FABRIC} is in the cart`)
    await second.tab('cart')
    await second.page.getByRole('button', { name: `${FABRIC}: more` }).click()
    await waitForQuantity(second, FABRIC, 4)
    await assertLogged(second, 'POST /cart-items 201', 'PATCH /cart-items/{itemId} 200')
    await first.page.context().close()
  })

  it('show the cart of one member after a login and a reload', async () => {
    const first = await openPlayground(browser, service)
    await first.page.getByRole('button', { name: `${POT}: add to cart` }).click()
    await first.waitForNotice(`${POT} is in the cart`)
    await first.tab('account')
    await first.page.getByRole('button', { name: /Elif Sarıçam/ }).click()
    await first.waitForNotice('Your guest cart has merged into yours.')
    const second = await openSecond(first)
    await second.page.reload()
    await waitForProducts(second.page)
    for (const phone of [first, second]) await phone.tab('cart')
    await second.page.getByRole('button', { name: `${POT}: more` }).click()
    await waitForQuantity(second, POT, 2)
    await first.page.getByRole('button', { name: `${POT}: remove` }).click()
    await first.waitForNotice(CHANGED)
    await waitForQuantity(first, POT, 2)
    await first.page.context().close()
  })
})
