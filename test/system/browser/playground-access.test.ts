/** Accessibility of the playground: axe rules, window widths, keyboard, languages, layout shifts and reduced motion. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import { DESKTOP, openPlayground, PHONE, type Playground, SIZES } from '../../support/browser/playground-page.ts'
import { share } from '../../support/runner/rounds.ts'
import type { TestService } from '../../support/service/service.ts'

/**
 * States of the page in which axe also checks the request log: with the first requests, a refusal, all requests, and none. It is long,
 * and does not change otherwise.
 */
const WITH_REQUEST_LOG = ['the shop', 'a product and a problem', 'the request log', 'an empty request log']

/** A test member of the sample shop, who logs in. */
const MEMBER = /Çağrı Yıldızeli/

/** Returns axe's violations in light and in dark colours. */
async function violationsInBothColours(page: Page, pageState: string): Promise<string[]> {
  const without = WITH_REQUEST_LOG.includes(pageState) ? {} : { without: '.request-log' }
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violationsOf(page, without)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOf(page, { ...without, colorScheme: 'dark' })
  return [...light.map(each => `light: ${each}`), ...dark.map(each => `dark: ${each}`)]
}

describe('accessibility of the playground', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    browser = await launchBrowser()
    service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const quickAdd = '.card .quick-add >> nth=0'

  /** Brings the page into every state, through all screens and overlays, and runs a check in each. */
  async function forEachState(playground: Playground, check: (pageState: string) => Promise<void>): Promise<void> {
    const { page, screen, tab, waitForNotice, view } = playground
    await check('the shop')
    await page.locator(quickAdd).click()
    await waitForNotice(/./)
    await check('a confirmation')
    await page.locator('.open').filter({ hasText: 'Keten gömlek' }).first().click()
    await screen.locator('.buy .button').click()
    await page.locator('.notice.bad p').waitFor()
    await check('a product and a problem')
    await screen.locator('.variants input').first().check()
    await screen.locator('.buy .button').click()
    await waitForNotice(/Keten/)
    await tab('account')
    await check('a guest’s account')
    await tab('cart')
    await page.locator('.notes summary').first().click()
    await check('the cart')
    await page.getByRole('button', { name: 'HEDİYE100' }).click()
    await page.locator('.choices .quiet').first().click()
    await page.locator('.choices .chosen').waitFor()
    await check('what was chosen')
    await page.locator('.checkout-bar .button').click()
    await page.locator('.address').getByText('/odeme').waitFor()
    await check('the web view')
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'detached' })
    await tab('account')
    await page.getByRole('button', { name: MEMBER }).click()
    await page.getByRole('heading', { name: MEMBER }).waitFor()
    await check('a member’s account')
    await view('requests')
    await check('the request log')
    await page.locator('.log-header button').click()
    await check('an empty request log')
  }

  for (const [index, [name, size]] of Object.entries(SIZES).entries()) {
    it(`has no axe violations on ${name}, in light and in dark colours`, async () => {
      for (const locale of share(['tr-TR', 'en-GB'], index, 2)) {
        const playground = await openPlayground(browser, service, { ...size, locale, reducedMotion: 'reduce' })
        const found = new Set<string>()
        await forEachState(playground, async pageState => {
          for (const each of await violationsInBothColours(playground.page, pageState))
            found.add(`${pageState}: ${each}`)
        })
        assert.deepEqual([...found], [])
        assert.deepEqual(playground.browserErrors, [])
        await playground.page.context().close()
      }
    })
  }

  it('has no horizontal overflow at any width from 320 to 1920 pixels', async () => {
    const [height, narrow] = [800, 320]
    const playground = await openPlayground(browser, service, { viewport: { width: narrow, height } })
    const { page } = playground
    await forEachState(playground, async pageState => {
      for (const width of [600, 961, 1920, narrow]) {
        await page.setViewportSize({ width, height })
        const overflowing = await page.evaluate(
          `[innerWidth, ...[document.documentElement, ...document.querySelectorAll('.screen, .log-scroll, .log-pane')]
             .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className || each.tagName)]`,
        )
        assert.deepEqual(overflowing, [width], `${pageState} at ${width}`)
      }
    })
    await page.context().close()
  })

  it('is operable with a keyboard alone, and never loses the focus', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const { page, screen, waitForNotice } = playground
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) await page.keyboard.press(key)
    }
    const hasFocus = async (wanted: Locator) => (await wanted.and(page.locator(':focus')).count()) === 1
    const tabTo = async (wanted: Locator) => {
      for (let n = 0; n < 80 && !(await hasFocus(wanted)); n++) await press('Tab')
      assert.ok(await hasFocus(wanted), String(wanted))
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const entry = page.locator('.entry-head button').first()
    await press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the request log')
    await tabTo(button(/^Keten gömlek/))
    await press('Enter')
    await screen.getByRole('heading', { name: 'Keten gömlek' }).waitFor()
    await page.locator('h2:focus').getByText('Keten gömlek').waitFor()
    await tabTo(screen.getByRole('radio').first())
    await press('ArrowDown')
    await tabTo(button('More'))
    await tabTo(button('Add to cart'))
    await press('Enter')
    await waitForNotice('Keten gömlek is in the cart')
    assert.ok(await hasFocus(button('Add to cart')))
    await button('Back').focus()
    await press('Enter')
    await button(/^Keten gömlek/)
      .and(page.locator(':focus'))
      .waitFor()
    await page.locator('.tabs button').nth(1).focus()
    await press('Enter')
    await page.locator('h2:focus').getByText('Cart').waitFor()
    await tabTo(button('Keten gömlek: more'))
    await press('Enter', 3)
    await page.locator('.line .number').getByText('4').waitFor()
    assert.ok(await hasFocus(button('Keten gömlek: more')))
    await tabTo(button('Check out'))
    await press('Enter')
    await button('Close').and(page.locator(':focus')).waitFor()
    await press('Enter')
    await page.locator('h2:focus').getByText('Cart').waitFor()
    await tabTo(entry)
    await press('Enter')
    assert.equal(await entry.getAttribute('aria-expanded'), 'false')
    await press('Enter')
    await tabTo(button('Copy as curl'))
    await page.context().close()
  })

  it('is in the language of the browser until another is chosen, and keeps the choice over a reload', async () => {
    for (const [locale, title] of [
      ['tr-TR', 'Sepet · deneme alanı'],
      ['tr', 'Sepet · deneme alanı'],
      ['en-US', 'Sepet · playground'],
      ['de-DE', 'Sepet · playground'],
    ] as const) {
      const { page } = await openPlayground(browser, service, { ...PHONE, locale })
      assert.equal(await page.title(), title)
      assert.equal(await page.getAttribute('html', 'lang'), locale.startsWith('tr') ? 'tr' : 'en')
      await page.context().close()
    }
    const { page } = await openPlayground(browser, service, { ...DESKTOP, locale: 'tr-TR' })
    await page.getByText('₺163,16').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('₺163.16').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'A shop on a phone, and its request log.' }).waitFor()
    await page.context().close()
  })

  it('has no layout shifts while it loads, except in the request log', async () => {
    for (const size of Object.values(SIZES)) {
      const context = await browser.newContext(size)
      const page = await context.newPage()
      await page.addInitScript(`
        window.shifted = []
        new PerformanceObserver(list => {
          for (const { sources } of list.getEntries()) shifted.push(...sources.map(({ node }) => node))
        }).observe({ type: 'layout-shift', buffered: true })`)
      await page.route('**/playground/products*', async route => {
        // The delay is long enough for the placeholder cards to be painted first.
        await new Promise(resolve => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.goto(service.config.PUBLIC_URL)
      await page.locator('.card:not(.skeleton) .picture').first().waitFor()
      await page.waitForLoadState('networkidle')
      const moved = `shifted.filter(node => !node?.parentElement?.closest('.request-log')).map(node => node?.outerHTML)`
      assert.deepEqual(await page.evaluate(moved), [])
      await context.close()
    }
  })

  it('runs no animations when reduced motion is preferred', async () => {
    const { page } = await openPlayground(browser, service, { ...DESKTOP, reducedMotion: 'reduce' })
    await page.locator(quickAdd).click()
    await page.locator('.badge').waitFor()
    const animations = await page.evaluate('document.getAnimations().length')
    assert.equal(animations, 0)
    await page.context().close()
  })
})
