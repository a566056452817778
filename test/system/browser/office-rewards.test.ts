/** Rewards in the forms of the office in a browser: tiers, gifts and limits are typed, refused at their fields, kept, and said in words. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const shop = shopFile({
  products: [
    product({ id: 801, name: 'Keten Gömlek', price: '300', categories: ['Gömlek'] }),
    product({ id: 802, name: 'İpek Kravat', price: '90', brand: 'İpek Yolu', categories: ['Kravat'] }),
  ],
  campaigns: [
    { id: 1, name: 'Bahar', reward: { type: 'percent', value: '15' } },
    { id: 2, name: 'Bağlı', reward: { type: 'percent', value: '15' }, couponBound: true },
  ],
  coupons: [
    { code: 'KADEME', discountType: 'percent', value: '5' },
    { code: 'BAGLI', discountType: 'percent', campaignId: 2, conditions: { minimumTotal: '400' } },
  ],
})

const languages = {
  tr: {
    kind: 'İndirim türü',
    size: 'İndirimin miktarı',
    from: (at: number) => `${at}. kademe: En az tutar`,
    value: (at: number) => `${at}. kademe: İndirim (TRY)`,
    add: 'Kademe ekle',
    create: 'Oluştur',
    name: 'Ad',
    order: 'Her kademe bir öncekinden büyük bir değerle başlamalı.',
    missing: 'Bu alanı doldurun.',
    created: 'Yaz oluşturuldu.',
    gives: '₺500,00 ve üzeri: ₺50,00 indirim; ₺1.000,00 ve üzeri: ₺120,00 indirim',
    thousand: '1.000',
  },
  en: {
    kind: 'Kind of discount',
    size: 'Size of the discount',
    from: (at: number) => `Tier ${at}: Lowest total`,
    value: (at: number) => `Tier ${at}: Discount (TRY)`,
    add: 'Add a tier',
    create: 'Create',
    name: 'Name',
    order: 'Each tier must begin above the one before it.',
    missing: 'Fill in this field.',
    created: 'Yaz is created.',
    gives: 'from ₺500.00: ₺50.00 off; from ₺1,000.00: ₺120.00 off',
    thousand: '1,000',
  },
}

interface Reward {
  reward: Record<string, unknown>
  usageLimitPerCustomer: number | null
}

describe('rewards in the forms of the office in a browser', { skip: withoutBrowser }, () => {
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

  async function read<T>(path: string): Promise<T> {
    const token = await service.token('admin', { scope: 'promotions:read' })
    const { json, status } = await service.call('GET', `/api/v3/admin/${path}`, { token })
    assert.equal(status, 200)
    return (json as { data: T }).data
  }

  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const focused = (page: Page, label: string) => field(page, label).and(page.locator(':focus')).waitFor()

  let id = 2
  for (const [locale, t] of Object.entries(languages)) {
    it(`give tiers that are sorted, refused at their row and said in words, in ${locale}`, async () => {
      id += 1
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale })
      await open('/office/campaigns/new')
      const summary = page.locator('.key-values')
      await field(page, t.kind).selectOption('fixed')
      await field(page, t.size).selectOption('total')
      await field(page, t.from(1)).fill(t.thousand)
      await field(page, t.value(1)).fill('120')
      await page.getByRole('button', { name: t.create }).click()
      await page.getByText(t.missing).waitFor()
      await focused(page, t.name)
      await field(page, t.name).fill('Yaz')
      await page.getByRole('button', { name: t.add }).click()
      await focused(page, t.from(2))
      await field(page, t.from(2)).fill('1000')
      await field(page, t.value(2)).fill('50')
      await page.getByRole('button', { name: t.create }).click()
      await page.getByText(t.order).waitFor()
      await focused(page, t.from(2))
      await field(page, t.from(2)).fill('500')
      await summary.getByText(t.gives).waitFor()
      await page.getByRole('button', { name: t.create }).click()
      await page.getByText(t.created).waitFor()
      await page.locator('.lead').getByText(t.gives).waitFor()
      const { reward } = await read<Reward>(`campaigns/${id}`)
      const tiers = [
        { from: '500', value: '50' },
        { from: '1000', value: '120' },
      ]
      assert.deepEqual(reward, { type: 'fixed', by: 'total', tiers })
      await open('/office/campaigns')
      await page.getByRole('row').filter({ hasText: 'Yaz' }).getByText(t.gives).first().waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('keep what was typed while the kind is switched, and after a refusal', async () => {
    const office = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    const { page, browserErrors, open } = office
    await open('/office/campaigns/1')
    const kind = field(page, 'Kind of discount')
    await kind.selectOption('buy_x_get_y')
    assert.equal(await field(page, 'Discount of those pieces (%)').inputValue(), '100')
    await field(page, 'Pieces to buy').fill('2')
    await field(page, 'Discounted pieces').fill('0')
    await field(page, 'Which products are discounted').selectOption('others')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Choose the products that are discounted.').waitFor()
    await focused(page, 'Which products are discounted')
    await field(page, 'Discounted categories: search and add').fill('krav')
    await page.locator('.offers').getByRole('button').filter({ hasText: 'Kravat' }).click()
    await kind.selectOption('fixed')
    await field(page, 'Size of the discount').selectOption('quantity')
    await field(page, 'Tier 1: Lowest number of pieces').fill('3')
    await field(page, 'Tier 1: Discount (TRY)').fill('30')
    await kind.selectOption('buy_x_get_y')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Write a whole number, one or above.').waitFor()
    await focused(page, 'Discounted pieces')
    await kind.selectOption('percent')
    assert.equal(await page.locator('.field-error, form > .alert:visible').count(), 0)
    assert.equal(await field(page, 'Tier 1: Lowest number of pieces').inputValue(), '3')
    assert.equal(await field(page, 'Tier 1: Discount (%)').inputValue(), '30')
    await assertAccessible(office, 'tiers')
    await kind.selectOption('buy_x_get_y')
    assert.equal(await field(page, 'Pieces to buy').inputValue(), '2')
    await page.locator('.picked').filter({ hasText: 'Kravat' }).waitFor()
    await field(page, 'Discounted pieces').fill('1')
    await field(page, 'Limit of each customer').fill('2')
    await assertAccessible(office, 'a gift')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bahar is saved.').waitFor()
    await page.locator('.key-values').getByText('Buy 2, get 1 free; discounted: Kravat').waitFor()
    const { reward, usageLimitPerCustomer } = await read<Reward>('campaigns/1')
    const target = { productIds: [], variantIds: [], brands: [], categories: ['Kravat'], tags: [] }
    assert.deepEqual(reward, { type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: null, target })
    assert.equal(usageLimitPerCustomer, 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Bahar is as it was before.').waitFor()
    assert.deepEqual((await read<Reward>('campaigns/1')).reward, { type: 'percent', value: '15', maximum: null })
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('give tiers of a coupon by keyboard, whose rows are removed and keep the focus', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/coupons/KADEME')
    await field(page, 'İndirimin miktarı').selectOption('quantity')
    const add = page.getByRole('button', { name: 'Kademe ekle' })
    for (const [at, [from, value]] of [
      ['3', '10'],
      ['5', '20'],
      ['2', '110'],
    ].entries()) {
      if (at > 0) await add.press('Enter')
      await field(page, `${at + 1}. kademe: En az adet`).fill(String(from))
      await field(page, `${at + 1}. kademe: İndirim (%)`).fill(String(value))
    }
    await field(page, 'En fazla indirim').fill('250')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    // The rows are in ascending order now: the third is the first.
    await page.getByText('Yüzde en fazla 100 olabilir.').waitFor()
    await focused(page, '1. kademe: İndirim (%)')
    await page.getByRole('button', { name: '1. kademeyi çıkar' }).press('Enter')
    await focused(page, '1. kademe: En az adet')
    assert.equal(await field(page, '1. kademe: En az adet').inputValue(), '3')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await page.getByText('KADEME kaydedildi.').waitFor()
    const coupon = await read<Record<string, unknown>>('coupons/KADEME')
    const tiers = [
      { from: 3, value: '10' },
      { from: 5, value: '20' },
    ]
    assert.deepEqual([coupon.value, coupon.by, coupon.tiers, coupon.maximum], [null, 'quantity', tiers, '250'])
    await page.context().close()
  })

  it('show in a preview and in the cart which tier is reached, and which units are chosen', async () => {
    const token = await service.token('member', { id: String(ids.otherMember) })
    await addItem(service, token, 801, 2)
    await addItem(service, token, 802, 3)
    const office = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const { page, browserErrors, open } = office
    await open('/office/campaigns/1')
    const effect = page.locator('.preview-result .reward-effect')
    await field(page, 'Cart').fill(String(ids.otherMember))
    await page.getByRole('button', { name: 'Show' }).click()
    await field(page, 'Size of the discount').selectOption('total')
    await field(page, 'Tier 1: Lowest total').fill('100')
    await field(page, 'Tier 1: Discount (%)').fill('5')
    await effect.getByText('Tier that is reached: from ₺100.00: 5% off.').waitFor()
    await field(page, 'Tier 1: Lowest total').fill('99000')
    await effect.getByText('No tier is reached yet.').waitFor()
    await field(page, 'Kind of discount').selectOption('buy_x_get_y')
    await field(page, 'Pieces to buy').fill('9')
    await field(page, 'Discounted pieces').fill('1')
    await effect.getByText('The cart has no complete set.').waitFor()
    await field(page, 'Pieces to buy').fill('1')
    await field(page, 'Most times in one cart').fill('2')
    await effect.getByText('The cart has 2 sets.').waitFor()
    assert.match(await effect.innerText(), /Paid in full\s+2 × Keten Gömlek\s+Discounted\s+2 × İpek Kravat/)
    await assertAccessible(office, 'the preview of a gift')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bahar is saved.').waitFor()
    await open(`/office/carts/member:${ids.otherMember}`)
    const campaign = page.locator('details.campaign').filter({ hasText: 'Bahar' })
    await campaign.locator('> summary').click()
    assert.match(await campaign.innerText(), /The cart has 2 sets\.[\s\S]*2 × Keten Gömlek[\s\S]*2 × İpek Kravat/)
    await assertAccessible(office, 'the cart with a gift')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('are those of the campaign, of a coupon that is bound to one', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/coupons/BAGLI')
    const summary = page.locator('.key-values')
    await summary.getByText('“Bağlı” kampanyasının koşulları').waitFor()
    assert.equal(await summary.getByText('400').count(), 0)
    await page.context().close()
  })
})
