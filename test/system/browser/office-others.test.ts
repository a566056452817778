/** The office beside other people: another person signs in in the same browser, or changes the same record, and what was typed is lost to neither. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { CAMPAIGNS, CUSTOMERS, PRODUCTS } from '../../../src/api-paths.ts'
import { launchBrowser, startBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import { officeKeyOf } from '../../support/office/office.ts'
import type { TestService } from '../../support/service/service.ts'

const languages = {
  tr: {
    ...{ edit: 'Düzenle', surname: 'Soyad', save: 'Kaydet', undo: 'Geri al', signOut: 'Çıkış' },
    ...{ leave: 'Kaydetmeden çık', owner: /^Mağaza sahibi/, late: 'bu arada başkası tarafından değiştirildi' },
    ended: 'Oturumunuz kapatıldı.',
    stays: 'Yazdıklarınız',
    still: 'Yazdıklarınız duruyor',
    off: 'Kapat',
  },
  en: {
    ...{ edit: 'Edit', surname: 'Last name', save: 'Save', undo: 'Undo', signOut: 'Sign out' },
    ...{ leave: 'Leave without saving', owner: /^Owner/, late: 'Somebody else has changed the record' },
    ended: 'You are signed out.',
    stays: 'what you wrote',
    still: 'What you typed is still here',
    off: 'Switch off',
  },
}

describe('the office beside other people', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shopFile({ customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' })] }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const stored = async () => {
    const token = await service.token('admin', { scope: 'customers:read' })
    const { json } = await service.call('GET', `${CUSTOMERS}/${ids.member}`, { token })
    return (json as { data: { surname: string } }).data.surname
  }
  const write = async (path: string, method: string, body: object) => {
    const token = await service.token('admin', { scope: 'customers:write catalogue:write promotions:write' })
    assert.ok((await service.call(method, path, { token, body })).status < 300)
  }
  const change = (surname: string) => write(`${CUSTOMERS}/${ids.member}`, 'PUT', { surname })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

  // Chromium's headless shell keeps no page: the whole browser, of TEST_CHROMIUM, shows what was kept.
  it('shows nothing of a session that has ended by the way back of a browser that keeps pages', async () => {
    const keeping = await startBrowser({ keepsPages: true })
    try {
      const { page, open } = await openOffice(keeping, service, { role: 'owner', locale: 'en' })
      await open('/office/customers')
      await page.getByRole('link', { name: 'Elif' }).waitFor()
      await page.getByRole('button', { name: languages.en.signOut }).click()
      await page.waitForURL('**/office/sign-in?ended=here')
      await page.evaluate('history.back()')
      await page.waitForURL(url => url.searchParams.get('to') === '/office/customers')
      await page.locator('h1').waitFor()
      assert.equal(await page.getByText('Elif').count(), 0)
    } finally {
      await keeping.close()
    }
  })

  for (const [locale, t] of Object.entries(languages)) {
    const type = async (page: Page, text: string) => {
      await press(page, t.edit)
      await page.getByRole('textbox', { name: t.surname, exact: true }).fill(text)
    }

    it(`ends the session where that leads, whatever was typed and not saved, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'support', locale })
      await open(`/office/customers/${ids.member}`)
      await type(page, 'Yazdım')
      await press(page, t.signOut)
      await press(page, t.leave)
      await page.getByText(t.ended).waitFor()
      assert.deepEqual([...new URL(page.url()).searchParams], [['ended', 'here']])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`saves nothing of a page under another person who has signed in since, and keeps it, in ${locale}`, async () => {
      await change('Demir')
      const { page, open } = await openOffice(browser, service, { role: 'support', locale })
      await open(`/office/customers/${ids.member}`)
      await type(page, 'Başka')
      const other = await page.context().newPage()
      await other.goto(`${service.config.PUBLIC_URL}/office`)
      await press(other, t.signOut)
      await other.getByText(t.ended).waitFor()
      await other.goto(`${service.config.PUBLIC_URL}/office/sign-in#key=${officeKeyOf(service)}`)
      await other.getByRole('button', { name: t.owner }).click()
      await other.locator('.frame').waitFor()
      await press(page, t.save)
      await page.locator('.notice.bad').getByText(t.stays).waitFor()
      assert.equal(await page.getByRole('textbox', { name: t.surname, exact: true }).inputValue(), 'Başka')
      assert.equal(await stored(), 'Demir')
      await page.context().close()
    })

    it(`keeps what is typed when somebody else has changed a campaign that is switched off, in ${locale}`, async () => {
      const body = { name: 'Yaz', active: true, reward: { type: 'percent', value: '10' } }
      await write(`${CAMPAIGNS}/61`, 'PUT', body)
      const { page, open } = await openOffice(browser, service, { role: 'marketing', locale })
      await open('/office/campaigns/61')
      const name = page.locator('[name="name"]')
      await name.fill('Bahar')
      await write(`${CAMPAIGNS}/61`, 'PUT', { ...body, description: locale })
      await press(page, t.off)
      await page.getByRole('dialog').getByRole('button', { name: t.off, exact: true }).click()
      await page.locator('.notice.bad').getByText(t.still).waitFor()
      assert.equal(await name.inputValue(), 'Bahar')
      await press(page, t.save)
      await page.locator('.comparison').getByText('Bahar').first().waitFor()
      await page.context().close()
    })

    it(`takes no later change of somebody else back, and says so, in ${locale}`, async () => {
      await change('Demir')
      const { page, open, settled } = await openOffice(browser, service, { role: 'owner', locale })
      await open(`/office/customers/${ids.member}`)
      await type(page, 'Yılmaz')
      await press(page, t.save)
      await page.locator('.notice.good').waitFor()
      await change('Kaya')
      await press(page, t.undo)
      await page.locator('.notice.bad').getByText(t.late).waitFor()
      assert.equal(await stored(), 'Kaya')
      await open(`/office/customers/${ids.member}`)
      await type(page, 'Öz')
      await change('Aksoy')
      await press(page, t.save)
      await page.getByText(t.late).waitFor()
      assert.equal(await page.getByRole('textbox', { name: t.surname, exact: true }).inputValue(), 'Öz')
      assert.equal(await stored(), 'Aksoy')
      await open('/office/products')
      const price = page.locator(`#p${ids.plain}-price`)
      await price.fill(locale === 'tr' ? '1.070' : '1,070')
      await press(page, t.save)
      await page.locator('.notice.good').waitFor()
      await settled()
      assert.equal(await price.inputValue(), '1070')
      await write(PRODUCTS, 'PATCH', [{ id: ids.plain, price: '222' }])
      await press(page, t.undo)
      await page.locator('.notice.bad').getByText(t.late).waitFor()
      await open('/office/products')
      assert.equal(await price.inputValue(), '222')
      await page.context().close()
    })
  }
})
