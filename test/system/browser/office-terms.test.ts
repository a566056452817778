/** Brands, categories and tags of the office in a browser: picked in promotions and products, and hostile, missing and very many ones. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

/** Markup, an override of the direction that is not ended, and letters that are read from the right. */
const EVIL = '<img src=x onerror=alert(1)>\u202Egnp.ضيف'
const MANY = Array.from({ length: 10_000 }, (_, at) => `Etiket ${at}`)
const percent = { type: 'percent', value: '10' }
const shop = shopFile({
  products: [
    product({
      id: 801,
      price: '500',
      name: 'Tüvit Gömlek',
      brand: 'Vakko',
      categories: ['Vitrin > Gömlek'],
      tags: ['yaz', 'keten'],
    }),
    product({ id: 802, name: 'Yün Kazak', brand: 'Mavi, İpek', categories: ['Vitrin > Kazak'], tags: ['kış'] }),
    product({ id: 803, name: EVIL, brand: EVIL, categories: [`Vitrin > ${EVIL}`], tags: [EVIL] }),
    product({ id: 804, name: 'Güveç', variants: [{ id: 8041, name: '24 cm', stock: 5 }] }),
  ],
  campaigns: [
    { id: 1, name: 'Bahar', reward: percent },
    { id: 2, name: 'Çok etiket', reward: percent, conditions: { tags: MANY, exclude: { productIds: [801, 802] } } },
    { id: 3, name: EVIL, reward: percent, conditions: { brands: [EVIL], productIds: [803] } },
    {
      id: 4,
      name: 'Uygulamada 30',
      automatic: true,
      reward: { type: 'fixed', value: '30' },
      audience: { channels: ['app'] },
    },
    { id: 5, name: 'Her yerde 20', automatic: true, reward: { type: 'fixed', value: '20' }, priority: 9 },
  ],
  coupons: [{ code: 'ILK', discountType: 'fixed', value: '5', audience: { firstOrder: true } }],
})

const languages = {
  tr: {
    category: 'Kategoriler: ara ve ekle',
    brand: 'Markalar: ara ve ekle',
    products: 'Ürünler: ara ve ekle',
    left: 'Hariç tutulan ürünler',
    notTags: 'Bu etiketler hariç: ara ve ekle',
    automatic: 'Kendiliğinden uygulanır',
    coupons: 'Kuponla birlikte de geçerli',
    save: 'Kaydet',
    saved: 'Bahar kaydedildi.',
    count: '2 ürün',
    way: 'Kendiliğinden uygulanır',
    scope: 'Vitrin · Mavi, İpek · 1 ürün · bazı ürünler hariç',
  },
  en: {
    category: 'Categories: search and add',
    brand: 'Brands: search and add',
    products: 'Products: search and add',
    left: 'Products that are left out',
    notTags: 'Not these tags: search and add',
    automatic: 'Applies by itself',
    coupons: 'Applies beside coupons, too',
    save: 'Save',
    saved: 'Bahar is saved.',
    count: '2 products',
    way: 'Applies by itself',
    scope: 'Vitrin · Mavi, İpek · 1 product · some products left out',
  },
}

interface Campaign {
  automatic: boolean
  combinesWithCoupons: boolean
  audience: { channels: string[]; exclude: { dealers: boolean } } | null
  conditions: Record<'brands' | 'categories' | 'tags', string[]> & {
    productIds: number[]
    variantIds: number[]
    exclude: { tags: string[]; productIds: number[] }
  }
}

