/** Coupons and campaigns of the office in a browser: how they are found and changed, by two people at once, too. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { hold } from '../../support/checkouts/orders.ts'
import { ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

/** Markup, an override of the direction of text, and emoji. */
const HOSTILE = '<img src=x onerror=alert(1)>"\u202Etxt\u{1F469}/?#%'
const LONG = 'W'.repeat(255)
const percent = { discountType: 'percent', value: '20', description: 'Kupon' }
const shop = shopFile({
  campaigns: [
    { id: 1, name: 'Bahar', reward: { type: 'percent', value: '15', maximum: '200' }, weekdays: [1, 2] },
    { id: 2, name: LONG, description: HOSTILE, reward: { type: 'buy_x_pay_y', buy: 3, pay: 2 } },
  ],
  coupons: [
    { code: 'BAHAR20', ...percent, startsAt: '2020-03-01T00:00:00+03:00', endsAt: '2020-03-31T23:59:59+03:00' },
    { code: 'ORTAK', ...percent },
    { code: 'SEPETTE', ...percent, value: '10' },
    { code: 'SON', ...percent, usageLimit: 1 },
    { code: HOSTILE, ...percent, description: LONG },
  ],
})

interface Coupon {
  value: string
  description: string
  active: boolean
  usageLimit: number | null
}

