/** The playground's page in a real browser: from the product list to the checkout, with refused requests and other errors. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { HANDOFF } from '../../../src/api-paths.ts'
import { byHmac, forge } from '../../support/auth/forge.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import {
  assertLogged,
  openPlayground,
  type Playground,
  SIZES,
  waitForProducts,
} from '../../support/browser/playground-page.ts'
import { customer, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { claimsOf, issueHandoff } from '../../support/web-checkout/checkout.ts'

const run = promisify(execFile)

const sepetTokenSecret = randomBytes(32).toString('hex')

/** Reads the shopper that the page keeps in its session storage. */
const readStored = (page: Page): Promise<{ token: string }> =>
  page.evaluate("JSON.parse(sessionStorage.getItem('sepet-playground-shopper'))")

/** Changes the shopper that the page keeps in its session storage. */
async function changeStored(page: Page, changes: { token?: string; expiresAt?: string }): Promise<void> {
  const stored = JSON.stringify({ ...(await readStored(page)), ...changes })
  await page.evaluate(`sessionStorage.setItem('sepet-playground-shopper', ${JSON.stringify(stored)})`)
}

describe('the playground in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    browser = await launchBrowser()
    service = await startPlayground('sqlite', { SEPET_TOKEN_SECRET: sepetTokenSecret })
    await service.importShop(sampleShop())
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const lineOf = ({ screen }: Playground, name: string) => screen.locator('.line').filter({ hasText: name })

  for (const [name, size] of Object.entries(SIZES)) {
    it(`leads from the product list to the checkout on ${name}, with every request in the request log`, async () => {
      const playground = await openPlayground(browser, service, size)
      const { page, screen, tab, waitForNotice, view, browserErrors } = playground
      await assertLogged(playground, 'GET /cart 200')

      await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
      await waitForNotice('Ham keten kumaş is in the cart')
      await assertLogged(playground, 'POST /cart-items 201')

      await screen.getByText('All prices include VAT.').waitFor()
      await page.getByRole('button', { name: /^Keten gömlek/ }).click()
      await screen.getByRole('button', { name: 'Add to cart' }).click()
      await waitForNotice('Choose one of the variants first.')
      await assertLogged(playground, 'POST /cart-items 422')
      await screen.getByLabel('Mavi / M').check()
      await screen.getByRole('button', { name: 'More' }).click()
      await screen.getByRole('button', { name: 'Add to cart' }).click()
      await waitForNotice('Keten gömlek is in the cart')

      await tab('cart')
      assert.match(await lineOf(playground, 'Keten gömlek').innerText(), /Mavi \/ M ·[\s\S]*₺890\.91[\s\S]*₺1,781\.81/)
      await page.getByRole('button', { name: 'Ham keten kumaş: more' }).dblclick()
      await lineOf(playground, 'Ham keten kumaş').getByText('₺489.50').waitFor()
      await assertLogged(playground, 'PATCH /cart-items/{itemId} 200', 'PATCH /cart-items/{itemId} 200')

      await page.getByRole('button', { name: 'İNDİRİM' }).click()
      await waitForNotice('İNDİRİM is applied')
      await page.getByRole('button', { name: 'Sepette %10: choose' }).click()
      await waitForNotice('Sepette %10 is chosen')
      await assertLogged(playground, 'POST /cart/coupon 200', 'POST /cart/campaign 200')

      const shirt = lineOf(playground, 'Keten gömlek')
      await shirt.getByText('Note and gift').click()
      await shirt.getByLabel('Order note').fill("Don't ring, <b>knock</b>")
      await shirt.getByLabel('Wrap it as a gift').check()
      await shirt.getByRole('button', { name: 'Save' }).click()
      await waitForNotice('Note saved')
      await shirt.getByText("Wrap it as a gift · Don't ring, <b>knock</b>").waitFor()
      await assertLogged(playground, 'PATCH /cart-items/{itemId}/notes 200')

      await tab('account')
      await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
      await waitForNotice('Your guest cart has merged into yours.')
      await assertLogged(playground, 'POST /cart/merge 200', 'GET /coupons 200')

      await tab('cart')
      await screen.getByRole('button', { name: 'Check out' }).click()
      const web = page.frameLocator('iframe')
      await web.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
      // The address is shown once the page is loaded.
      await page.getByText(/^localhost:\d+\/odeme$/).waitFor()
      assert.match(await web.locator('body').innerText(), /Customer no\. 1\n[\s\S]*Keten gömlek[\s\S]*İNDİRİM/)
      await assertLogged(playground, 'POST /checkout-session 200', 'GET /checkout/handoff 302')
      await page.getByRole('button', { name: 'Close' }).click()
      await assertLogged(playground, 'GET /cart 200', 'GET /coupons 200')

      await page.getByRole('button', { name: 'Empty the cart' }).click()
      await page.getByText('Your cart is empty').waitFor()
      await assertLogged(playground, 'DELETE /cart 200')

      await view('requests')
      assert.ok(await page.getByRole('button', { name: /POST \/cart\/merge/ }).isVisible())
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('reads an unchanged cart again with 304, and a changed one in full', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice, browserErrors } = playground
    const readAgain = () => page.getByRole('button', { name: 'Read the cart again' }).click()
    await assertLogged(playground, 'GET /cart 200')
    await tab('cart')
    await readAgain()
    await assertLogged(playground, 'GET /cart 304')
    await tab('shop')
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Ham keten kumaş is in the cart')
    await tab('cart')
    await readAgain()
    await readAgain()
    await assertLogged(playground, 'POST /cart-items 201', 'GET /cart 200', 'GET /cart 304')
    assert.match(await lineOf(playground, 'Ham keten kumaş').innerText(), /₺/)
    assert.match((await page.locator('.entry').first().textContent()) ?? '', /If-None-Match: "[0-9a-f]{16}"/)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('sends an add again with its key, which adds nothing, and not after the shopper has changed', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice, browserErrors } = playground
    const sendAgain = page.getByRole('button', { name: 'Send the last add again' })
    await tab('cart')
    await page.getByRole('button', { name: 'Read the cart again' }).waitFor()
    assert.equal(await sendAgain.count(), 0)
    await tab('shop')
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Ham keten kumaş is in the cart')
    await tab('cart')
    const before = await lineOf(playground, 'Ham keten kumaş').innerText()
    await sendAgain.click()
    await waitForNotice('Sent again with the same key. Idempotency-Replayed: true')
    await assertLogged(playground, 'POST /cart-items 201', 'POST /cart-items 201')
    assert.equal(await lineOf(playground, 'Ham keten kumaş').innerText(), before)
    const newest = (await page.locator('.entry').first().textContent()) ?? ''
    assert.match(newest, /Idempotency-Key: [\da-f-]{36}[\s\S]*idempotency-replayed: true/)
    assert.match(newest, /nothing is added/)
    await tab('account')
    await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
    await waitForNotice('Your guest cart has merged into yours.')
    await tab('cart')
    await page.getByRole('button', { name: 'Read the cart again' }).waitFor()
    assert.equal(await sendAgain.count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('sends an add again whose response was lost, which adds the item once', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice } = playground
    const addToCart = () => page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    const sendAgain = page.getByRole('button', { name: 'Send the last add again' })
    for (const [isExecuted, notice] of [
      [true, 'Sent again with the same key. Idempotency-Replayed: true'],
      [false, 'Sent again with the same key: the item was added now.'],
    ] as const) {
      await tab('shop')
      await page.route(
        '**/cart-items',
        async route => {
          if (isExecuted) await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await addToCart()
      await page.locator('.entry').first().locator('.result').getByText('no response').waitFor({ state: 'attached' })
      await tab('cart')
      assert.equal(await sendAgain.getAttribute('title'), 'Send the last add again')
      await sendAgain.click()
      await waitForNotice(notice)
    }
    await assertLogged(playground, 'POST /cart-items ?', 'POST /cart-items 201')
    await page.context().close()
  })

  it('removes a line, a coupon and a campaign', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab } = playground
    for (const name of ['Zeytin ağacı kesme tahtası', 'Sırlı saksı', 'Ham keten kumaş']) {
      await page.getByRole('button', { name: `${name}: add to cart` }).click()
    }
    await tab('cart')
    await page.getByRole('button', { name: 'HEDİYE100' }).click()
    await page.getByRole('button', { name: 'Sepette %10: choose' }).click()
    await page.getByRole('button', { name: 'Sepette %10: drop' }).click()
    await page.getByRole('button', { name: 'Remove the coupon HEDİYE100' }).click()
    await page.getByLabel('Coupon code').waitFor()
    await page.getByRole('button', { name: 'Sırlı saksı: remove' }).click()
    await lineOf(playground, 'Sırlı saksı').waitFor({ state: 'detached' })
    const expected = ['DELETE /cart/campaign 200', 'DELETE /cart/coupon 200', 'DELETE /cart-items/{itemId} 200']
    await assertLogged(playground, ...expected)
    await page.context().close()
  })

  it('says why a coupon does not apply and what is missing, in both languages, until it applies or is removed', async () => {
    const { page, screen, tab, waitForNotice, browserErrors } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    const evil = '<img src=x onerror=alert(1)>'
    await page.getByLabel('Coupon code').fill(evil)
    await page.getByLabel('Coupon code').press('Enter')
    await waitForNotice(`${evil}: This coupon code is not valid.`)
    const unapplied = screen.locator('.unapplied')
    assert.match(await unapplied.innerText(), /^<img src=x onerror=alert\(1\)>\s+This coupon code is not valid\.$/)

    await page.getByRole('button', { name: 'HEDİYE100', exact: true }).click()
    await waitForNotice('HEDİYE100: ₺236.84 more and the coupon applies.')
    assert.match(await unapplied.innerText(), /^HEDİYE100\s+₺236\.84 more and the coupon applies\.$/)
    await page.getByRole('button', { name: 'Ham keten kumaş: more' }).click()
    await unapplied.getByText('₺73.67 more and the coupon applies.').waitFor()
    await page.getByRole('button', { name: 'TR Türkçe' }).click()
    await unapplied.getByText('₺73,67 daha ekleyin, kupon uygulanır.').waitFor()
    await page.getByRole('button', { name: 'Ham keten kumaş: artır' }).click()
    await page.getByRole('button', { name: 'HEDİYE100 kuponunu kaldır' }).waitFor()
    await unapplied.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ham keten kumaş: azalt' }).click()
    await unapplied.getByText('₺73,67 daha ekleyin, kupon uygulanır.').waitFor()
    await page.getByRole('button', { name: 'HEDİYE100 kuponunu kaldır' }).click()
    await unapplied.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'HOŞGELDİN', exact: true }).click()
    await waitForNotice('HOŞGELDİN: Bu kupon üyeler içindir: giriş yapınca uygulanır.')
    await page.getByRole('button', { name: 'HOŞGELDİN kuponunu kaldır' }).click()
    await unapplied.waitFor({ state: 'detached' })
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('shows that a banned member cannot log in, and keeps the guest and the cart', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('account')
    await page.getByRole('button', { name: /İlker Öztuna/ }).click()
    await waitForNotice('This customer is not active and cannot reach the cart.')
    await assertLogged(playground, 'POST /cart/merge 401')
    await tab('cart')
    await lineOf(playground, 'Ham keten kumaş').waitFor()
    await page.context().close()
  })

  it('shows members their own prices, and their orders in the web view', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice } = playground
    await tab('account')
    await page.getByRole('button', { name: /Kerem Taşyürek/ }).click()
    await waitForNotice('Welcome, Kerem Taşyürek')
    await page.getByRole('button', { name: 'My orders' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'My orders' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'detached' })
    await tab('shop')
    await page
      .getByRole('button', { name: /^Keten gömlek/ })
      .getByText('₺712.80')
      .waitFor()
    await tab('account')
    await page.getByRole('button', { name: 'Log out' }).click()
    await waitForNotice('You are a new guest with an empty cart.')
    await page.context().close()
  })

  it('keeps shopper and cart over a reload, and starts each tab with a new guest', async () => {
    const { page, tab } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await page.locator('.badge').getByText('1').waitFor()
    const other = await page.context().newPage()
    await other.goto(service.config.PUBLIC_URL)
    await waitForProducts(other)
    assert.equal(await other.locator('.badge').count(), 0)
    await page.reload()
    await tab('cart')
    await page.locator('.line').getByText('Ham keten kumaş').waitFor()
    await page.context().close()
  })

  it('requests a guest token from Sepet, and renews the stored token of this guest when it has expired', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab } = playground
    await assertLogged(playground, 'POST /guest-tokens 201', 'GET /cart 200')
    assert.equal((await playground.requests()).length, 2)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await page.locator('.badge').getByText('1').waitFor()
    await changeStored(page, { expiresAt: '2020-01-01T00:00:00.000Z' })
    await page.reload()
    await tab('cart')
    await page.locator('.line').getByText('Ham keten kumaş').waitFor()
    await assertLogged(playground, 'POST /guest-tokens 201', 'GET /cart 200')
    await page.context().close()
  })

  it('renews the token of the guest when the API rejects it as expired, and merges this guest at a login', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, waitForNotice } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Ham keten kumaş is in the cart')
    const { token } = await readStored(page)
    const exp = Math.floor(Date.now() / 1000) - 60
    const claims = { ...claimsOf(token), iat: exp - 86_400, exp }
    const expired = forge({ alg: 'HS256', typ: 'JWT' }, claims, byHmac(sepetTokenSecret))
    await changeStored(page, { token: expired })
    await page.reload()
    await waitForNotice('The access token is no longer valid. It is renewed: try again.')
    await assertLogged(playground, 'GET /cart 401', 'POST /guest-tokens 201', 'GET /cart 200')
    await tab('cart')
    await lineOf(playground, 'Ham keten kumaş').waitFor()
    await tab('account')
    await page.getByRole('button', { name: /Çağrı Yıldızeli/ }).click()
    await waitForNotice('Your guest cart has merged into yours.')
    await page.context().close()
  })

  it('continues as a new guest when the API rejects the token and its renewal', async () => {
    const playground = await openPlayground(browser, service)
    const { page, waitForNotice } = playground
    await changeStored(page, { token: `${(await readStored(page)).token}x` })
    await page.reload()
    await waitForNotice('The access token is no longer valid. You continue as a new guest.')
    await assertLogged(playground, 'POST /guest-tokens 401', 'POST /guest-tokens 201', 'GET /cart 200')
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Ham keten kumaş is in the cart')
    await page.context().close()
  })

  it('shortens every token in the request log, and copies curl commands that run', async () => {
    const playground = await openPlayground(browser, service, {
      ...SIZES['a desktop'],
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, tab, waitForNotice } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await page.getByText('Note and gift').click()
    await page.getByLabel('Gift note').fill(`It's "yours" $HOME \`id\` \\`)
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForNotice('Note saved')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await waitForNotice('Copied')
    const command = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(
      command,
      /^curl -X PATCH 'http:\/\/localhost:\d+\/api\/v3\/storefront\/2026-01\/cart-items\/[\w-]+\/notes' \\\n/,
    )
    assert.match(command, /-H 'If-Match: \*'/)
    const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`])
    assert.equal(JSON.parse(stdout).included[0].attributes.giftNote, `It's "yours" $HOME \`id\` \\`)

    await tab('account')
    await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
    await waitForNotice('Welcome')
    await tab('cart')
    await playground.screen.getByRole('button', { name: 'Check out' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Payment', exact: true }).waitFor()
    const collapsed = page.locator('.entry-head button[aria-expanded="false"]')
    while ((await collapsed.count()) > 0) await collapsed.first().click()
    const log = await page.locator('.log-entries').innerText()
    assert.match(log, /"guestToken": "eyJ/)
    assert.match(log, /"token": "eyJ/)
    assert.match(log, /handoff\?t=eyJ/)
    assert.doesNotMatch(log, /eyJ[\w-]{20}|\w\.eyJ/)
    await page.context().close()
  })

  it('shows only requests that follow after the request log is cleared', async () => {
    const playground = await openPlayground(browser, service, SIZES['a desktop'])
    await playground.page.getByRole('button', { name: 'Clear', exact: true }).click()
    await playground.page.getByText('The request log is empty').waitFor()
    await playground.page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await playground.waitForNotice('is in the cart')
    assert.deepEqual(await playground.requests(), ['POST /cart-items 201'])
    await playground.page.context().close()
  })
})

describe('the playground with another shop or configuration', { skip: withoutBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser?.close())

  it('shows names from the shop file as text, never as markup, and a placeholder for a missing picture', async () => {
    const evil = `<img src=x onerror="alert(1)"><script>alert(2)</script>`
    const service = await startPlayground('sqlite')
    const names = { name: evil, surname: evil }
    const code = '"><b>KOD</b>'
    await service.importShop(
      shopFile({
        shop: { name: evil, imageBaseUrl: `${service.config.PUBLIC_URL}/nowhere/` },
        customerGroups: [{ id: 7, name: evil }],
        customers: [customer(1, { ...names, customerGroupId: 7 })],
        products: [
          product({
            id: 9,
            name: evil,
            variants: [
              { id: 91, name: evil },
              { id: 92, name: 'plain' },
            ],
          }),
        ],
        campaigns: [campaignFor(evil)],
        coupons: [{ code, description: evil, discountType: 'percent', value: '10' }],
      }),
    )
    const { page, screen, tab, waitForNotice, browserErrors } = await openPlayground(browser, service)
    await page.locator('.product-list .name').first().getByText(evil).waitFor()
    await page.locator('.product-list .open').first().click()
    await screen.getByLabel(evil).check()
    await screen.getByRole('button', { name: 'Add to cart' }).click()
    await waitForNotice(`${evil} is in the cart`)
    await tab('cart')
    await page.getByRole('button', { name: code }).click()
    await waitForNotice(`${code} is applied`)
    await page.getByRole('button', { name: `${evil}: choose` }).click()
    await waitForNotice(`${evil} is chosen`)
    await tab('account')
    await page.locator('.member').first().click()
    await waitForNotice(`Welcome, ${evil}`)
    assert.equal(await page.locator('#page :is(script, b b, [onerror])').count(), 0)
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await page.locator('.line img[src="/images/placeholder.png"]').first().waitFor({ state: 'attached' })
    assert.deepEqual(browserErrors, [])
    await page.context().close()
    await service.stop()
  })

  it('shows in how many seconds the rate limit allows the next checkout', async () => {
    const service = await startPlayground('sqlite', { ISSUE_RATE_LIMIT: '1' })
    await service.importShop(sampleShop())
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, waitForNotice } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Ham keten kumaş is in the cart')
    await tab('cart')
    // The limit is used up right before, since it counts by the minute.
    await issueHandoff(service, (await readStored(page)).token)
    await screen.getByRole('button', { name: 'Check out' }).click()
    await waitForNotice(/^Too many tries\. Try again in \d+ seconds?\.$/)
    const waiting = screen.getByRole('button', { name: /^Check out in \d+ s$/ })
    await waiting.click({ force: true })
    await assertLogged(playground, 'POST /cart-items 201', 'POST /checkout-guest-session 429')
    await page.context().close()
    await service.stop()
  })

  it('shows that a handoff link could not be opened when its rate limit is exceeded', async () => {
    const service = await startPlayground('sqlite', { HANDOFF_RATE_LIMIT: '1' })
    await service.importShop(sampleShop())
    const { page, screen, tab, waitForNotice } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    // The limit is used up right before, since it counts by the minute.
    await page.evaluate(`fetch('${HANDOFF}?t=none', { redirect: 'manual' })`)
    await screen.getByRole('button', { name: 'Check out' }).click()
    await waitForNotice('The link could not be opened.')
    assert.equal(await page.locator('iframe').count(), 0)
    await page.context().close()
    await service.stop()
  })

  it('shows that Sepet does not answer after it has stopped', async () => {
    const service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
    const { page, waitForNotice } = await openPlayground(browser, service)
    await service.stop()
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await waitForNotice('Sepet does not answer. Is npm start still running in its terminal?')
    await page.locator('.entry').first().locator('.result').getByText('no response').waitFor({ state: 'attached' })
    await page.context().close()
  })

  it('shows how to import products into an empty shop, and loads a large shop page by page', async () => {
    const service = await startPlayground('sqlite')
    const notOnSale = [101, 102, 104, 105].map(id => product({ id, onSale: false }))
    await service.importShop({ products: notOnSale })
    const { page } = await openPlayground(browser, service)
    await page.getByText('The shop has no products').waitFor()
    await service.importShop({
      products: Array.from({ length: 70 }, (_, index) => product({ id: 1 + index, image: null })),
    })
    await page.reload()
    await page.getByRole('button', { name: 'More products' }).click()
    await page.locator('.card').nth(69).waitFor({ state: 'attached' })
    assert.equal(await page.getByRole('button', { name: 'More products' }).count(), 0)
    await page.context().close()
    await service.stop()
  })
})

function campaignFor(name: string): object {
  return {
    id: 1,
    name,
    description: name,
    logicalGroup: 1,
    priority: 1,
    active: true,
    reward: { type: 'percent', value: '10' },
  }
}
