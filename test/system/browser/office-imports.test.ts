/** The office in a browser: how a table is imported that comes from elsewhere, and one that was downloaded and changed, in both languages. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { hold } from '../../support/checkouts/orders.ts'
import { product, shopFile } from '../../support/import/shop-file.ts'
import { workbook } from '../../support/import/workbooks.ts'
import type { TestService } from '../../support/service/service.ts'

const SHIRT = { id: 120, sku: 'GM-1', name: 'Çizgili gömlek', price: '100', stock: 5 }
const SCARF = { id: 121, sku: 'ŞL-1', name: 'İpek şal', price: '250', stock: 8 }
const HAT = { id: 122, sku: 'ŞP-1', name: 'Hasır şapka', price: '80', stock: 3 }
const shop = shopFile({
  products: [SHIRT, SCARF, HAT].map(product),
  coupons: [{ code: 'YAZ', description: 'Kupon', discountType: 'percent', value: '20' }],
})

/** What a drop carries, in the browser. */
type DroppedFiles = { items: { add: (file: File) => void } }

/** What staff read and press in each language. */
const languages = {
  tr: {
    ...{ files: ['urunler.csv', 'kuponlar.csv', 'siparisler.csv'], download: 'CSV olarak indir', file: 'Dosya' },
    ...{ columns: 'Sütunlar ne anlama geliyor?', ignored: 'Kullanılmasın', try: 'Dene', start: 'İçe aktar' },
    fields: { Kod: 'SKU (stok kodu)', Tutar: 'Fiyat', Mevcut: 'Stok', Durum: 'Satışta' },
    unread: [
      'Dosya bu haliyle okunamadı.',
      /^Başlıkları tanınmadı: “Kod, Tutar.*”; sütunların ne olduğunu aşağıda seçin\.$/,
    ],
    refused: 'Dosyada 2 sorun var. Düzeltip dosyayı yeniden seçin.',
    problems: [
      'fiyatı 19,90 gibi bir sayı değil: “6O”; binlik ayırıcısı ve para birimi olmadan yazın.',
      'stoğu 12 gibi bir sayı değil: “beş”; binlik ayırıcısı olmadan yazın.',
    ],
    places: ['Satır 2', 'Satır 3'],
    tried: 'Dosya denendi. Henüz hiçbir şey değişmedi.',
    kind: 'Ürün tablosu',
    counts: ['Ürünler', '0', '2', '1'],
    offSale: '1 kayıt satıştan kaldırılır.',
    prices: ['Çizgili gömlek Ürün 120', '₺100,00', '₺160,00', '+%60'],
    ...{ type: 'Onaylamak için yazın:', word: 'kaldır', mismatch: 'Yazdığınız kaldır ile aynı değil.' },
    large: '1 fiyat yarıdan çok değişir. Dosyadaki ondalık ayırıcıyı kontrol edin.',
    warning: 'Satır 1: bir sütunu okunmadı: “Not”; ne olduğunu aşağıda seçin',
    imported: 'Dosya içe aktarıldı.',
    exported: 'Sepet ürünleri',
    pdf: /^Bir PDF: tabloyu "CSV UTF-8" ya da Excel çalışma kitabı/,
    formula: ['hatalı bir formülü var: “#N/A, column B”; tabloda düzeltin.', 'Satır 2'],
    offline: 'Sunucuya ulaşılamadı. Bağlantınızı kontrol edip yeniden deneyin.',
  },
  en: {
    ...{ files: ['products.csv', 'coupons.csv', 'orders.csv'], download: 'Download as CSV', file: 'File' },
    ...{ columns: 'What are the columns?', ignored: 'Not used', try: 'Try', start: 'Import' },
    fields: { Kod: 'SKU', Tutar: 'Price', Mevcut: 'Stock', Durum: 'On sale' },
    unread: [
      'The file cannot be read as it is.',
      /^The headings are not known: “Kod, Tutar.*”; choose below what the columns are\.$/,
    ],
    refused: 'The file has 2 problems. Correct them, and choose the file again.',
    problems: [
      'has a price that is no number such as 19.90: “6O”; write it without separators of thousands and currency signs.',
      'has a stock that is no number such as 12: “beş”; write it without separators of thousands.',
    ],
    places: ['Line 2', 'Line 3'],
    tried: 'The file was tried. Nothing has changed yet.',
    kind: 'Table of products',
    counts: ['Products', '0', '2', '1'],
    offSale: 'One record would go off sale.',
    prices: ['Çizgili gömlek Product 120', '₺100.00', '₺160.00', '+60%'],
    ...{ type: 'To confirm, type', word: 'withdraw', mismatch: 'What you typed is not withdraw.' },
    large: 'One price changes by more than a half. Look at the decimal signs of the file.',
    warning: 'Line 1: has a column that is not read: “Not”; choose below what it is',
    imported: 'The file is imported.',
    exported: 'Products of a Sepet export',
    pdf: /^The file is a PDF: save the table as "CSV UTF-8"/,
    formula: ['has a formula with an error: “#N/A, column B”; correct it in the sheet.', 'Line 2'],
    offline: 'The server cannot be reached. Check your connection, and try again.',
  },
} as const

