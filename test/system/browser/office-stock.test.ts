/** The office in a browser: how the warehouse changes stocks and imports files. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { QUICK, saveWebhook } from '../../support/webhooks/webhooks.ts'

const HOSTILE = {
  id: 900,
  sku: '<b>\u202E/?#%',
  name: `<img src=x onerror=alert(1)>\u202Etxt.exe \u{1F469}‍\u{1F467} ${'W'.repeat(255)}`,
}
const SHIRT = { id: 110, sku: 'KG-110', name: 'Gri gömlek' }
const FEW = { id: 111, name: 'Az kalan' }
const shop = shopFile({
  products: [
    ...(shopFile() as { products: object[] }).products,
    product({ ...SHIRT, price: '100', stock: 40 }),
    product({ ...FEW, stock: 2 }),
    product({ ...HOSTILE, stock: 9, variants: [{ id: 9001, name: HOSTILE.name, stock: 1 }] }),
  ],
})

describe('products and imports in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite', QUICK)
    await service.importShop(shop)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** What a guest's cart on the storefront shows of a product. */
  async function onStorefront(id: number): Promise<{ stock: number; price: string }> {
    const token = await service.token('guest')
    await addItem(service, token, id)
    const [line] = cartOf(await service.call('GET', '/cart', { token })).included
    assert.ok(line)
    return { stock: line.attributes.stock, price: line.attributes.unitPrice.amount }
  }

  const says = async (page: Page, text: RegExp | string) => page.locator('.notice p', { hasText: text }).waitFor()
  const stockField = (page: Page) => page.locator(`#p${SHIRT.id}-stock`)

  const languages = {
    tr: {
      find: 'Ürün ara',
      change: '+3,5',
      becomes: '40 → 43,5',
      saved: /stok 40 → 43,5/,
      undo: 'Geri al',
      undone: 'Önceki değerler',
    },
    en: {
      find: 'Find a product',
      change: '+3.5',
      becomes: '40 → 43.5',
      saved: /stock 40 → 43.5/,
      undo: 'Undo',
      undone: 'The former values',
    },
  }
  for (const [locale, texts] of Object.entries(languages)) {
    it(`finds a product by its SKU, adds to its stock with the keyboard, and takes it back, in ${locale}`, async () => {
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/products')
      await page.getByRole('searchbox', { name: texts.find }).fill(SHIRT.sku)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/products?q=KG-110')
      await settled()
      await stockField(page).fill(texts.change)
      await page.locator(`#p${SHIRT.id}-stock-note`).getByText(texts.becomes, { exact: true }).waitFor()
      assert.equal((await onStorefront(SHIRT.id)).stock, 40)
      await page.keyboard.press('Enter')
      await says(page, texts.saved)
      assert.equal((await onStorefront(SHIRT.id)).stock, 43.5)
      await page.getByRole('button', { name: texts.undo }).click()
      await says(page, texts.undone)
      await settled()
      assert.equal(await stockField(page).inputValue(), '40')
      assert.equal((await onStorefront(SHIRT.id)).stock, 40)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('saves no row while a price is invalid, and shows the error at its field', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    await open('/office/products')
    const before = await onStorefront(SHIRT.id)
    await stockField(page).fill('7')
    await page.getByRole('button', { name: 'Variants of Yün kazak' }).click()
    const price = page.locator(`#p${ids.variants}-v${ids.smallBlue}-price`)
    await price.fill('12,x')
    await page.getByRole('button', { name: 'Save' }).click()
    await price.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    const error = page.locator(`#p${ids.variants}-v${ids.smallBlue}-price-error`)
    assert.equal(await error.innerText(), 'The price must be a number such as 199.90.')
    assert.equal(await page.locator('.products [aria-invalid="true"]').count(), 1)
    assert.deepEqual(await onStorefront(SHIRT.id), before)
    await price.fill('130')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, '2 rows are saved.')
    assert.equal((await onStorefront(SHIRT.id)).stock, 7)
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, 'The former values are back.')
    assert.deepEqual(await onStorefront(SHIRT.id), before)
    await stockField(page).fill('-41')
    await page.keyboard.press('Enter')
    await page.getByText('The stock would go below zero.').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('dialog').getByText(`${SHIRT.name}: stock`).waitFor()
    await page.getByRole('button', { name: 'Stay on the page' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('**/office')
    await page.context().close()
  })

  it('keeps the field that is typed in above the bar that appears, on a phone', async () => {
    const options = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true }
    const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en', ...options })
    await open('/office/products')
    const field = stockField(page)
    await field.evaluate(element => element.focus({ preventScroll: true }))
    const { y, height } = (await field.boundingBox()) ?? assert.fail()
    // At the bottom of the window, where the bar appears.
    await page.evaluate(`scrollBy(0, ${y + height - options.viewport.height})`)
    await page.keyboard.press('5')
    const bar = page.locator('.save-bar')
    await bar.waitFor()
    const bottomOf = async () => field.evaluate(element => element.getBoundingClientRect().bottom)
    const topOfBar = async () => bar.evaluate(element => element.getBoundingClientRect().top)
    while ((await bottomOf()) > (await topOfBar())) await page.waitForTimeout(50)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.context().close()
  })

  it('finds products by name, by number, and by how little is left', async () => {
    const { page, open, settled } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    const shown = () => page.locator('.products .product th .user-text:first-child').allInnerTexts()
    const search = async (fields: Record<string, string>) => {
      await open(`/office/products?${new URLSearchParams(fields)}`)
      await settled()
      await page.locator('.pager p:not(:empty), .message').first().waitFor()
      return (await shown()).filter(each => !/^(KG|OFF|TAX)/.test(each))
    }
    assert.deepEqual(await search({ q: 'gömlek' }), ['Keten gömlek', SHIRT.name])
    assert.deepEqual(await search({ q: String(FEW.id) }), [FEW.name])
    assert.deepEqual(await search({ q: 'no such product' }), [])
    await page.getByText('No product was found').waitFor()
    const low = await search({ low: '2' })
    assert.deepEqual([low.includes(FEW.name), low.includes('Yün kazak'), low.includes(SHIRT.name)], [true, true, false])
    assert.match(await page.locator('.pager p').innerText(), /^4 products on sale shown, the lowest stock first\.$/)
    await page.context().close()
  })

  it('sells a variant at any stock, and leaves it to its product again', async () => {
    const { page, browserErrors, open, settled } = await openOffice(browser, service, {
      role: 'warehouse',
      locale: 'en',
    })
    const isSold = async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 1, ids.largeBlue)
      return cartOf(await service.call('GET', '/cart', { token })).included[0]?.attributes.availableForSale
    }
    await open(`/office/products/${ids.variants}`)
    const variant = page.getByRole('combobox', { name: 'Yün kazak, Mavi / L: backorder' })
    await variant.selectOption('Yes')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'backorder As the product → Yes')
    assert.equal(await isSold(), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, 'The former values are back.')
    await settled()
    assert.deepEqual([await variant.inputValue(), await isSold()], ['product', false])
    await page.getByRole('checkbox', { name: 'Yün kazak: backorder' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'backorder No → Yes')
    assert.equal(await isSold(), true)
    await open('/office/products?low=0')
    await page.getByRole('rowheader', { name: /Mavi \/ L/ }).waitFor()
    await page.getByLabel('Without backorder').check()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL('**/office/products?low=0&order=stock&backorder=no')
    await page.locator('.pager p:not(:empty), .message').first().waitFor()
    assert.equal(await page.getByRole('rowheader', { name: /Mavi \/ L/ }).count(), 0)
    await service.importShop(shop)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('shows who may not change products what they have', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open(`/office/products/${SHIRT.id}`)
    await page.getByText('₺100.00').waitFor()
    assert.equal(await page.locator('.products input').count(), 0)
    await page.context().close()
  })

  it('imports a file as a whole: not with a problem, and then with its counts', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    const send = async (name: string, content: string) => {
      const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/json'
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
    }
    const start = page.getByRole('button', { name: 'Import', exact: true })
    const check = page.getByRole('button', { name: 'Try', exact: true })
    const file = (price: string) =>
      JSON.stringify({
        products: [
          { id: 700, name: 'Peçete', price, vatRate: 10 },
          { id: 701, name: 'Bez', price, vatRate: 10 },
        ],
      })
    await open('/office/imports')
    await send('shop.json', file('much'))
    await page.getByText('The file has 2 problems.').waitFor()
    assert.deepEqual(await page.locator('.problem-message').allInnerTexts(), [
      'price must be a decimal number as text, such as "199.90".',
    ])
    assert.deepEqual(await page.locator('.places li').allInnerTexts(), [
      'Products, record 1, price',
      'Products, record 2, price',
    ])
    await send('shop.json', file('24.90'))
    await page.getByText('Nothing has changed yet.').waitFor()
    const counts = () => page.locator('.table tbody td').allInnerTexts()
    assert.deepEqual(await counts(), ['2', '0', '0'])
    await start.click()
    await page.getByText('The file is imported.').waitFor()
    assert.deepEqual(await counts(), ['2', '0', '0'])
    await send('shop.json', file('12'))
    await page.getByText('Largest changes of prices').waitFor()
    assert.ok((await page.locator('main').innerText()).includes('-51.8%'))
    await send('products.csv', 'Handle,Title,Variant Price\nketen,Keten,much\n')
    await page.getByText('The file has one problem.').waitFor()
    await page.getByLabel('VAT rate').fill('200')
    await check.click()
    await page.getByText('The VAT rate must be a number from 0 to 100.').waitFor()
    await page.getByLabel('VAT rate').fill('20')
    await check.click()
    await page.getByText('The file has one problem.').waitFor()
    assert.deepEqual(await page.locator('.places li').allInnerTexts(), ['Line 2'])
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('takes products off sale only after it has said which, and the word was typed', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    await open('/office/imports')
    const { products, ...rest } = shop as { products: { id: number }[] }
    const content = JSON.stringify({ ...rest, products: products.filter(({ id }) => id !== FEW.id) })
    const buffer = Buffer.from(content)
    await page.locator('input[type="file"]').setInputFiles({ name: 'shop.json', mimeType: 'application/json', buffer })
    await page.getByText('Nothing has changed yet.').waitFor()
    await page.getByLabel('Take products off sale').check()
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/would go off sale/).waitFor()
    assert.ok((await dialog.locator('.places').innerText()).includes(FEW.name))
    await dialog.getByLabel('To confirm, type').fill('withdraw')
    await page.keyboard.press('Enter')
    await page.getByText(/^Off sale now: \d products, 0 variants\.$/).waitFor()
    await open(`/office/products/${FEW.id}`)
    assert.equal(await page.locator(`#p${FEW.id}-sale`).isChecked(), false)
    await page.locator(`#p${FEW.id}-sale`).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'on sale')
    await page.context().close()
  })

  it('shows hostile texts as they are', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of [`/office/products/${HOSTILE.id}`, `/office/products?q=${encodeURIComponent(HOSTILE.sku)}`]) {
      await open(path)
      // The page of one product shows its variants.
      if (path.includes('?')) await page.locator('.products .fold').click()
      await page.locator('.products .variant').waitFor()
      assert.equal(await page.locator('.products .variant').count(), 1)
      assert.ok((await page.locator('.products').innerText()).includes(HOSTILE.name), path)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
    }
    assert.equal(await page.locator('main :is(script, img[src="x"])').count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('has no axe violations and no horizontal overflow, narrow and wide, light and dark', async () => {
    const body = { url: 'https://8.8.8.8/events', types: ['checkout.*', 'customer.created'], active: false }
    await saveWebhook(service, 'long-name', body)
    const office = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    const { page, open } = office
    const paths = [
      '/office/imports',
      '/office/webhooks',
      '/office/webhooks?new=1',
      '/office/webhooks/long-name',
      '/office/events',
    ]
    for (const path of [...paths, '/office/products?q=yok&low=3']) {
      await open(path)
      await assertAccessible(office, path)
    }
    await open('/office/products')
    await page.getByRole('button', { name: 'Yün kazak ürününün varyantları' }).click()
    await stockField(page).fill('+3,5')
    await page.locator(`#p${SHIRT.id}-price`).fill('x')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await page.locator('.products [aria-invalid="true"]').waitFor()
    await assertAccessible(office, 'products with an error')
    await page.getByRole('button', { name: 'Vazgeç' }).click()
    await open('/office/webhooks/long-name')
    await page.getByRole('button', { name: 'Düzenle' }).click()
    await page.getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(office, 'the dialog')
    assert.deepEqual(office.browserErrors, [])
    await page.context().close()
  })

  it('has the lowest of 10,000 stocks first, reads them by pages, and stays usable', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) =>
      product({ id: 20_001 + n, name: `Çok ${n}`, stock: 5_000 + n }),
    )
    await service.importShop({ products: many })
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    await open('/office/products')
    await page.getByLabel('Low stock first').check()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL('**/office/products?order=stock')
    const says = (count: number) =>
      page.locator('.pager p', { hasText: `${count} products on sale shown, the lowest stock first.` }).waitFor()
    const names = () => page.locator('.products .product th .user-text:first-child').allInnerTexts()
    await says(50)
    const lowest = await names()
    assert.ok(lowest.indexOf(FEW.name) < lowest.indexOf(SHIRT.name))
    assert.equal(lowest.at(-1)?.startsWith('Çok '), true)
    for (const count of [100, 150, 200]) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await says(count)
    }
    const shown = (await names()).filter(name => name.startsWith('Çok '))
    assert.deepEqual(
      shown,
      shown.map((_, n) => `Çok ${n}`),
    )
    const last = 20_000 + shown.length
    await page.locator(`#p${last}-stock`).fill('6')
    await page.keyboard.press('Enter')
    await page.locator('.notice p', { hasText: '→ 6' }).waitFor()
    await open('/office/products?low=6')
    await page.locator(`#p${last}-stock`).waitFor()
    await open('/office')
    await page
      .getByRole('link', { name: /^\d+ products? on sale, or a variant of (it|each), (is|are) sold out now$/ })
      .click()
    await page.waitForURL('**/office/products?low=0&backorder=no')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })
})
