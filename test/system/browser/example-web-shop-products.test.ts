/** Shopping at `npm run web-shop` in a browser: by the keyboard alone, at every width, and while the shop cannot be reached. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { type ExampleShop, startBoth } from '../../support/web-checkout/example-shop.ts'

describe('shopping at the example web shop', { skip: withoutBrowser }, () => {
  let folder: string
  let both: ExampleShop
  let browser: Browser
  let page: Page
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-web-shop-'))
    both = await startBoth(folder)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await both.stop()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => page.context().close())

  async function open(locale: string, path: string) {
    page = await (await browser.newContext({ locale, viewport: { width: 320, height: 640 } })).newPage()
    await page.goto(both.url + path)
  }

  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  it('goes from the list to an order, a return and a cancellation by the keyboard alone', async () => {
    await open('tr-TR', '/urunler')
    const follow = async (role: 'link' | 'button', name: string | RegExp) => {
      await page.getByRole(role, { name }).first().focus()
      await page.keyboard.press('Enter')
    }
    await follow('link', /Çizgili tişört/)
    await heading('Çizgili tişört')
    assert.equal(await page.getByRole('radio', { name: /L Tükendi/ }).isDisabled(), true)
    await page.getByRole('radio', { name: 'S', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.getByLabel('Adet').fill('2')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'sepetinize eklendi' }).waitFor()
    await follow('link', 'Sepete git')
    await heading('Sepetim')
    await follow('button', 'Ödemeye geç')
    await follow('button', 'Öde')
    await follow('button', 'Ödeme başarılı olsun')
    await heading('Teşekkürler')
    await follow('link', 'Ürün iade et')
    await heading('Ürün iadesi')
    await page.getByRole('spinbutton').fill('1')
    await page.keyboard.press('Enter')
    await page.getByText('İade edilecek tutar').waitFor()
    await follow('button', 'İadeyi onayla')
    await page.getByText('1 adet iade edildi').waitFor()
    await follow('link', 'Siparişi iptal et')
    await heading('Sipariş iptal edilsin mi?')
    await follow('link', 'Hayır, siparişe dön')
    await heading('Teşekkürler')
    await follow('link', 'Siparişi iptal et')
    await follow('button', 'Evet, siparişi iptal et')
    await heading('Sipariş iptal edildi')
  })

  it('has no axe violations and no amount that breaks, from 320 px to wide, light and dark', async () => {
    await open('en-GB', '/urunler')
    const check = async (name: string) => {
      for (const width of [320, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await violationsOf(page, { colorScheme, width }), [], `${name} ${width} ${colorScheme}`)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${name} ${width}`)
          assert.deepEqual(await page.evaluate(BROKEN_AMOUNTS), [], `${name} ${width}`)
        }
    }
    await check('the list')
    for (const [id, size] of [
      [101, 'Beyaz / L'],
      [103, 'Lacivert / M'],
    ] as const) {
      await page.goto(`${both.url}/urun/${id}`)
      await check(`product ${id}`)
      await page.getByRole('radio', { name: new RegExp(size) }).check()
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('status').waitFor()
    }
    await check('a product that was added')
    await page.goto(`${both.url}/odeme`)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('button', { name: 'The payment succeeds' }).click()
    await heading('Thank you')
    for (const [link, name] of [
      ['Return items', 'Return items'],
      ['Cancel the order', 'Cancel this order?'],
    ] as const) {
      await page.getByRole('link', { name: link }).click()
      await heading(name)
      await check(name)
      await page.goBack()
    }
  })

  it('keeps the form that was sent while the shop could not be reached, and sends it once more', async () => {
    await open('en-GB', '/urun/128')
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    await page.getByLabel('Quantity').fill('7')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('alert').filter({ hasText: 'The shop cannot be reached' }).waitFor()
    await page.getByText('What you sent is still here.').waitFor()
    assert.deepEqual(await violationsOf(page, {}), [])
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').filter({ hasText: 'Added to your cart' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Go to the cart' }).click()
    await page.getByRole('alert').filter({ hasText: 'The shop cannot be reached' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading('My cart')
    assert.equal(await page.getByRole('spinbutton', { name: /Quantity/ }).inputValue(), '7')
  })

  it('keeps a code and an email that were typed without a connection, and asks for the password again', async () => {
    await open('tr-TR', '/buy/128:2?continue_to=/sepet')
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    const offline = page.getByRole('alert').filter({ hasText: 'Mağazaya ulaşılamıyor' })
    await page.getByLabel('Kupon kodu').fill('indirim')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Uygula' }).click()
    await offline.waitFor()
    await page.getByText('Gönderdiğiniz bilgiler duruyor.').filter({ hasText: 'indirim' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Yeniden dene' }).click()
    await page.getByRole('button', { name: 'Kuponu kaldır' }).waitFor()
    await page.getByText('Üye misiniz? Giriş yapın').click()
    await page.getByLabel('E-posta').fill('elif.saricam@example.com')
    await page.getByLabel('Parola').fill('wrong')
    await page.getByRole('radio', { name: 'Evet, sepetime eklensin' }).check()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Giriş yap' }).click()
    await offline.waitFor()
    await page.getByText('Gönderdiğiniz bilgiler duruyor.').filter({ hasText: 'elif.saricam@example.com' }).waitFor()
    assert.deepEqual(await violationsOf(page, {}), [])
    assert.equal((await page.content()).includes('wrong'), false)
    await page.context().setOffline(false)
    await page.getByLabel('Parola').fill(/the password is (\w+)/.exec(both.output())?.[1] ?? '')
    await page.getByRole('button', { name: 'Yeniden dene' }).click()
    await page.getByText('Elif Sarıçam').waitFor()
    assert.equal(await page.getByRole('spinbutton', { name: /Adet/ }).inputValue(), '2')
  })
})

/** The amounts that stand on more than one line. */
const BROKEN_AMOUNTS = `[...document.querySelectorAll('.money, dd, .orders strong, .pay strong')]
  .filter(each => { const range = document.createRange(); range.selectNodeContents(each); return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 8))).size > 1 })
  .map(each => each.textContent)`
