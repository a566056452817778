/** Signing in to the office by an identity provider in a browser, and every end of a session. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { newOfficePage, type OfficePage } from '../../support/browser/office-page.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../../support/office/office.ts'

const SUPPORT = { name: 'Derya Çelik', roles: ['shop-support'] }
const MINUTE = 60_000
const CUSTOMER = `/office/customers/${ids.member}`
const OTHER = `/office/customers/${ids.otherMember}`
const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' }), customer(ids.otherMember, { surname: 'Ak' })],
})

const languages = {
  tr: {
    signOut: 'Çıkış',
    signedOut: 'Oturumunuz kapatıldı.',
    customers: 'Müşteriler',
    ended: 'Oturumunuz sona ermişti. Yeniden oturum açınca aynı sayfaya dönersiniz.',
    again: 'Kurum hesabıyla oturum aç',
    already: 'Oturum açan: Derya Çelik',
    goOn: 'Ofise dön',
    noScopes: 'Hesabınızın ofis için yetkisi yok. Yöneticinizden yetki isteyin.',
    edit: 'Düzenle',
    firstName: 'Ad',
    save: 'Kaydet',
    nothingWritten: 'Oturumunuz sona erdi; hiçbir şey kaydedilmedi. Yeniden oturum açın.',
    stays: 'yazdıklarınız bu sayfada duruyor',
    elsewhere: 'Yeni pencerede oturum aç',
  },
  en: {
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    customers: 'Customers',
    ended: 'Your session had ended. Sign in again, and you are back at the same page.',
    again: 'Sign in with your work account',
    already: 'You are signed in as Derya Çelik.',
    goOn: 'Go to the office',
    noScopes: 'Your account has no permission for the office. Ask your administrator for one.',
    edit: 'Edit',
    firstName: 'First name',
    save: 'Save',
    nothingWritten: 'Your session has ended, and nothing was written. Sign in again.',
    stays: 'what you wrote is still on this page',
    elsewhere: 'Sign in in a new window',
  },
}

describe('signing in by an identity provider in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let office: ProvidedOffice
  let minutes = 0
  before(async () => {
    office = await startProvidedOffice('sqlite', {}, { now: () => Date.now() + minutes * MINUTE })
    office.provider.asks = true
    await office.service.importShop(shop)
    browser = await launchBrowser()
  })
  beforeEach(() => {
    minutes = 0
    office.provider.account = account(SUPPORT)
  })
  after(async () => {
    await browser?.close()
    await office.service.stop()
    await office.provider.stop()
  })

  const logIn = (page: Page) => page.getByRole('button', { name: 'Log in as staff' }).click()

  /** Opens a page of the office, and logs in at the page of the provider, to which it leads. */
  async function signIn(locale: string, path = CUSTOMER): Promise<OfficePage> {
    const opened = await newOfficePage(browser, office.service, { locale })
    const { page, open, settled } = opened
    await open(path)
    assert.equal(new URL(page.url()).origin, office.provider.issuer)
    await logIn(page)
    await page.waitForURL(`${office.url}${path}`)
    await page.locator('.frame').waitFor()
    await settled()
    return opened
  }

  /** Ends the session at the provider, in another tab. */
  async function logOutAtProvider(page: Page): Promise<void> {
    const tab = await page.context().newPage()
    await tab.goto(`${office.provider.issuer}/session/end`)
    await tab.getByRole('button', { name: 'Yes, sign me out' }).click()
    await tab.getByText('Sign-out Success').first().waitFor()
    await tab.close()
  }

  for (const [locale, texts] of Object.entries(languages)) {
    it(`leads to the page that was asked for, and ends here and at the provider by signing out, in ${locale}`, async () => {
      const { page, browserErrors, open } = await signIn(locale, `${CUSTOMER}?from=mail`)
      await page.getByRole('heading', { name: 'Elif Demir' }).waitFor()
      await page.getByRole('banner').getByText('Derya Çelik').waitFor()
      await page.getByRole('button', { name: texts.signOut }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.getByText(texts.signedOut).waitFor()
      assert.equal(new URL(page.url()).origin, office.url)
      await open(CUSTOMER)
      await page.getByRole('heading', { name: 'Work account' }).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`says at the next click that a logout at the provider has ended it, and leads back, in ${locale}`, async () => {
      const { page } = await signIn(locale)
      await logOutAtProvider(page)
      await page.getByRole('navigation').getByRole('link', { name: texts.customers, exact: true }).click()
      await page.getByText(texts.ended).waitFor()
      await page.getByRole('link', { name: texts.again }).click()
      await logIn(page)
      await page.waitForURL(`${office.url}/office/customers`)
      await page.getByRole('heading', { name: texts.customers, level: 1 }).waitFor()
      await page.context().close()
    })

    it(`leaves what was written on the page after 30 minutes, until it is saved with a new session, in ${locale}`, async () => {
      const { page } = await signIn(locale, OTHER)
      await page.getByRole('button', { name: texts.edit }).click()
      const name = page.getByLabel(texts.firstName, { exact: true })
      await name.fill(`Nil ${locale}`)
      minutes = 31
      await page.getByRole('button', { name: texts.save }).click()
      await page.locator('main').getByRole('alert').getByText(texts.nothingWritten).waitFor()
      await page.locator('.notice').getByText(texts.stays).waitFor()
      assert.equal(await name.inputValue(), `Nil ${locale}`)
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: texts.elsewhere }).click()
      const tab = await opened
      // The session at the provider goes on, so that it does not ask again.
      await tab.getByRole('link', { name: texts.again }).click()
      await tab.waitForURL(office.url + OTHER)
      await tab.close()
      await page.getByRole('button', { name: texts.save }).click()
      await page.getByRole('heading', { name: `Nil ${locale} Ak` }).waitFor()
      await page.context().close()
    })

    it(`says beside the problem of a further sign-in who is signed in, and else leads back, in ${locale}`, async () => {
      const { page, open } = await signIn(locale)
      await open(`/office/sign-in?problem=no_scopes&to=${encodeURIComponent(OTHER)}`)
      await page.getByRole('alert').getByText(texts.noScopes).waitFor()
      await page.getByText(texts.already).waitFor()
      await page.getByRole('link', { name: texts.goOn }).click()
      await page.waitForURL(office.url + OTHER)
      await page.goto(`${office.url}/office/sign-in?ended=here`)
      await page.waitForURL(`${office.url}/office`)
      await page.locator('.frame').waitFor()
      await page.context().close()
    })

    it(`tells a person without permissions so, in ${locale}`, async () => {
      office.provider.account = account({ name: 'Nobody', roles: ['unknown:role'] })
      const { page, open } = await newOfficePage(browser, office.service, { locale })
      await open(CUSTOMER)
      await logIn(page)
      await page.getByRole('alert').getByText(texts.noScopes).waitFor()
      assert.equal(await page.locator('.frame').count(), 0)
      await page.context().close()
    })
  }

  it('leads back to the same page after 30 minutes without a click', async () => {
    const { page, settled } = await signIn('en')
    minutes = 31
    await page.getByRole('navigation').getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText(languages.en.ended).waitFor()
    await page.getByRole('link', { name: languages.en.again }).click()
    await page.waitForURL(`${office.url}/office/customers`)
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await settled()
    minutes = 62
    await page.reload()
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    assert.equal(page.url(), `${office.url}/office/customers`)
    await page.context().close()
  })
})
