/** Picking by name in the office in a browser: carts and customers of a preview, groups and campaigns in forms, with the keyboard and at 320 px. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const NOBODY = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
const shop = shopFile({
  customers: [
    customer(ids.member, { name: 'Ayşe', surname: 'Yılmaz' }),
    customer(ids.dealer, { name: 'Deniz', surname: 'Kaya', customerGroupId: ids.group, dealer: true }),
  ],
  campaigns: [
    {
      ...{ id: 1, name: 'Gelecek', automatic: true, reward: { type: 'percent', value: '15' } },
      ...{ startsAt: '2090-01-01T00:00:00Z', audience: { ...NOBODY, customerGroupIds: [ids.group] } },
    },
    { id: 2, name: 'Kuponla', couponBound: true, reward: { type: 'percent', value: '5' } },
  ],
  coupons: [
    { code: 'BAYİ', discountType: 'percent', value: '10', audience: { ...NOBODY, customerGroupIds: [ids.group] } },
  ],
})

describe('picking by name in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    await service.importShop({ products: [product({ id: 800, brand: 'Marin' })] })
    const member = await service.token('member', { id: String(ids.member) })
    await addItem(service, member, ids.plain, 3)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const says = (page: Page, text: string | RegExp) => page.locator('.preview-result').getByText(text).first().waitFor()

  it('judges a campaign at a time to come and for a customer, with the keyboard alone', async () => {
    const office = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const { page, browserErrors, open } = office
    await page.setViewportSize({ width: 320, height: 800 })
    await open('/office/campaigns/1')
    await page.getByLabel('Cart', { exact: true }).focus()
    await page
      .locator('.offers')
      .getByRole('button', { name: /Ayşe Yılmaz/ })
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.picked').getByText('Ayşe Yılmaz').waitFor()
    await says(page, 'It does not apply to this cart.')
    await says(page, /Judged for Ayşe Yılmaz, at /)
    const shopper = page.getByLabel('For this customer', { exact: true })
    await shopper.focus()
    await page.keyboard.type(String(ids.dealer))
    await page.keyboard.press('Enter')
    await page.locator('.picked').getByText('Deniz Kaya').waitFor()
    await says(page, /Judged for Deniz Kaya, at /)
    await says(page, 'It does not apply to this cart.')
    await page.getByLabel('At this time', { exact: true }).fill('2090-01-15T12:00')
    await page.getByRole('button', { name: 'Show' }).press('Enter')
    await says(page, /The total changes by -₺/)
    await says(page, /2090/)
    await assertAccessible(office, 'the preview')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('judges for an email that no customer has as for a guest, and names it once', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'support', locale: 'tr' })
    await open(`/office/coupons/${encodeURIComponent('BAYİ')}`)
    await page.getByLabel('Sepet', { exact: true }).fill(String(ids.member))
    await page.getByLabel('Bu müşteri için', { exact: true }).fill('yok@example.com')
    await page.getByRole('button', { name: 'Göster' }).click()
    await says(page, /^Değerlendirilen: Misafir \(yok@example\.com\)\. Zaman: /)
    const picked = page.getByRole('list', { name: /^Bu müşteri için/ })
    const [entry = ''] = await picked.getByRole('listitem').allInnerTexts()
    assert.equal(entry.trim(), 'yok@example.com')
    const shopper = page.getByLabel('Bu müşteri için', { exact: true })
    assert.equal(await shopper.inputValue(), '')
    await picked.getByRole('button').click()
    await says(page, /^Değerlendirilen: Ayşe Yılmaz\. /)
    await shopper.press('ArrowDown')
    await page.locator('.offers').getByRole('button', { name: 'Misafir' }).click()
    await says(page, /^Değerlendirilen: Misafir\. Zaman: /)
    assert.equal((await picked.getByRole('listitem').innerText()).trim(), 'Misafir')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('offers groups and campaigns by name, and warns of what the shop does not have before it is saved', async () => {
    const office = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    const { page, open } = office
    await open('/office/coupons')
    await page.getByRole('row').filter({ hasText: 'BAYİ' }).getByText('Bayi', { exact: true }).waitFor()
    await open('/office/coupons/new')
    const bound = page.locator('[data-picker="campaignId"]')
    await bound.focus()
    await page
      .locator('.offers')
      .getByRole('button', { name: /Kuponla/ })
      .press('Enter')
    await page.locator('.picked').getByText('Kuponla').waitFor()
    await page
      .getByText('Excluded customers', { exact: true })
      .or(page.locator('summary', { hasText: /ustomers/ }))
      .first()
      .click()
    const groups = page.locator('[data-picker="audience/exclude/customerGroupIds"]')
    await groups.fill('bay')
    await page.locator('.offers').getByRole('button', { name: /Bayi/ }).click()
    await groups.fill('77')
    await groups.press('Enter')
    await page.getByText('There is no such record in the shop: Group 77. Check it before you save.').waitFor()
    await assertAccessible(office, 'the form with an unknown group')
    await page.context().close()
  })

  it('names variants, and warns of variants and terms that no product has before the coupon is saved', async () => {
    const { page, open, settled } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/coupons/new')
    const field = (name: string) => page.locator('fieldset.picker', { has: page.locator(`[data-picker="${name}"]`) })
    const add = async (name: string, text: string) => {
      const search = page.locator(`[data-picker="${name}"]`)
      await search.fill(text)
      await search.press('Enter')
    }
    await page.locator('summary').filter({ hasText: 'Varyantlar ve fiyat aralığı' }).press('Enter')
    await add('conditions/variantIds', `${ids.smallBlue} 987`)
    const variants = field('conditions/variantIds')
    await variants.locator('.picked').getByText('Yün kazak, Mavi / S').waitFor()
    await variants.getByText('Mağazada böyle bir kayıt yok: Varyant 987.').waitFor()
    await add('conditions/brands', 'Yokmarka')
    const brands = field('conditions/brands')
    await brands.getByText('Mağazada böyle bir kayıt yok: Yokmarka.').waitFor()
    await brands.getByRole('button', { name: 'Yokmarka' }).click()
    await brands.locator('.field-warning').waitFor({ state: 'detached' })
    await add('conditions/brands', 'marin')
    await brands.locator('.picked').getByText('marin').waitFor()
    await settled()
    assert.equal(await brands.locator('.field-warning').count(), 0)
    await page.context().close()
  })

  it('names the group of the customer on the cart, and folds the conditions that hold', async () => {
    const dealer = await service.token('member', { id: String(ids.dealer) })
    await addItem(service, dealer, ids.plain, 1)
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open(`/office/carts/member:${ids.dealer}`)
    const campaign = page.locator('details.campaign').filter({ hasText: 'Gelecek' })
    await campaign.locator('summary').first().click()
    await campaign.locator('.fails').first().waitFor()
    assert.equal(await campaign.locator('.holds').first().isVisible(), false)
    await campaign.getByText(/\d+ conditions hold/).click()
    await campaign.getByText(/a member in the group .*Bayi/).waitFor()
    await page.context().close()
  })

  it('shows on the page of a customer whether the coupon of the cart applies, and leads to the reason', async () => {
    const member = await service.token('member', { id: String(ids.member) })
    await service.importShop({ coupons: [{ code: 'YAZ', discountType: 'percent', value: '10' }] })
    await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: 'YAZ' } })
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open(`/office/customers/${ids.member}`)
    await page.getByText(/The coupon .*YAZ.* applies/).waitFor()
    await page.getByRole('link', { name: 'See why in the cart' }).click()
    await page.waitForURL(`**/office/carts/member:${ids.member}`)
    await page.context().close()
  })
})