describe('tables in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    browser = await launchBrowser()
  })
  beforeEach(() => service.importShop(shop))
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** What a guest's cart on the storefront shows of a product. */
  const onStorefront = async (id: number) => {
    const token = await service.token('guest')
    await addItem(service, token, id)
    const [line] = cartOf(await service.call('GET', '/cart', { token })).included
    return [line?.attributes.unitPrice.amount, line?.attributes.stock]
  }
  /** Drops a file as from a folder. */
  const drop = async (page: Page, name: string, content: string | Uint8Array) => {
    const bytes = Buffer.from(content).toString('base64')
    const dataTransfer = await page.evaluateHandle(
      ([fileName, encoded]) => {
        const { DataTransfer: Transfer } = globalThis as unknown as { DataTransfer: new () => DroppedFiles }
        const transfer = new Transfer()
        const characters = Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
        transfer.items.add(new File([characters], fileName))
        return transfer
      },
      [name, bytes] as const,
    )
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer })
    await page.locator('.drop b').getByText(name).waitFor()
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const save = async (page: Page, name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
    return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') }
  }
  const problems = (page: Page) => page.locator('.problem-message')
  const cells = (page: Page, table: number) => page.locator('.table').nth(table).locator('tbody tr :is(th, td)')

  for (const [locale, t] of Object.entries(languages)) {
    it(`has its columns named, its problems corrected, and its changes shown before they are made, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'warehouse', locale })
      const { page, browserErrors, open } = office
      const name = async (fields: Record<string, string>) => {
        const card = page.locator('.card', { has: page.getByRole('heading', { name: t.columns }) })
        await card.waitFor()
        for (const [heading, field] of Object.entries(fields))
          await card.getByLabel(heading, { exact: true }).selectOption({ label: field })
        return card
      }
      await open('/office/imports')
      await drop(page, 'liste.csv', 'Kod;Tutar;Mevcut;Durum;Not\nGM-1;6O;7;evet;\nŞL-1;250;beş;evet;\n')
      const card = await name(t.fields)
      await page.getByText(t.unread[0]).waitFor()
      assert.match(await problems(page).innerText(), t.unread[1])
      assert.equal(await card.getByLabel('Not', { exact: true }).locator('option:checked').innerText(), t.ignored)
      await assertAccessible(office, 'the columns')
      await card.getByRole('button', { name: t.try }).click()
      await page.getByText(t.refused).waitFor()
      assert.deepEqual(await problems(page).allInnerTexts(), t.problems)
      assert.deepEqual(await page.locator('.problems .places li').allInnerTexts(), t.places)
      await assertAccessible(office, 'the problems')

      const right = 'Kod;Tutar;Mevcut;Durum;Not\nGM-1;160;7;evet;yeni\nŞL-1;250;8;evet;\nŞP-1;80;3;hayır;\n'
      await drop(page, 'liste-2.csv', right)
      // The columns are named as before.
      await (await name({})).getByRole('button', { name: t.try }).click()
      await page.getByText(t.tried).waitFor()
      const main = page.locator('main')
      await main.getByText(t.kind, { exact: true }).waitFor()
      assert.deepEqual(await cells(page, 0).allInnerTexts(), t.counts)
      await main.getByText(t.offSale).waitFor()
      assert.match(await main.locator('.places').innerText(), new RegExp(HAT.name))
      await main.getByText(SHIRT.name).waitFor()
      assert.deepEqual(
        (await cells(page, 1).allInnerTexts()).map(each => each.replace(/\s+/g, ' ')),
        t.prices,
      )
      await main.getByText(t.large).waitFor()
      assert.ok(
        (await main.locator('.findings li').allInnerTexts()).some(each => each.replace(/\s+/g, ' ') === t.warning),
      )
      await assertAccessible(office, 'the trial')
      assert.deepEqual(await onStorefront(SHIRT.id), ['100.00', 5])

      await press(page, t.start)
      const question = page.getByRole('dialog')
      await question.getByText(t.large).waitFor()
      await question.getByText(t.offSale).waitFor()
      assert.match(await question.locator('.places').innerText(), new RegExp(HAT.name))
      await assertAccessible(office, 'the question')
      await question.getByLabel(t.type).fill(t.word)
      await page.keyboard.press('Enter')
      await page.getByText(t.imported).waitFor()
      assert.deepEqual(await cells(page, 0).allInnerTexts(), t.counts)
      assert.equal(await page.getByRole('heading', { name: t.columns }).count(), 0)
      assert.deepEqual(await onStorefront(SHIRT.id), ['160.00', 7])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`has a column named that is not read in a table which is known, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/imports')
      await drop(page, 'fiyat.csv', 'STOK KODU;YENİ FİYAT;STOK ADEDİ\nGM-1;110;9\n')
      await page.getByText(t.tried).waitFor()
      const card = page.locator('.card', { has: page.getByRole('heading', { name: t.columns }) })
      await card.getByLabel('YENİ FİYAT', { exact: true }).selectOption({ label: t.fields.Tutar })
      await card.getByRole('button', { name: t.try }).click()
      await page.locator('main').getByText(SHIRT.name).waitFor()
      await press(page, t.start)
      await page.getByText(t.imported).waitFor()
      assert.deepEqual(await onStorefront(SHIRT.id), ['110.00', 9])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`takes a product off sale by its row only after a word was typed, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/imports')
      await drop(page, 'satis.csv', 'sku;onSale\nŞP-1;false\nGM-1;true\n')
      await page.getByText(t.offSale).waitFor()
      await press(page, t.start)
      const question = page.getByRole('dialog')
      await question.getByText(t.offSale).waitFor()
      assert.match(await question.locator('.places').innerText(), new RegExp(`^${HAT.name}.*122$`))
      await question.getByRole('button', { name: t.start, exact: true }).click()
      await question.getByText(t.mismatch).waitFor()
      await question.getByLabel(t.type).fill(t.word)
      await page.keyboard.press('Enter')
      await page.getByText(t.imported).waitFor()
      await open(`/office/products/${HAT.id}`)
      assert.equal(await page.locator(`#p${HAT.id}-sale`).isChecked(), false)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`is downloaded, changed and dropped again, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/products')
      const { name, content } = await save(page, t.download)
      assert.equal(name, t.files[0])
      assert.ok(content.startsWith('\ufeffid,variantId,sku,name,'))
      await open('/office/imports')
      await drop(page, name, content)
      await page.getByText(t.tried).waitFor()
      await page.getByText(t.exported, { exact: true }).waitFor()
      // A variant's row has its number behind that of its product.
      const count = content.split('\n').filter(line => /^\d+,,/.test(line)).length
      const counts = async () => (await cells(page, 0).allInnerTexts()).slice(1, 4)
      assert.deepEqual(await counts(), ['0', '0', `${count}`])
      await drop(page, `2-${name}`, content.replace(/^(121,.*),250,20,8,/m, '$1,"199,5",20,12,'))
      await page.getByText('₺199').waitFor()
      assert.deepEqual(await counts(), ['0', '1', `${count - 1}`])
      await press(page, t.start)
      await page.getByText(t.imported).waitFor()
      assert.deepEqual(await onStorefront(SCARF.id), ['199.50', 12])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`has all coupons, and the orders between two times, in ${locale}`, async () => {
      const token = await service.token('guest')
      await addItem(service, token, HAT.id)
      const reference = `SIP-${locale}`
      assert.equal((await hold(service, reference, token)).status, 201)
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      await open('/office/coupons')
      const coupons = await save(page, t.download)
      assert.equal(coupons.name, t.files[1])
      assert.match(coupons.content, /^YAZ,Kupon,percent,20,/m)
      await open('/office/checkouts?from=2020-01-01T00:00')
      const orders = await save(page, t.download)
      assert.equal(orders.name, t.files[2])
      assert.ok(orders.content.includes(reference))
      await open('/office/checkouts?to=2020-01-01T00:00')
      assert.equal((await save(page, t.download)).content.trim().split('\n').length, 1)
      await open('/office/campaigns')
      assert.equal(await page.getByRole('button', { name: t.download }).count(), 0)
      await open('/office/products')
      await page.context().setOffline(true)
      await press(page, t.download)
      await page.locator('.notice').getByText(t.offline).waitFor()
      await page.context().close()
    })

    it(`is told what to save in the place of another kind of file, and where a workbook is wrong, in ${locale}`, async () => {
      const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/imports')
      await drop(page, 'liste.csv', '%PDF-1.7')
      await problems(page).waitFor()
      assert.match(await problems(page).innerText(), t.pdf)
      const row = (number: number, elements: string) => `<row r="${number}">${elements}</row>`
      const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
      const rows = row(1, text('sku') + text('fiyat')) + row(2, `${text('GM-1')}<c t="e"><v>#N/A</v></c>`)
      await drop(page, 'liste.xlsx', workbook({ sheets: { Liste: rows } }))
      await page.getByText('#N/A').waitFor()
      const [cause, place] = t.formula
      assert.equal(await problems(page).innerText(), cause)
      assert.equal(await page.locator('.problems .places').innerText(), place)
      await page.context().close()
    })
  }
})