describe('brands, categories and tags of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    await addItem(service, await service.token('member', { id: String(ids.otherMember) }), 801, 1)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function read<T>(path: string): Promise<T> {
    const token = await service.token('admin', { scope: 'promotions:read catalogue:read customers:read' })
    const { json, status } = await service.call('GET', `/api/v3/admin/${path}`, { token })
    assert.equal(status, 200)
    return (json as { data: T }).data
  }
  const campaignOf = (id: number) => read<Campaign>(`campaigns/${id}`)
  const offers = (page: Page) => page.locator('.offers')
  /** Types into the search of a list, and picks what it offers. */
  async function pick(page: Page, label: string, typed: string, offered: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(typed)
    await offers(page).getByRole('button').filter({ hasText: offered }).click()
  }
  const marked = (page: Page, label: string): Locator => page.locator('.picker').filter({ hasText: label })

  for (const [locale, t] of Object.entries(languages)) {
    it(`are picked by name for a campaign, and left out, in ${locale}`, async () => {
      const token = await service.token('admin', { scope: 'promotions:write' })
      await service.call('PUT', '/api/v3/admin/campaigns/1', { token, body: { name: 'Bahar', reward: percent } })
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale })
      await open('/office/campaigns/1')
      await page.getByLabel(t.category, { exact: true }).fill('VITRIN')
      await offers(page)
        .getByRole('button')
        .filter({ hasText: /^Vitrin3 / })
        .click()
      await pick(page, t.brand, 'ipek', 'Mavi, İpek')
      await pick(page, t.products, 'tüvit', 'Tüvit Gömlek')
      await page.getByText(t.left, { exact: true }).click()
      await page.getByLabel(t.notTags, { exact: true }).fill('Outlet')
      await page.getByLabel(t.notTags, { exact: true }).press('Enter')
      await page.getByRole('checkbox', { name: t.automatic }).check()
      await page.getByRole('checkbox', { name: t.coupons }).uncheck()
      await page.getByRole('button', { name: t.save }).click()
      await page.getByText(t.saved).waitFor()
      await page.locator('.field-warning').filter({ hasText: 'Outlet' }).waitFor()
      const { automatic, combinesWithCoupons, audience, conditions } = await campaignOf(1)
      const { categories, brands, productIds, exclude } = conditions
      assert.deepEqual(
        [automatic, combinesWithCoupons, audience, categories, brands, productIds, exclude.tags],
        [true, false, null, ['Vitrin'], ['Mavi, İpek'], [801], ['Outlet']],
      )
      await open('/office/campaigns')
      const row = page.getByRole('row').filter({ hasText: 'Bahar' })
      await row.getByText(t.way).waitFor()
      await row.getByText(t.scope).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('keep 10,000 tags of a campaign through a save, and show few of them', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/2')
    const tags = marked(page, 'Tags').first()
    await tags.getByText('9,970 more are picked.').waitFor()
    assert.equal(await tags.locator('.picked li').count(), 30)
    await page.getByText('Tüvit Gömlek', { exact: true }).waitFor()
    await tags.getByRole('button', { name: 'Remove Etiket 0', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Çok çok etiket')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Çok çok etiket is saved.').waitFor()
    const { conditions } = await campaignOf(2)
    assert.deepEqual(conditions.tags, MANY.slice(1))
    assert.deepEqual(conditions.exclude.productIds, [801, 802])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Çok etiket is as it was before.').waitFor()
    assert.deepEqual((await campaignOf(2)).conditions.tags, MANY)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('lose no text that was typed and not added, and no choice of customers', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/5')
    const save = page.getByRole('button', { name: 'Save' })
    const brands = page.getByLabel('Brands: search and add', { exact: true })
    await brands.fill('Yeni Marka')
    await save.click()
    await page.getByText('What you typed was not added:').waitFor()
    await brands.and(page.locator(':focus')).waitFor()
    await brands.press('Enter')
    await page.getByLabel('Who can use it').selectOption('chosen')
    await page.getByLabel('On the first order alone').check()
    await save.click()
    await page.getByText('Choose who: with nobody chosen').waitFor()
    await page.getByLabel('All members', { exact: true }).check()
    await save.click()
    await page.getByText('Her yerde 20 is saved.').waitFor()
    assert.deepEqual((await campaignOf(5)).conditions.brands, ['Yeni Marka'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Her yerde 20 is as it was before.').waitFor()
    await page.context().close()
  })

  it('name what the shop does not have at the fields of a new coupon', async () => {
    const { page, open, settled } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/coupons/new')
    await page.getByLabel('Kupon kodu').fill('YOK')
    await page.getByLabel('İndirim', { exact: true }).fill('5')
    const products = page.getByLabel('Ürünler: ara ve ekle', { exact: true })
    await products.fill('999999 801')
    await products.press('Enter')
    await page.getByText('Hariç tutulan müşteriler', { exact: true }).click()
    const groups = page.getByLabel('Şu müşteri grupları hariç: ara ve ekle', { exact: true })
    await groups.fill('77')
    await groups.press('Enter')
    await page.getByText('Mağazada böyle bir kayıt yok: Grup 77.').waitFor()
    await page.getByText(/^Mağazada böyle bir kayıt yok: .*999999/).waitFor()
    await page.getByRole('button', { name: 'Oluştur' }).click()
    await page.getByText('İşaretli alanları kontrol edin.').waitFor()
    await settled()
    await marked(page, 'Ürünler').getByText('Mağazada bulunamadı: 999999.').waitFor()
    await page.getByText('Mağazada bulunamadı: 77.').waitFor()
    await page.context().close()
  })

  it('are picked of a variant by the name of its product, with the keyboard alone', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/5')
    await page.locator('summary').filter({ hasText: 'Variants and a price range' }).press('Enter')
    const variants = page.getByLabel('Variants: search and add', { exact: true })
    await variants.fill('güveç')
    await offers(page).getByRole('button').filter({ hasText: 'Güveç, 24 cm' }).waitFor()
    await variants.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.picked').getByText('Güveç, 24 cm').waitFor()
    await variants.focus()
    await page.locator('.picked').getByRole('button', { name: 'Remove Güveç, 24 cm' }).press('Enter')
    await variants.and(page.locator(':focus')).waitFor()
    assert.equal(await page.locator('.picked').count(), 0)
    await page.context().close()
  })

  it('are typed, and asked of nobody, without the scope of the catalogue', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await page.route('**/office/session', async route => {
      const response = await route.fetch()
      const session = await response.json()
      await route.fulfill({ response, json: { ...session, scopes: ['promotions:read', 'promotions:write'] } })
    })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await open('/office/campaigns/2')
    const brands = page.getByLabel('Brands: search and add', { exact: true })
    await brands.fill('Vakko')
    await brands.press('Enter')
    await page.locator('.picked').getByText('Vakko').waitFor()
    await page.locator('.picked').getByText('Product 801').waitFor()
    assert.deepEqual(
      asked.filter(url => /\/admin\/(catalogue-terms|products)/.test(url)),
      [],
    )
    await page.context().close()
  })

  it('are texts, however hostile, in pickers, lists and products', async () => {
    const office = await openOffice(browser, service, {
      role: 'owner',
      locale: 'en',
      viewport: { width: 320, height: 700 },
    })
    const { page, browserErrors, open } = office
    const isHarmless = async (where: string) => {
      assert.equal(await page.locator('img[src="x"], [onerror]').count(), 0, where)
      const loose = await page.evaluate(
        `[...document.querySelectorAll('main bdi, main small, main p, main span')].filter(each =>
          each.childElementCount === 0 && each.textContent.includes('\\u202E') && !each.closest('bdi, [dir="auto"], .visually-hidden')).length`,
      )
      assert.equal(loose, 0, where)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, where)
    }
    await open('/office/campaigns/3')
    for (const label of ['Categories', 'Brands', 'Tags']) {
      await page.getByLabel(`${label}: search and add`, { exact: true }).fill('<img')
      await offers(page).getByRole('button').filter({ hasText: EVIL }).waitFor()
      await isHarmless(label)
      await page.keyboard.press('Escape')
    }
    await page.locator('.picked').filter({ hasText: EVIL }).last().waitFor()
    await open('/office/campaigns')
    await page.getByRole('row').filter({ hasText: EVIL }).getByText(EVIL).last().waitFor()
    await isHarmless('the list')
    await open(`/office/products?brand=${encodeURIComponent(EVIL)}`)
    await page.getByText('1 product shown.').waitFor()
    await page.getByRole('button', { name: /brand, categories and tags/ }).click()
    await page.locator('.term-fields').waitFor()
    await isHarmless('the product')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('find products, are changed in a row, refused at their field, and undone', async () => {
    const { page, browserErrors, open, settled } = await openOffice(browser, service, {
      role: 'warehouse',
      locale: 'en',
    })
    await open('/office/products')
    await page.getByText('Brand, category or tag', { exact: true }).click()
    await page.getByLabel('Category', { exact: true }).fill('vitrin')
    await page.locator('datalist option[value="Vitrin > Kazak"]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**/office/products?category=vitrin')
    await page.getByText('3 products shown.').waitFor()
    await page.getByRole('link', { name: 'Vakko' }).click()
    await page.getByText('1 product shown.').waitFor()
    await settled()
    await page.getByRole('button', { name: 'Tüvit Gömlek: brand, categories and tags' }).click()
    const fields = page.getByRole('group', { name: 'Tüvit Gömlek: brand, categories and tags' })
    await fields.getByLabel('Brand', { exact: true }).fill('x'.repeat(256))
    await pick(page, 'Tags: search and add', 'kış', 'kış')
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('A brand has at most 255 characters.').waitFor()
    await fields.getByLabel('Brand', { exact: true }).fill('')
    await save.click()
    await page.getByText('Tüvit Gömlek: brand, categories, tags').waitFor()
    const productOf = async () => (await read<{ brand: string | null; tags: string[] }[]>('products?filter[id]=801'))[0]
    const changed = await productOf()
    assert.deepEqual([changed?.brand, changed?.tags], [null, ['yaz', 'keten', 'kış']])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The former values are back.').waitFor()
    const undone = await productOf()
    assert.deepEqual([undone?.brand, undone?.tags], ['Vakko', ['yaz', 'keten']])
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('counts orders of a customer elsewhere', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open(`/office/customers/${ids.member}`)
    await page.getByText('Completed orders').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Orders in other systems').fill('-1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Write a whole number, zero or above.').waitFor()
    await page.getByLabel('Orders in other systems').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is saved.').waitFor()
    assert.equal((await read<{ orderCount: number }>(`customers/${ids.member}`)).orderCount, 3)
    await page.context().close()
  })

  it('says for each channel which automatic campaign applies and why, also in a preview', async () => {
    const office = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const { page, browserErrors, open } = office
    const campaign = (name: string) =>
      page.locator('details.campaign').filter({ has: page.locator('summary', { hasText: name }) })
    const opened = async (name: string) => {
      await campaign(name).locator('summary').first().click()
      return campaign(name).innerText()
    }
    await open(`/office/carts/member:${ids.otherMember}`)
    assert.match(
      await opened('Uygulamada 30'),
      /Applied[\s\S]*It applies by itself: it saves most in this cart \(₺30\.00\)/,
    )
    assert.match(await opened('Her yerde 20'), /“Uygulamada 30” saves more: ₺30\.00\. This campaign would save ₺20\.00/)
    await assertAccessible(office, 'the cart')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'The web shop' }).click()
    await page.waitForURL('**?channel=web')
    await office.settled()
    assert.match(
      await opened('Uygulamada 30'),
      /Does not apply[\s\S]*Where the customer shops: the web shop\. Where it applies: the app\./,
    )
    assert.match(await opened('Her yerde 20'), /Applied/)
    await open('/office/campaigns/4')
    await page.getByLabel('Cart', { exact: true }).fill(String(ids.otherMember))
    await page.getByLabel('Where the customer shops', { exact: true }).selectOption('web')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.preview-result').getByText('It does not apply to this cart.').waitFor()
    await page.getByLabel('Where the customer shops', { exact: true }).selectOption('app')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.preview-result').getByText('The total changes by -₺10.00.').waitFor()
    await assertAccessible(office, 'the campaign')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })
})
