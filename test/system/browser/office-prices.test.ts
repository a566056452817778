/** Prices by quantity in the list of products of the office in a browser. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const shop = shopFile({
  customerGroups: [{ id: 2, name: 'Toptan' }],
  products: [
    product({ id: 901, name: 'Keten Kumaş', price: '120', stockUnit: 'metre' }),
    product({
      id: 902,
      name: 'Kupa',
      price: '100',
      tierPrices: [
        { from: 10, price: '89.9' },
        { from: 50, price: '80' },
        { from: 10, price: '85', customerGroupId: 2 },
      ],
      variants: [{ id: 9021, name: 'Mavi', stock: 5 }],
    }),
  ],
})

const languages = {
  tr: {
    edit: 'Adede göre fiyat',
    add: 'Fiyat ekle',
    from: (at: number) => `${at}. fiyat: En az miktar`,
    price: (at: number) => `${at}. fiyat: Birim fiyat`,
    group: (at: number) => `${at}. fiyat: Müşteri grubu`,
    remove: '2. fiyatı çıkar',
    save: 'Kaydet',
    typed: '1.099,50',
    repeated: 'Bu miktar ve grup için başka bir fiyat var.',
    saved: 'Keten Kumaş: adede göre fiyatlar',
    shown: '10 metre ve üzeri: ₺1.099,50',
    undo: 'Geri al',
    undone: 'Önceki değerler geri getirildi.',
  },
  en: {
    edit: 'Prices by quantity',
    add: 'Add a price',
    from: (at: number) => `Price ${at}: Lowest quantity`,
    price: (at: number) => `Price ${at}: Unit price`,
    group: (at: number) => `Price ${at}: Customer group`,
    remove: 'Remove price 2',
    save: 'Save',
    typed: '1,099.50',
    repeated: 'There is another price for this quantity and group.',
    saved: 'Keten Kumaş: prices by quantity',
    shown: 'from 10 metre: ₺1,099.50',
    undo: 'Undo',
    undone: 'The former values are back.',
  },
}

interface Item {
  tierPrices: object[]
}

describe('prices by quantity of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function productOf(id: number): Promise<Item & { variants: Item[] }> {
    const token = await service.token('admin', { scope: 'catalogue:read' })
    const { json } = await service.call('GET', `/api/v3/admin/products?filter[id]=${id}`, { token })
    const [found] = (json as { data: (Item & { variants: Item[] })[] }).data
    assert.ok(found)
    return found
  }
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  for (const [locale, t] of Object.entries(languages)) {
    it(`are typed in a row, refused at their field, shown in the list and undone, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'warehouse', locale })
      const { page, browserErrors, open } = office
      await open('/office/products')
      await page.getByRole('button', { name: `${t.edit}: Keten Kumaş` }).click()
      await field(page, t.from(1)).fill('10')
      await field(page, t.price(1)).fill(t.typed)
      await page.getByRole('button', { name: t.add }).click()
      await field(page, t.from(2)).and(page.locator(':focus')).waitFor()
      await field(page, t.from(2)).fill('10')
      await field(page, t.price(2)).fill('5')
      await field(page, t.group(2)).selectOption({ label: 'Toptan (2)' })
      await field(page, t.group(2)).selectOption('')
      await page.getByRole('button', { name: t.save, exact: true }).click()
      await page.getByText(t.repeated).waitFor()
      await assertAccessible(office, 'prices by quantity')
      await page.getByRole('button', { name: t.remove }).click()
      await field(page, t.from(1)).and(page.locator(':focus')).waitFor()
      await field(page, t.price(1)).press('Enter')
      await page.getByText(t.saved).waitFor()
      assert.deepEqual((await productOf(901)).tierPrices, [{ from: 10, price: '1099.50' }])
      await page.getByRole('row').filter({ hasText: 'Keten Kumaş' }).getByText(t.shown).waitFor()
      await page.getByRole('button', { name: t.undo }).click()
      await page.getByText(t.undone).waitFor()
      assert.deepEqual((await productOf(901)).tierPrices, [])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('are shown in the list with their groups, and are a variant’s own', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    await open('/office/products?q=Kupa')
    const row = page.getByRole('row').filter({ hasText: 'Kupa' }).first()
    await row.getByText('from 10 pieces: ₺89.90', { exact: true }).waitFor()
    await row.getByText('1 more price').waitFor()
    await page.getByRole('button', { name: 'Variants of Kupa' }).click()
    await page.getByRole('button', { name: 'Prices by quantity: Kupa, Mavi' }).click()
    await field(page, 'Price 1: Lowest quantity').fill('20')
    await field(page, 'Price 1: Unit price').fill('70')
    await field(page, 'Price 1: Customer group').selectOption('2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Kupa, Mavi: prices by quantity').waitFor()
    const { tierPrices, variants } = await productOf(902)
    assert.equal(tierPrices.length, 3)
    assert.deepEqual(variants[0]?.tierPrices, [{ from: 20, price: '70', customerGroupId: 2 }])
    await page.getByText('Toptan, from 20 pieces: ₺70.00').waitFor()
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('are texts for those who may not change them', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/products?q=Kupa')
    await page.getByText('from 10 pieces: ₺89.90', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Prices by quantity/ }).count(), 0)
    await page.context().close()
  })
})
