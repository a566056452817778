/** The playground for everybody: with a keyboard, a screen reader, on any width, in either language, at rest. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../support/browser/playground.ts'
import { DESKTOP, openPlayground, PHONE, type Playground, SIZES } from '../support/browser/playground-page.ts'
import { share } from '../support/runner/rounds.ts'
import type { TestService } from '../support/service/service.ts'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** When the receipt is judged too: with its first requests, a refusal, all requests, and none. It is long, and the same in between. */
const ON_RECEIPT = ['the shop', 'a product and a problem', 'the receipt', 'a blank receipt']

/**
 * What axe holds against a page, the shop's own website in the frame aside: that runs no scripts. In the dark, only the rules on colours
 * can come to another result.
 */
async function violationsOf(page: Page, what: string): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const found: string[] = []
  for (const [colorScheme, options] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const context = ON_RECEIPT.includes(what) ? 'document' : '{ exclude: ".receipt" }'
    const rules = JSON.stringify({ iframes: false, resultTypes: ['violations'], ...options })
    const violations = await page.evaluate(`axe.run(${context}, ${rules}).then(({ violations }) => violations)`)
    for (const { id, nodes } of violations as AxeResults['violations']) {
      found.push(...nodes.map(({ html }) => `${colorScheme}: ${id}: ${html}`))
    }
  }
  return found
}

