/** `npm run web-shop` in a browser: from an app's cart through the handoff to the web shop and back, and from the playground. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { SepetError } from 'sepet-client'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { DATA_PATHS } from '../../support/browser/playground.ts'
import { openPlaygroundAt, PHONE } from '../../support/browser/playground-page.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { childrenOf, ended } from '../../support/service/process-tree.ts'
import { freePort } from '../../support/service/test-server.ts'
import { type ExampleShop, runBoth, startBoth } from '../../support/web-checkout/example-shop.ts'
import { createGuestApp } from '../../support/web-checkout/guest-app.ts'

const LINEN = 108

describe('npm run web-shop', { skip: withoutBrowser }, () => {
  let folder: string
  let both: ExampleShop
  let browser: Browser
  let password: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-web-shop-'))
    both = await startBoth(folder)
    password = /the password is (\w+)/.exec(both.output())?.[1] ?? assert.fail(both.output())
    // The shop asks Sepet for its name, which a busy machine may not answer in a second.
    while (!(await (await fetch(`${both.url}/sepet`)).text()).includes('Ihlamur Avlusu')) await sleep(500)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await both.stop()
    rmSync(folder, { recursive: true })
  })

  const createApp = () => createGuestApp(both.url)

  async function openShop(options: object = {}): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext({ ...PHONE, locale: 'en-GB', ...options })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    return { page, errors }
  }

  it('leads from the app to the web shop, which changes the app’s cart, logs the guest in and out', async () => {
    const app = await createApp()
    await app.cart.addItem({ productId: LINEN, quantity: 3 })
    const link = await app.checkout.guestLink({ returnPath: '/odeme' })
    const { page, errors } = await openShop()
    await page.goto(link.url)
    assert.equal(new URL(page.url()).pathname, '/odeme')
    await page.getByText('Ihlamur Avlusu').first().waitFor()
    assert.equal(await page.title(), 'Delivery and payment · Ihlamur Avlusu')
    assert.match(
      await page.innerText('dl'),
      /After discounts, without shipping\s+₺489\.50\s+Shipping\s+₺79\.90\s+To pay\s+₺569\.40/,
    )
    await page.setViewportSize({ width: 390, height: 480 })
    assert.equal(await isInSight(page.locator('.pay')), true)
    assert.equal(await isInSight(page.getByRole('heading', { name: 'Summary' })), false)
    assert.ok(await page.evaluate('[...document.images].length === 1 && document.images[0].naturalWidth > 0'))

    await page.getByLabel('Quantity (metre) Ham keten kumaş').fill('4')
    await page.getByRole('button', { name: 'Change Ham keten kumaş' }).click()
    await page.getByText('4 metre').waitFor()
    assert.equal((await app.cart.read()).totalQuantity, 4)

    await page.getByLabel('Coupon code').fill('indirim')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove the coupon' }).waitFor()
    assert.equal((await app.cart.read()).appliedCoupon?.code, 'İNDİRİM')
    await page.getByLabel('Coupon code').waitFor({ state: 'detached' })

    await page.getByText('Do you have an account?').click()
    await page.getByLabel('Email').fill('elif.saricam@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('radio', { name: 'Yes, add to my cart' }).check()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Elif Sarıçam').waitFor()
    await page.getByText('4 metre').waitFor()
    await assert.rejects(app.cart.read(), error => error instanceof SepetError && error.has('guest_cancelled'))

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You have no cart in this browser').waitFor()
    // What the shopper has seen of the cart is a number.
    assert.deepEqual(
      (await page.context().cookies()).map(({ name }) => name),
      ['web_shop_seen'],
    )
    assert.deepEqual(errors, [])
    await page.context().close()
  })

  it('leads from the app to an order and its cancellation, and leaves in the cart what the app added meanwhile', async () => {
    const app = await createApp()
    await app.cart.addItem({ productId: LINEN, quantity: 3 })
    const link = await app.checkout.guestLink({ returnPath: '/odeme' })
    const { page, errors } = await openShop()
    const path = () => new URL(page.url()).pathname
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('This page stands for a payment provider.').waitFor()
    const [, reference] = /^\/odeme\/(\d{8}-[0-9A-Z]{10})$/.exec(path()) ?? assert.fail(path())
    await page.getByRole('button', { name: 'The payment fails' }).click()
    await page.getByText('The payment failed, and no order was placed.').waitFor()
    assert.equal((await app.cart.read()).totalQuantity, 3)

    await page.getByRole('button', { name: 'Pay', exact: true }).dblclick()
    await page.getByRole('button', { name: 'The payment succeeds' }).waitFor()
    assert.notEqual(path(), `/odeme/${reference}`)
    await app.cart.addItem({ productId: LINEN, quantity: 2 })
    await page.reload()
    assert.match(await page.innerText('dl'), /After discounts, without shipping\s+₺489\.50/)
    await page.getByRole('button', { name: 'The payment succeeds' }).dblclick()
    await page.getByText('Your order is placed.').waitFor()
    await page.waitForLoadState()
    assert.match(path(), /^\/order\//)
    assert.match(await page.innerText('dl'), /After discounts, without shipping\s+₺489\.50/)
    assert.equal((await app.cart.read()).totalQuantity, 2)

    await page.goBack()
    await page.getByText('Your order is placed.').waitFor()
    await page.getByRole('link', { name: 'Cancel the order' }).click()
    await page.getByRole('link', { name: 'No, back to the order' }).click()
    await page.getByRole('link', { name: 'Cancel the order' }).click()
    await page.getByRole('button', { name: 'Yes, cancel the order' }).click()
    await page.getByText('This order is cancelled.').waitFor()
    await page.reload()
    await page.getByText('This order is cancelled.').waitFor()
    assert.equal((await app.cart.read()).totalQuantity, 2)
    assert.deepEqual(errors, [])
    await page.context().close()
  })

  it('asks whether the guest’s cart comes along, by keyboard and without JavaScript, and leaves it to the app after no', async () => {
    const app = await createApp()
    await app.cart.addItem({ productId: LINEN, quantity: 3 })
    const { url } = await app.checkout.guestLink({ returnPath: '/odeme' })
    const { page, errors } = await openShop({ javaScriptEnabled: false })
    await page.goto(url)
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    const group = page.getByRole('group', { name: /^1 product is in this cart\./ })
    await group.getByRole('radio').nth(1).waitFor()
    assert.equal(await group.getByRole('radio').count(), 2)
    await page.keyboard.press('Tab')
    await page.keyboard.type(' Sule.Akincioglu@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    const yes = page.getByRole('radio', { name: 'Yes, add to my cart' })
    await page.locator('input[name=merge]:focus').waitFor()
    assert.equal(await yes.isChecked(), false)
    assert.equal(new URL(page.url()).pathname, '/odeme')

    await page.getByLabel('Password').fill('wrong')
    await page.getByLabel('Password').press('Tab')
    await page.keyboard.press('Space')
    assert.equal(await yes.isChecked(), true)
    await page.keyboard.press('ArrowDown')
    const no = page.getByRole('radio', { name: 'No, do not add' })
    assert.equal(await no.isChecked(), true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
    await page.locator('input[name="password"][aria-invalid="true"]:focus').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), ' Sule.Akincioglu@example.com')
    assert.equal(await no.isChecked(), true)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('Şule Akıncıoğlu').waitFor()
    await page.getByText('Your cart is empty.').waitFor()
    assert.equal((await app.cart.read()).totalQuantity, 3)
    assert.deepEqual(
      errors.map(error => /\d{3}/.exec(error)?.[0]),
      ['422'],
    )
    await page.context().close()
  })

  it('has pages without axe violations and without horizontal overflow, in light and in dark', async () => {
    const app = await createApp()
    await app.cart.addItem({ productId: LINEN, quantity: 8 })
    const { url } = await app.checkout.guestLink({ returnPath: '/odeme' })
    const { page } = await openShop({ viewport: { width: 320, height: 640 } })
    await page.goto(url)
    const check = async (name: string) => {
      await page.waitForLoadState()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await violationsOf(page, { colorScheme }), [], `${name} ${colorScheme}`)
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name)
    }
    for (const path of ['/sepet?message=coupon-expired', '/uye-siparisleri', '/nope', '/odeme']) {
      await page.goto(both.url + path)
      await check(path)
    }
    await page.getByLabel('Coupon code').fill('KİTAPSEVER')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This coupon code is not valid.').waitFor()
    await page.getByText('Do you have an account?').click()
    await check('a refused coupon and the login')
    for (const button of ['Pay', 'The payment succeeds', 'Yes, cancel the order']) {
      if (button.startsWith('Yes')) {
        await page.getByRole('link', { name: 'Cancel the order' }).click()
        await page.getByRole('heading', { name: 'Cancel this order?' }).waitFor()
        await check('the question')
      }
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('button', { name: button, exact: true }).waitFor({ state: 'detached' })
      await check(`after ${button}`)
    }
    await page.goto(`${both.url}/uye-siparisleri`)
    await check('the orders')
    await page.context().clearCookies()
    await page.goto(`${both.url}/sepet`)
    await check('without a session')
    await page.context().close()
  })

  it('is the web view of the playground, which tells a guest who logged in on the website to log in here', async () => {
    const { page, screen, tab, waitForNotice, browserErrors } = await openPlaygroundAt(browser, both.url)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await screen.getByRole('button', { name: 'Check out' }).click()
    const web = page.frameLocator('iframe')
    await web.getByLabel('Quantity (metre) Ham keten kumaş').fill('2')
    await web.getByRole('button', { name: 'Change Ham keten kumaş' }).click()
    await web.getByText('2 metre').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await screen.locator('.line .number').getByText('2').waitFor()

    await screen.getByRole('button', { name: 'Check out' }).click()
    await web.getByText('Do you have an account?').click()
    await web.getByLabel('Email').fill('kerem.tasyurek@example.com')
    await web.getByLabel('Password').fill(password)
    await web.getByRole('radio', { name: 'Yes, add to my cart' }).check()
    await web.getByRole('button', { name: 'Log in' }).click()
    await web.getByText('Kerem Taşyürek').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await waitForNotice('You logged in on the website, so the guest’s cart is in your account now. Log in here, too;')
    await page.getByText('Your cart is empty').waitFor()
    await tab('account')
    await page.getByRole('button', { name: 'Kerem Taşyürek' }).click()
    await tab('cart')
    await screen.locator('.line .number').getByText('2').waitFor()
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('tells the phone of the playground that an order is placed, and of no order that was cancelled or is an earlier one', async () => {
    const { page, screen, tab, waitForNotice, browserErrors } = await openPlaygroundAt(browser, both.url)
    const web = page.frameLocator('iframe')
    const fill = async () => {
      await tab('shop')
      await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
      await waitForNotice('Ham keten kumaş is in the cart')
      await tab('cart')
    }
    const press = (name: string) => web.getByRole('button', { name, exact: true }).click()
    const pay = async () => {
      await screen.getByRole('button', { name: 'Check out' }).click()
      await press('Pay')
      await press('The payment succeeds')
      await web.getByText('Your order is placed.').waitFor()
      await isLoaded(/\/order\/[^/]+$/)
    }
    /** Waits until the playground knows the page of the web view, which is when it is loaded. */
    const isLoaded = (path: RegExp) => page.locator('.address').filter({ hasText: path }).waitFor()
    const close = () => page.getByRole('button', { name: 'Close' }).click()
    const placed = screen.getByRole('heading', { name: 'Your order is placed' })

    await fill()
    await pay()
    const number = (await web.getByText(/^Order no\. /).innerText()).replace('Order no. ', '')
    await close()
    await waitForNotice('Your order is placed')
    await placed.waitFor()
    await screen.getByText(`Order no. ${number}`).waitFor()
    await screen.getByText('Your cart is empty').waitFor()

    await fill()
    await screen.locator('.line').waitFor()
    assert.equal(await placed.count(), 0)
    await screen.getByRole('button', { name: 'Check out' }).click()
    await web.getByRole('link', { name: 'My orders' }).click()
    await web.getByRole('link', { name: number }).click()
    await web.getByText('Your order is placed.').waitFor()
    await isLoaded(RegExp(`/order/${number}$`))
    await close()
    await screen.locator('.line').waitFor()
    assert.equal(await placed.count(), 0)

    await pay()
    await web.getByRole('link', { name: 'Cancel the order' }).click()
    await press('Yes, cancel the order')
    await web.getByText('This order is cancelled.').waitFor()
    await isLoaded(/\/cancelled$/)
    await close()
    await screen.getByText('Your cart is empty').waitFor()
    assert.equal(await placed.count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('gives the data of the playground to its own page and to programs of this machine alone', async () => {
    const { host, port } = new URL(both.url)
    const ask = (method: string, path: string, headers: Record<string, string>) =>
      sendRaw(both.url, {
        method,
        path,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(method === 'POST' && { body: Buffer.from('{"customerId":1}') }),
      })
    for (const [method, path] of DATA_PATHS) {
      const own = { Host: host, Origin: both.url, 'Sec-Fetch-Site': 'same-origin' }
      assert.equal((await ask(method, path, own)).status, 200, path)
      for (const headers of [
        { Host: host, Origin: 'https://evil.example' },
        { Host: host, Origin: 'null' },
        { Host: host, 'Sec-Fetch-Site': 'cross-site' },
        { Host: host, 'Sec-Fetch-Site': 'same-site' },
        { Host: `evil.example:${port}` },
        { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}`, 'Sec-Fetch-Site': 'same-origin' },
        ...['203.0.113.7', '127.0.0.1', '', '127.0.0.1, 203.0.113.7'].map(address => ({
          Host: host,
          'X-Forwarded-For': address,
        })),
        { Host: host, Via: '1.1 tunnel' },
      ] as Record<string, string>[]) {
        const { status, body } = await ask(method, path, headers)
        assert.equal(status, 404, `${path} ${JSON.stringify(headers)}`)
        assert.doesNotMatch(body, /token"|products|members/)
      }
    }
  })

  it('serves the paths of Sepet on the same host, and no others', async () => {
    const get = async (path: string) => (await fetch(both.url + path, { redirect: 'manual' })).status
    for (const path of ['/', '/docs', '/openapi.json', '/images/placeholder.png', '/assets/sepet.css', '/web-shop.css'])
      assert.equal(await get(path), 200, path)
    for (const path of ['/metrics', '/health/ready', '/%6detrics', '/docsx', '/apix'])
      assert.equal(await get(path), 404, path)
    const plain = await sendRaw(both.url, { method: 'POST', path: `${STOREFRONT}/guest-tokens`, headers: {} })
    assert.equal(plain.status, 201, plain.body)
  })

  it('prints no token and no cookie', () => {
    assert.doesNotMatch(both.output(), /eyJ|sepet_session/)
  })

  it('ends with 0 on Ctrl+C, and Sepet with it', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-web-shop-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const other = await startBoth(folder)
    assert.equal(await other.stop('SIGINT'), 0)
    await assert.rejects(fetch(other.url))
  })

  it('says which port is in use, and starts nothing', async () => {
    const { port } = new URL(both.url)
    const { status, output } = await runBoth({ PORT: String(await freePort()), SEPET_PORT: port })
    assert.equal(status, 1)
    assert.match(output, new RegExp(`^Port ${port} is in use: .* SEPET_PORT; .* DATA_DIR\\.\n$`))
  })

  it('ends with 1 when Sepet or the shop ends', async t => {
    for (const index of [0, 1]) {
      const folder = mkdtempSync(join(tmpdir(), 'sepet-web-shop-'))
      t.after(() => rmSync(folder, { recursive: true }))
      const other = await startBoth(folder)
      const pids = await childrenOf(other.child)
      assert.equal(pids.length, 2)
      process.kill(pids[index] ?? 0, 'SIGKILL')
      await ended(other.child)
      assert.equal(other.child.exitCode, 1)
      assert.deepEqual(await childrenOf(other.child), [])
      await assert.rejects(fetch(other.url))
    }
  })
})

/** Whether an element is in the window, without scrolling. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const { height = 0 } = element.page().viewportSize() ?? {}
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
