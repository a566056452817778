/** The look of `npm run web-shop` in a browser: what is in sight, what is on one line, sums, orders and steps. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { type ExampleShop, startBoth } from '../../support/web-checkout/example-shop.ts'
import { createGuestApp } from '../../support/web-checkout/guest-app.ts'

const LINEN = 108
const GLASSES = 112
const BOARD = 114
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
]

describe('the look of the example web shop', { skip: withoutBrowser }, () => {
  let folder: string
  let both: ExampleShop
  let browser: Browser
  let page: Page
  let password: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-web-shop-'))
    both = await startBoth(folder)
    password = /the password is (\w+)/.exec(both.output())?.[1] ?? assert.fail(both.output())
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await both.stop()
    rmSync(folder, { recursive: true })
  })

  /** Follows the link of an app with a cart of three items, below the threshold of free shipping. */
  async function open(locale: string) {
    const app = await createGuestApp(both.url)
    for (const [productId, quantity] of [
      [LINEN, 2],
      [GLASSES, 3],
      [BOARD, 1],
    ] as const)
      await app.cart.addItem({ productId, quantity })
    const { url } = await app.checkout.guestLink({ returnPath: '/odeme' })
    page = await (await browser.newContext({ locale })).newPage()
    await page.goto(url)
  }
  afterEach(() => page.context().close())

  const at = async (path: string) => page.goto(both.url + path)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const presentStep = () => page.locator('ol.steps [aria-current="step"]').innerText()

  it('has the button to pay and the sum in the first screen, with three items, on a phone and in a wide window', async () => {
    await open('en-GB')
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      for (const [path, button] of [
        ['/odeme', page.getByRole('button', { name: 'Pay', exact: true })],
        ['/sepet', page.getByRole('button', { name: 'Go to payment' })],
      ] as const) {
        await at(path)
        assert.equal(await page.locator('.lines > li').count(), 3)
        for (const each of [button, page.locator('.pay strong')]) {
          const box = (await each.boundingBox()) ?? assert.fail(path)
          assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${path} ${JSON.stringify(viewport)}`)
        }
      }
    }
  })

  it('shows rows that add up above the button, with the discounts by name', async () => {
    await open('en-GB')
    await page.getByLabel('Coupon code').fill('hediye100')
    await press('Apply')
    await page.getByRole('button', { name: 'Remove the coupon' }).waitFor()
    await press('Choose Mutfakta 3 al 2 öde')
    await page.getByRole('button', { name: 'Drop Mutfakta 3 al 2 öde' }).waitFor()
    await page.waitForLoadState()
    const rows = await page
      .locator('dl > div')
      .evaluateAll(divs => divs.map(div => [...div.children].map(c => c.textContent)))
    const amounts = new Map(rows.map(([label = '', amount = '']) => [label, unitsOf(amount)]))
    const rowOf = (label: string) => amounts.get(label) ?? assert.fail(`${label}: ${JSON.stringify(rows)}`)
    const goods = rowOf('Subtotal, with VAT') + rowOf('Coupon HEDİYE100') + rowOf('Mutfakta 3 al 2 öde')
    assert.ok(rowOf('Coupon HEDİYE100') < 0n && rowOf('Mutfakta 3 al 2 öde') < 0n)
    assert.equal(rowOf('After discounts, without shipping'), goods)
    assert.equal(rowOf('To pay'), goods + rowOf('Shipping'))
    assert.equal(unitsOf(await page.locator('.pay strong').innerText()), rowOf('To pay'))
    await page.setViewportSize({ width: 1280, height: 800 })
    await at('/odeme')
    const [total, pay] = await Promise.all(['dl .to-pay', '.pay button'].map(each => page.locator(each).boundingBox()))
    assert.ok(total && pay && total.y + total.height <= pay.y)
  })

  it('leads from step to step, names the present one, and lists the order among those of the member by name', async () => {
    await open('en-GB')
    assert.equal(await presentStep(), 'Delivery')
    await page.getByText('Do you have an account?').click()
    await page.getByLabel('Email').fill('sule.akincioglu@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('radio', { name: 'Yes, add to my cart' }).check()
    await press('Log in')
    await page.getByRole('banner').getByText('Şule Akıncıoğlu').waitFor()
    await page.getByRole('link', { name: 'Cart', exact: true }).click()
    await page.getByRole('heading', { name: 'My cart' }).waitFor()
    assert.equal(await presentStep(), 'Cart')
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await press('Pay')
    await page.getByRole('heading', { name: 'Pretend payment' }).waitFor()
    assert.equal(await presentStep(), 'Payment')
    const total = await page.locator('dl .to-pay dd').innerText()
    await press('The payment succeeds')
    await page.getByText('Your order is placed.').waitFor()
    assert.equal(await presentStep(), 'Thanks')
    const number = await page.getByText(/^Order no\. /).innerText()
    await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
    const order = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: number }) })
    assert.match(await order.innerText(), new RegExp(`Placed\\s+Paid ${total}\\s`))
    assert.match((await order.getByRole('time').getAttribute('datetime')) ?? '', /^\d{4}-\d\d-\d\dT/)
    await order.getByRole('link').click()
    await page.getByText('Your order is placed.').waitFor()
  })

  it('keeps field and buttons of a form on one line at every width, and everything inside its card', async () => {
    await open('en-GB')
    for (const width of [320, 390, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const forms = await page.locator('main .row').evaluateAll(rows =>
        rows.map(row => {
          const card = row.closest('.lines > li, section')?.getBoundingClientRect()
          const boxes = [...row.querySelectorAll('input:not([type=hidden]), button')].map(e =>
            e.getBoundingClientRect(),
          )
          return {
            bottoms: boxes.map(box => Math.round(box.bottom)),
            isInside: boxes.every(box => card && box.right <= card.right - 8),
          }
        }),
      )
      assert.ok(forms.length >= 4)
      for (const { bottoms, isInside } of forms)
        assert.deepEqual([new Set(bottoms).size, isInside], [1, true], `${width}`)
    }
  })

  it('has no axe violations in Turkish, light and dark, on a phone and in a wide window, and nothing moves', async () => {
    await open('tr-TR')
    const check = async (name: string) => {
      for (const viewport of SIZES)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(
            await violationsOf(page, { colorScheme, width: viewport.width }),
            [],
            `${name} ${viewport.width} ${colorScheme}`,
          )
          assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name)
        }
      assert.equal(await page.evaluate(AMOUNTS_INSIDE), true, name)
      await page.reload()
      assert.deepEqual(await page.evaluate(SHIFTS), [], name)
    }
    await at('/sepet')
    await check('the cart')
    await at('/odeme')
    await check('the delivery')
    await press('Öde')
    await page.getByRole('button', { name: 'Ödeme başarılı olsun' }).waitFor()
    await check('the payment')
    await press('Ödeme başarılı olsun')
    await page.getByText('Siparişiniz alındı.').waitFor()
    await check('the thanks')
    await at('/uye-siparisleri')
    await check('the orders')
  })
})

/** Whether the totals keep their amounts inside, also a long one. */
const AMOUNTS_INSIDE = `[...document.querySelectorAll('dl dd')].every(amount => {
  amount.textContent = '₺1.234.567.890,00'
  return amount.getBoundingClientRect().right <= amount.closest('dl').getBoundingClientRect().right + 0.5
})`

/** The layout shifts since the page began. */
const SHIFTS = `new Promise(resolve => {
  const shifts = []
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(entry => entry.value))).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(shifts), 300)
})`

/** The minor units of an amount as the English pages write it, such as `-₺1,234.50`. */
const unitsOf = (text: string): bigint => BigInt(text.replace(/[₺,.]/g, ''))