describe('the playground for everybody', { skip: withoutBrowser }, () => {
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

  const quickAdd = '.card .add >> nth=0'

  /** Goes through every screen, and what covers them. */
  async function visitAll(playground: Playground, look: (what: string) => Promise<void>): Promise<void> {
    const { page, screen, tab, hears, view } = playground
    await look('the shop')
    await page.locator(quickAdd).click()
    await hears(/./)
    await look('a confirmation')
    await page.locator('.open[data-product="101"]').click()
    await screen.locator('.buy .button').click()
    await page.locator('.notice.problem p').waitFor()
    await look('a product and a problem')
    await screen.locator('.variants input').first().check()
    await screen.locator('.buy .button').click()
    await hears(/Keten/)
    await tab('account')
    await look('a guest’s account')
    await tab('cart')
    await page.locator('.notes summary').first().click()
    await look('the cart')
    await page.locator('[data-code="HEDİYE100"]').click()
    await page.locator('[data-do="campaign"]').first().click()
    await page.locator('[data-do="drop-campaign"]').waitFor()
    await look('what was chosen')
    await page.locator('[data-do="checkout"]').click()
    await page.locator('.address').getByText('/odeme').waitFor()
    await look('the web view')
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'detached' })
    await tab('account')
    await page.locator('[data-customer="4"]').click()
    await page.locator('[data-do="orders"]').waitFor()
    await look('a member’s account')
    await view('receipt')
    await look('the receipt')
    await page.locator('[data-do="tear-off"]').click()
    await look('a blank receipt')
  }

  for (const [index, [name, size]] of Object.entries(SIZES).entries()) {
    it(`axe finds nothing wrong on ${name}, in light and in dark colours`, async () => {
      for (const locale of share(['tr-TR', 'en-GB'], index, 2)) {
        const playground = await openPlayground(browser, service, { ...size, locale, reducedMotion: 'reduce' })
        const found = new Set<string>()
        await visitAll(playground, async what => {
          for (const each of await violationsOf(playground.page, what)) found.add(`${what}: ${each}`)
        })
        assert.deepEqual([...found], [])
        assert.deepEqual(playground.complaints, [])
        await playground.page.context().close()
      }
    })
  }

  it('fits every width, from a small phone to a wide desktop', async () => {
    const [height, narrow] = [800, 320]
    const playground = await openPlayground(browser, service, { viewport: { width: narrow, height } })
    const { page } = playground
    await visitAll(playground, async what => {
      for (const width of [600, 961, 1920, narrow]) {
        await page.setViewportSize({ width, height })
        const wide = await page.evaluate(
          `[innerWidth, ...[document.documentElement, ...document.querySelectorAll('.screen, .feed, .beside')]
             .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className || each.tagName)]`,
        )
        assert.deepEqual(wide, [width], `${what} at ${width}`)
      }
    })
    await page.context().close()
  })

  it('can be used with a keyboard alone, which is never lost', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const { page, screen, hears } = playground
    const focused = () =>
      page.evaluate('document.activeElement.closest("[data-do]")?.dataset.do ?? document.activeElement.tagName')
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) await page.keyboard.press(key)
    }
    const tabTo = async (wanted: string) => {
      for (let n = 0; n < 80 && (await focused()) !== wanted; n++) await press('Tab')
      assert.equal(await focused(), wanted)
    }
    await press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the requests')
    await tabTo('look')
    await press('Enter')
    await screen.getByRole('heading', { name: 'Keten gömlek' }).waitFor()
    await page.locator('h2:focus').getByText('Keten gömlek').waitFor()
    await tabTo('choose-variant')
    await press('ArrowDown')
    await tabTo('count')
    await tabTo('add')
    await press('Enter')
    await hears('Keten gömlek is in the cart')
    assert.equal(await focused(), 'add')
    await page.locator('.tabs [data-screen="cart"]').focus()
    await press('Enter')
    await page.locator('h2:focus').getByText('Cart').waitFor()
    await tabTo('step')
    await press('Enter', 3)
    await page.locator('.line .number').getByText('4').waitFor()
    assert.equal(await focused(), 'step')
    await tabTo('checkout')
    await press('Enter')
    await page.locator('[data-do="close-web-view"]:focus').waitFor()
    await press('Enter')
    await page.locator('h2:focus').getByText('Cart').waitFor()
    await tabTo('open-call')
    await press('Enter')
    assert.equal(await page.locator('button:focus').getAttribute('aria-expanded'), 'false')
    await press('Enter')
    await tabTo('copy')
    await page.context().close()
  })

  it('speaks the language of the browser until another is chosen, and remembers that', async () => {
    for (const [locale, title] of [
      ['tr-TR', 'Sepet · oyun alanı'],
      ['tr', 'Sepet · oyun alanı'],
      ['en-US', 'Sepet · playground'],
      ['de-DE', 'Sepet · playground'],
    ] as const) {
      const { page } = await openPlayground(browser, service, { ...PHONE, locale })
      assert.equal(await page.title(), title)
      assert.equal(await page.getAttribute('html', 'lang'), locale.startsWith('tr') ? 'tr' : 'en')
      await page.context().close()
    }
    const { page } = await openPlayground(browser, service, { ...DESKTOP, locale: 'tr-TR' })
    await page.getByText('₺148,33').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByText('₺148.33').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'A shop on the phone, its requests on the receipt.' }).waitFor()
    await page.context().close()
  })

  it('moves nothing about while it loads, but what the receipt pushes down', async () => {
    for (const size of Object.values(SIZES)) {
      const context = await browser.newContext(size)
      const page = await context.newPage()
      await page.addInitScript(`
        window.shifted = []
        new PerformanceObserver(list => {
          for (const { sources } of list.getEntries()) shifted.push(...sources.map(({ node }) => node))
        }).observe({ type: 'layout-shift', buffered: true })`)
      await page.route('**/playground/products*', async route => {
        // So long that what stands for the products is painted first.
        await new Promise(resolve => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.goto(service.config.PUBLIC_URL)
      await page.locator('.card:not(.skeleton) .picture').first().waitFor()
      await page.waitForLoadState('networkidle')
      const moved = `shifted.filter(node => !node?.parentElement?.closest('.receipt')).map(node => node?.outerHTML)`
      assert.deepEqual(await page.evaluate(moved), [])
      await context.close()
    }
  })

  it('keeps still for those who want it to', async () => {
    const { page } = await openPlayground(browser, service, { ...DESKTOP, reducedMotion: 'reduce' })
    await page.locator(quickAdd).click()
    await page.locator('.badge').waitFor()
    const moving = await page.evaluate('document.getAnimations().length')
    assert.equal(moving, 0)
    await page.context().close()
  })
})
