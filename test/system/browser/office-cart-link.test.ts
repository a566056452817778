/** The office in a browser: a link to a cart, its QR code, and what is said where it cannot be made. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import jsQR from 'jsqr'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { subjectOf } from '../../support/checkouts/orders.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' })],
  products: [product({ id: ids.plain, name: 'Keten gömlek', price: '100', vatRate: 20 })],
  coupons: [{ code: 'YAZ', discountType: 'percent', value: '5' }],
})

describe('a link to a cart in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    await addItem(service, await service.token('member', { id: String(ids.member) }), ids.plain, 2)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const languages = {
    tr: {
      open: 'Bağlantı oluştur',
      make: 'Oluştur',
      coupon: 'Kupon kodu (isteğe bağlı)',
      days: 'Kaç gün geçerli olsun',
      uses: 'Kaç kişi kullanabilsin',
      wrong: {
        coupon: 'Mağazada bu kodla bir kupon yok.',
        days: '1 ile 365 arasında bir gün sayısı yazın.',
        uses: '1 ya da daha büyük bir sayı yazın; sınır yoksa boş bırakın.',
      },
      url: 'Bağlantı',
      qr: 'Bağlantının QR kodu',
      copy: 'Kopyala',
      copied: 'Kopyalandı',
      download: 'QR kodunu indir (SVG)',
    },
    en: {
      open: 'Make a link',
      make: 'Make the link',
      coupon: 'Coupon code (optional)',
      days: 'Days until it expires',
      uses: 'How many people may use it',
      wrong: {
        coupon: 'The shop has no coupon with this code.',
        days: 'Write a number of days from 1 to 365.',
        uses: 'Write a number from 1 on, or leave it empty for any number.',
      },
      url: 'Link',
      qr: 'QR code of the link',
      copy: 'Copy',
      copied: 'Copied',
      download: 'Download the QR code (SVG)',
    },
  }
  for (const [locale, texts] of Object.entries(languages)) {
    it(`says what is wrong, loses nothing typed, and then is there to copy, to scan and to open, in ${locale}`, async () => {
      const permissions = ['clipboard-read', 'clipboard-write']
      const office = await openOffice(browser, service, { role: 'support', locale, permissions })
      const { page, browserErrors, open, settled } = office
      await open(`/office/carts/member:${ids.member}`)
      await page.getByText(texts.open, { exact: true }).click()
      const field = (label: string) => page.getByLabel(label, { exact: true })
      assert.equal(await field(texts.days).inputValue(), '7')
      const make = async () => {
        await page.getByRole('button', { name: texts.make, exact: true }).click()
      }
      const refusals = [
        { coupon: 'YOK', days: '30', uses: '3', wrong: 'coupon' },
        { coupon: 'YAZ', days: '400', uses: '3', wrong: 'days' },
        { coupon: 'YAZ', days: '30', uses: '0', wrong: 'uses' },
        { coupon: 'YAZ', days: '30', uses: 'üç', wrong: 'uses' },
      ] as const
      for (const { wrong, ...typed } of refusals) {
        for (const name of ['coupon', 'days', 'uses'] as const) await field(texts[name]).fill(typed[name])
        await make()
        await page.locator('[aria-invalid="true"]:focus').waitFor()
        assert.deepEqual(await page.locator('.field-error').allInnerTexts(), [texts.wrong[wrong]])
        assert.equal(await page.locator('[aria-invalid="true"]').inputValue(), typed[wrong])
        for (const name of ['coupon', 'days', 'uses'] as const) {
          assert.equal(await field(texts[name]).inputValue(), typed[name])
        }
        await field(texts[wrong]).fill('')
      }
      await assertAccessible(office, 'refused')
      await field(texts.uses).fill('3')
      await make()
      const address = page.getByRole('textbox', { name: texts.url, exact: true }).and(page.locator(':focus'))
      await address.waitFor()
      await settled()
      const url = await address.inputValue()
      assert.ok(url.startsWith(`${service.config.PUBLIC_URL}/api/v3/storefront/checkout/cart-link?c=`), url)
      assert.equal(await scan(page, texts.qr), url)
      await page.getByRole('button', { name: texts.copy, exact: true }).click()
      await page.getByRole('button', { name: texts.copied, exact: true }).waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), url)
      const downloaded = page.waitForEvent('download')
      await page.getByRole('button', { name: texts.download }).click()
      assert.equal((await downloaded).suggestedFilename(), 'sepet-link.svg')
      await assertAccessible(office, 'made')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
      await assertBrings(browser, service, url)
    })
  }

  it('is offered to nobody without the right, nor for a cart without products', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open(`/office/carts/member:${ids.member}`)
    await page.getByText('Keten gömlek').first().waitFor()
    assert.equal(await page.getByText('Make a link', { exact: true }).count(), 0)
    await page.context().close()
    const support = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const subject = subjectOf(await service.token('guest'))
    await support.open(`/office/carts/${subject}`)
    await support.page.getByText('The cart is empty').first().waitFor()
    assert.equal(await support.page.getByText('Make a link', { exact: true }).count(), 0)
    await support.page.context().close()
  })

  it('says that the cart has nothing for a link once it was emptied elsewhere', async () => {
    const token = await service.token('guest')
    await addItem(service, token, ids.plain)
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open(`/office/carts/${subjectOf(token)}`)
    await page.getByText('Make a link', { exact: true }).click()
    assert.equal((await service.call('DELETE', '/cart', { token })).status < 300, true)
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByRole('alert').filter({ hasText: 'The cart has no product that a link could bring.' }).waitFor()
    await page.context().close()
  })
})

/** Draws the modules of the code as a camera sees them, and reads them. */
async function scan(page: Page, label: string): Promise<string | undefined> {
  const code = page.getByRole('img', { name: label })
  const side = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const path = await code.locator('path').getAttribute('d')
  const scale = 6
  const size = side * scale
  const pixels = (await page.evaluate(`(() => {
    const context = new OffscreenCanvas(${size}, ${size}).getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, ${size}, ${size})
    context.scale(${scale}, ${scale})
    context.fillStyle = '#000'
    context.fill(new Path2D(${JSON.stringify(path)}))
    return [...context.getImageData(0, 0, ${size}, ${size}).data]
  })()`)) as number[]
  return jsQR.default(Uint8ClampedArray.from(pixels), size, size)?.data
}

/** A browser that opens the link gets the products. */
async function assertBrings(browser: Browser, service: TestService, url: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  const answer = await context.request.get(`${service.config.PUBLIC_URL}/api/v3/storefront/checkout/session`)
  const session = (await answer.json()) as {
    identity: string
    cart: { data: { attributes: { totalQuantity: number } } }
  }
  assert.deepEqual([session.identity, session.cart.data.attributes.totalQuantity], ['guest', 2])
  assert.ok(page.url().startsWith(service.config.PUBLIC_URL))
  await context.close()
}
