/** The playground as a stranger meets it, in a real browser: the whole way from the shelf to the checkout, and what goes wrong on it. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../support/browser/playground.ts'
import { arrived, assertPrinted, openPlayground, type Playground, SIZES } from '../support/browser/playground-page.ts'
import { customer, product, shopFile } from '../support/import/shop-file.ts'
import type { TestService } from '../support/service/service.ts'

const run = promisify(execFile)

describe('the playground in a browser', { skip: withoutBrowser }, () => {
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

  for (const [name, size] of Object.entries(SIZES)) {
    it(`on ${name} leads from the shelf to the checkout, with every request on the receipt`, async () => {
      const playground = await openPlayground(browser, service, size)
      const { page, screen, tab, hears, view, complaints } = playground
      await assertPrinted(playground, 'GET /cart 200')

      await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
      await hears('Ham keten kumaş is in the cart')
      await assertPrinted(playground, 'POST /cart-items 201')

      await page.getByRole('button', { name: /^Keten gömlek/ }).click()
      await screen.getByRole('button', { name: 'Add to cart' }).click()
      await hears('Choose one of the variants first.')
      await assertPrinted(playground, 'POST /cart-items 422')
      await screen.getByLabel('Mavi / M').check()
      await screen.getByRole('button', { name: 'More' }).click()
      await screen.getByRole('button', { name: 'Add to cart' }).click()
      await hears('Keten gömlek is in the cart')

      await tab('cart')
      assert.match(await lineOf(playground, 'Keten gömlek').innerText(), /Mavi \/ M · ₺809\.91[\s\S]*₺1,619\.83/)
      await page.getByRole('button', { name: 'Ham keten kumaş: more' }).dblclick()
      await lineOf(playground, 'Ham keten kumaş').getByText('₺445.00').waitFor()
      await assertPrinted(playground, 'PATCH /cart-items/{itemId} 200', 'PATCH /cart-items/{itemId} 200')

      await page.getByRole('button', { name: 'İNDİRİM' }).click()
      await hears('İNDİRİM is applied')
      await page.getByRole('button', { name: 'Sepette %10: choose' }).click()
      await hears('Sepette %10 is chosen')
      await assertPrinted(playground, 'POST /cart/coupon 200', 'POST /cart/campaign 200')

      const shirt = lineOf(playground, 'Keten gömlek')
      await shirt.getByText('Note and gift').click()
      await shirt.getByLabel('Order note').fill("Don't ring, <b>knock</b>")
      await shirt.getByLabel('Wrap it as a gift').check()
      await shirt.getByRole('button', { name: 'Save' }).click()
      await hears('Note saved')
      await shirt.getByText("Wrap it as a gift · Don't ring, <b>knock</b>").waitFor()
      await assertPrinted(playground, 'PATCH /cart-items/{itemId}/notes 200')

      await tab('account')
      await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
      await hears('Your guest cart has merged into yours.')
      await assertPrinted(playground, 'POST /cart/merge 200')

      await tab('cart')
      await screen.getByRole('button', { name: 'Check out' }).click()
      const web = page.frameLocator('iframe')
      await web.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
      assert.match(await web.locator('body').innerText(), /Customer no\. 1\n[\s\S]*Keten gömlek[\s\S]*İNDİRİM/)
      await page.getByText(/^localhost:\d+\/odeme$/).waitFor()
      await assertPrinted(playground, 'POST /checkout-session 200', 'GET /checkout/handoff 302')
      await page.getByRole('button', { name: 'Close' }).click()
      await assertPrinted(playground, 'GET /cart 200')

      await page.getByRole('button', { name: 'Empty the cart' }).click()
      await page.getByText('Your cart is empty').waitFor()
      await assertPrinted(playground, 'DELETE /cart 200')

      await view('receipt')
      assert.ok(await page.getByRole('button', { name: /POST \/cart\/merge/ }).isVisible())
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
  }

  it('takes back a line, a coupon and a campaign', async () => {
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
    const taken = ['DELETE /cart/campaign 200', 'DELETE /cart/coupon 200', 'DELETE /cart-items/{itemId} 200']
    await assertPrinted(playground, ...taken)
    await page.context().close()
  })

  it('says that an invalid coupon is no error, and shows the code that was typed', async () => {
    const { page, tab, hears } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await page.getByLabel('Coupon code').fill('<img src=x onerror=alert(1)>')
    await page.getByLabel('Coupon code').press('Enter')
    await hears('<img src=x onerror=alert(1)> is not valid for this cart. To the API that is no error')
    await page.context().close()
  })

  it('refuses to log in whoever is banned, and the guest goes on', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, hears } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('account')
    await page.getByRole('button', { name: /İlker Öztuna/ }).click()
    await hears('This customer is not active and cannot reach the cart.')
    await assertPrinted(playground, 'POST /cart/merge 401')
    await tab('cart')
    await lineOf(playground, 'Ham keten kumaş').waitFor()
    await page.context().close()
  })

  it('shows members their prices, and on the web their orders', async () => {
    const playground = await openPlayground(browser, service)
    const { page, tab, hears } = playground
    await tab('account')
    await page.getByRole('button', { name: /Kerem Taşyürek/ }).click()
    await hears('Welcome, Kerem Taşyürek')
    await page.getByRole('button', { name: 'My orders' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'My orders' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'detached' })
    await tab('shop')
    await page
      .getByRole('button', { name: /^Keten gömlek/ })
      .getByText('₺648.00')
      .waitFor()
    await tab('account')
    await page.getByRole('button', { name: 'Log out' }).click()
    await hears('You are a new guest with an empty cart.')
    await page.context().close()
  })

  it('keeps shopper and cart over a reload, and gives each tab a guest of its own', async () => {
    const { page, tab } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await page.locator('.badge').getByText('1').waitFor()
    const other = await page.context().newPage()
    await other.goto(service.config.PUBLIC_URL)
    await arrived(other)
    assert.equal(await other.locator('.badge').count(), 0)
    await page.reload()
    await tab('cart')
    await page.locator('.line').getByText('Ham keten kumaş').waitFor()
    await page.context().close()
  })

  it('goes on as a new guest when the token no longer holds', async () => {
    const { page, hears } = await openPlayground(browser, service)
    await page.evaluate(`
      const kept = JSON.parse(sessionStorage.getItem('sepet-playground-shopper'))
      sessionStorage.setItem('sepet-playground-shopper', JSON.stringify({ ...kept, token: kept.token + 'x' }))`)
    await page.reload()
    await hears('The access token no longer holds. You go on as a new guest.')
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await hears('Ham keten kumaş is in the cart')
    await page.context().close()
  })

  it('never prints a whole token, and copies commands that work', async () => {
    const playground = await openPlayground(browser, service, {
      ...SIZES['a desktop'],
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, tab, hears } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await page.getByText('Note and gift').click()
    await page.getByLabel('Gift note').fill(`It's "yours" $HOME \`id\` \\`)
    await page.getByRole('button', { name: 'Save' }).click()
    await hears('Note saved')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await hears('Copied')
    const command = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(
      command,
      /^curl -X PATCH 'http:\/\/localhost:\d+\/api\/v3\/storefront\/2026-01\/cart-items\/[\w-]+\/notes' \\\n/,
    )
    const { stdout } = await run('sh', ['-c', `${command} --silent --show-error`])
    assert.equal(JSON.parse(stdout).included[0].attributes.giftNote, `It's "yours" $HOME \`id\` \\`)

    await tab('account')
    await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
    await hears('Welcome')
    await tab('cart')
    await playground.screen.getByRole('button', { name: 'Check out' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Payment', exact: true }).waitFor()
    const closed = page.locator('.head button[aria-expanded="false"]')
    while ((await closed.count()) > 0) await closed.first().click()
    const printed = await page.locator('.paper').innerText()
    assert.match(printed, /"guestToken": "eyJ/)
    assert.match(printed, /"token": "eyJ/)
    assert.match(printed, /handoff\?t=eyJ/)
    assert.doesNotMatch(printed, /eyJ[\w-]{20}|\w\.eyJ/)
    await page.context().close()
  })

  it('prints nothing more after being torn off, until there is something new', async () => {
    const playground = await openPlayground(browser, service, SIZES['a desktop'])
    await playground.page.getByRole('button', { name: 'Tear off' }).click()
    await playground.page.getByText('The receipt is blank').waitFor()
    await playground.page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await playground.hears('is in the cart')
    assert.deepEqual(await playground.requests(), ['POST /cart-items 201'])
    await playground.page.context().close()
  })
})

describe('a playground', { skip: withoutBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser?.close())

  it('shows what a shop calls things as text, whatever it says, and a picture for those that have none', async () => {
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
    const { page, screen, tab, hears, complaints } = await openPlayground(browser, service)
    await page.locator('[data-screen="shop"].screen .name').first().getByText(evil).waitFor()
    await page.locator(`.open[data-product="9"]`).click()
    await screen.getByLabel(evil).check()
    await screen.getByRole('button', { name: 'Add to cart' }).click()
    await hears(`${evil} is in the cart`)
    await tab('cart')
    await page.getByRole('button', { name: code }).click()
    await hears(`${code} is applied`)
    await page.getByRole('button', { name: `${evil}: choose` }).click()
    await hears(`${evil} is chosen`)
    await tab('account')
    await page.locator('[data-customer="1"]').click()
    await hears(`Welcome, ${evil}`)
    assert.equal(await page.locator('#page :is(script, b b, [onerror])').count(), 0)
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await page.locator('.line img[src="/images/placeholder.png"]').first().waitFor({ state: 'attached' })
    assert.deepEqual(complaints, [])
    await page.context().close()
    await service.stop()
  })

  it('says when limits allow the next checkout', async () => {
    const service = await startPlayground('sqlite', { ISSUE_RATE_LIMIT: '1' })
    await service.importShop(sampleShop())
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, hears } = playground
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await screen.getByRole('button', { name: 'Check out' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await screen.getByRole('button', { name: 'Check out' }).click()
    await hears(/^Too many tries\. Try again in \d+ seconds?\.$/)
    const waiting = screen.getByRole('button', { name: /^Check out in \d+ s$/ })
    await waiting.click({ force: true })
    await assertPrinted(playground, 'GET /cart 200', 'POST /checkout-guest-session 429')
    await page.context().close()
    await service.stop()
  })

  it('says when a link cannot be opened because too many were', async () => {
    const service = await startPlayground('sqlite', { HANDOFF_RATE_LIMIT: '1' })
    await service.importShop(sampleShop())
    const { page, screen, tab, hears } = await openPlayground(browser, service)
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await tab('cart')
    await screen.getByRole('button', { name: 'Check out' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await screen.getByRole('button', { name: 'Check out' }).click()
    await hears('The link could not be opened.')
    assert.equal(await page.locator('iframe').count(), 0)
    await page.context().close()
    await service.stop()
  })

  it('says so when Sepet has stopped', async () => {
    const service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
    const { page, hears } = await openPlayground(browser, service)
    await service.stop()
    await page.getByRole('button', { name: 'Ham keten kumaş: add to cart' }).click()
    await hears('Sepet does not answer. Is npm start still running in its terminal?')
    assert.match(await page.locator('.call').first().innerText(), /no answer/)
    await page.context().close()
  })

  it('says how to fill an empty shop, and shows a large one page by page', async () => {
    const service = await startPlayground('sqlite')
    const nothing = [101, 102, 104, 105].map(id => product({ id, onSale: false }))
    await service.importShop({ products: nothing })
    const { page } = await openPlayground(browser, service)
    await page.getByText('The shelves are empty').waitFor()
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