describe('coupons and campaigns of the office in a browser', { skip: withoutBrowser }, () => {
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

  async function readRecord(path: string): Promise<unknown> {
    const token = await service.token('admin', { scope: 'promotions:read' })
    const { json, status } = await service.call('GET', `/api/v3/admin/${path}`, { token })
    assert.equal(status, 200)
    return (json as { data: unknown }).data
  }

  async function couponOf(code: string): Promise<Coupon> {
    return (await readRecord(`coupons/${code}`)) as Coupon
  }

  const languages = {
    tr: {
      ended: 'Bitti',
      ends: 'Bitiş',
      save: 'Kaydet',
      saved: 'BAHAR20 kaydedildi.',
      active: 'Geçerli',
      undo: 'Geri al',
    },
    en: { ended: 'Ended', ends: 'Ends', save: 'Save', saved: 'BAHAR20 is saved.', active: 'Active', undo: 'Undo' },
  }
  for (const [locale, texts] of Object.entries(languages)) {
    it(`prolongs a coupon that has ended, and takes it back, in ${locale}`, async () => {
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'marketing', locale })
      await open('/office/coupons')
      const row = page.getByRole('row').filter({ hasText: texts.ended })
      await row.getByRole('link', { name: 'BAHAR20' }).click()
      await page.waitForURL('**/office/coupons/BAHAR20')
      await settled()
      const ends = page.getByLabel(texts.ends, { exact: true })
      assert.equal(await ends.inputValue(), '2020-03-31T23:59:59')
      await ends.fill('2099-12-31T23:59')
      await page.getByRole('button', { name: texts.save }).click()
      await page.getByText(texts.saved).waitFor()
      await page.locator('h1').getByText(texts.active).waitFor()
      await page.getByRole('button', { name: texts.save }).and(page.locator(':focus')).waitFor()
      await page.getByRole('button', { name: texts.undo }).click()
      await page.locator('h1').getByText(texts.ended).waitFor()
      await settled()
      assert.equal(await ends.inputValue(), '2020-03-31T23:59:59')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('compares field by field what two people have made of one coupon, and loses nothing', async () => {
    const options = { role: 'marketing', locale: 'en' } as const
    const first = await openOffice(browser, service, options)
    const second = await openOffice(browser, service, options)
    for (const { open } of [first, second]) await open('/office/coupons/ORTAK')
    const save = (within: Pick<typeof first, 'page'>) => within.page.getByRole('button', { name: 'Save' }).click()
    const discount = ({ page }: typeof first) => page.getByLabel('Discount', { exact: true })
    await discount(first).fill('25')
    await first.page.getByLabel('Limit of uses in all').fill('500')
    await save(first)
    await first.page.getByText('ORTAK is saved.').waitFor()

    const { page } = second
    await discount(second).fill('30')
    await page.getByLabel('Description').fill('Mine')
    await save(second)
    await page.getByRole('heading', { name: 'Somebody else has saved meanwhile' }).waitFor()
    const unit = (name: string): Locator => page.getByRole('group', { name })
    assert.equal(await unit('What it gives').getByRole('radio', { checked: true }).count(), 0)
    assert.match(
      await unit('What it gives').innerText(),
      /Before: 20% off\s+Keep mine\s+30% off\s+Take theirs\s+25% off/,
    )
    assert.ok(await unit('Description').getByRole('radio', { name: 'Keep mine' }).isChecked())
    assert.ok(await unit('Limit of uses in all').getByRole('radio', { name: 'Take theirs' }).isChecked())
    await assertAccessible(second, 'the comparison')
    await page.getByRole('button', { name: 'Save what I chose' }).click()
    await page.getByText('Choose a value for each marked field first.').waitFor()
    assert.equal((await couponOf('ORTAK')).value, '25')
    await unit('What it gives').getByRole('radio', { name: 'Keep mine' }).check()
    await page.getByRole('button', { name: 'Save what I chose' }).click()
    await page.getByText('ORTAK is saved.').waitFor()
    const { value, description, usageLimit } = await couponOf('ORTAK')
    assert.deepEqual([value, description, usageLimit], ['30', 'Mine', 500])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('ORTAK is as it was before.').waitFor()
    const undone = await couponOf('ORTAK')
    assert.deepEqual([undone.value, undone.description, undone.usageLimit], ['25', 'Kupon', 500])
    for (const office of [first, second]) {
      assert.deepEqual(office.browserErrors, [])
      await office.page.context().close()
    }
  })

  it('creates, copies, switches off and deletes a coupon, with errors at their fields', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/coupons/new?from=SEPETTE')
    const code = page.getByLabel('Coupon code')
    const create = page.getByRole('button', { name: 'Create' })
    await code.fill('ortak')
    await create.click()
    await page.getByText('There is a coupon with this code. Choose another code.').waitFor()
    await code.and(page.locator(':focus')).waitFor()
    await code.fill('YENİ')
    await page.getByLabel('Discount', { exact: true }).fill('110')
    await create.click()
    await page.getByText('A percentage is at most 100.').waitFor()
    await page.getByLabel('Discount', { exact: true }).fill('7,5')
    await create.click()
    await page.getByText('YENİ is created.').waitFor()
    await page.getByRole('heading', { name: 'YENİ' }).waitFor()
    assert.equal((await couponOf('YEN%C4%B0')).value, '7.5')
    await page.getByLabel('Description').fill('Unsaved')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog', { name: 'Switch off YENİ?' }).getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('YENİ is off: customers cannot use it any more.').waitFor()
    assert.equal((await couponOf('YEN%C4%B0')).active, false)
    assert.equal(await page.getByLabel('Description').inputValue(), 'Unsaved')
    await page.getByLabel('On: customers can use it').and(page.locator(':not(:checked)')).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('YENİ is deleted.').waitFor()
    await page.getByRole('heading', { name: 'Coupons', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'YENİ' }).waitFor()
    assert.equal((await couponOf('YEN%C4%B0')).active, true)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('keeps what was written when somebody else has deleted the coupon, and creates it again', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    const token = await service.token('admin', { scope: 'promotions:write' })
    const url = '/api/v3/admin/coupons/GONE'
    await service.call('PUT', url, { token, body: { discountType: 'fixed', value: '5' } })
    await open('/office/coupons/GONE')
    await page.getByLabel('Discount', { exact: true }).fill('6')
    assert.equal((await service.call('DELETE', url, { token })).status, 204)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has deleted this record.').waitFor()
    assert.equal(await page.getByLabel('Discount', { exact: true }).inputValue(), '6')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('GONE is saved.').waitFor()
    assert.equal((await couponOf('GONE')).value, '6')
    await page.context().close()
  })

  it('creates a campaign with the fields of its reward', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/new')
    assert.equal(await page.getByLabel('Number of the campaign', { exact: true }).inputValue(), '3')
    await page.getByLabel('Name', { exact: true }).fill('Kış')
    await page.getByLabel('Kind of discount').selectOption('buy_x_pay_y')
    await page.getByLabel('Pieces in the cart').fill('3')
    await page.getByLabel('Pieces to pay for').fill('3')
    for (const day of ['Saturday', 'Sunday']) await page.getByLabel(day).uncheck()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Fewer pieces must be paid for than are in the cart.').waitFor()
    await page.getByLabel('Pieces to pay for').fill('2')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Kış is created.').waitFor()
    const { reward, weekdays } = (await readRecord('campaigns/3')) as { reward: object; weekdays: number[] }
    assert.deepEqual([reward, weekdays], [{ type: 'buy_x_pay_y', buy: 3, pay: 2 }, [1, 2, 3, 4, 5]])
    await page.context().close()
  })

  it('shows the effect of the saved coupon on a cart, as the API states it', async () => {
    const token = await service.token('member', { id: String(ids.otherMember) })
    await addItem(service, token, ids.plain, 1)
    await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'sepette' } })
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/coupons/SEPETTE')
    await page.getByLabel('Cart', { exact: true }).fill(String(ids.otherMember))
    await page.getByRole('button', { name: 'Show' }).click()
    const { json } = await service.call('GET', '/cart', { token })
    const { attributes } = (json as { data: { attributes: { appliedCoupon: { discountAmount: { amount: string } } } } })
      .data
    await page.getByText(`The total changes by -₺${attributes.appliedCoupon.discountAmount.amount}`).waitFor()
    await open('/office/coupons/ORTAK')
    await page.getByLabel('Cart', { exact: true }).fill(`member:${ids.otherMember}`)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('It takes the place of the coupon SEPETTE.').waitFor()
    await page.context().close()
  })

  it('lists a coupon as used up whose last use a cart holds', async () => {
    const token = await service.token('member', { id: String(ids.member) })
    await addItem(service, token, ids.plain, 1)
    await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'SON' } })
    assert.equal((await hold(service, 'U-1', token)).status, 201)
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/coupons')
    const row = page.getByRole('row').filter({ hasText: 'SON' })
    assert.match(await row.innerText(), /1 of 1\s+Used up/)
    await page.context().close()
  })

  it('shows hostile texts as they are', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const paths = [
      ...['/office/coupons', `/office/coupons/${encodeURIComponent(HOSTILE)}`],
      ...['/office/campaigns', '/office/campaigns/2'],
    ]
    for (const path of paths) {
      await open(path)
      await assertAccessible({ page }, path)
      assert.equal(await page.locator('main img[src="x"]').count(), 0)
    }
    await open('/office/coupons')
    await page.getByRole('link', { name: HOSTILE }).click()
    await page.locator('h1').getByText(HOSTILE).waitFor()
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('has no axe violations and no horizontal overflow, narrow and wide, light and dark', async () => {
    const office = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    for (const path of ['/office/coupons/new', '/office/campaigns/1']) {
      await office.open(path)
      await assertAccessible(office, path)
    }
    await office.page.getByRole('button', { name: 'Sil' }).click()
    await office.page.getByRole('dialog').waitFor()
    await assertAccessible(office, 'the dialog')
    assert.deepEqual(office.browserErrors, [])
    await office.page.context().close()
  })
})
