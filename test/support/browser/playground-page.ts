/** The playground's page in a real browser: opens it, operates the phone, and reads the request log. */

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { TestService } from '../service/service.ts'
import { LONGEST_WAIT_MS } from './browser.ts'

/** A narrow window, as on a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** A wide window, as on a desktop. */
export const DESKTOP = { viewport: { width: 1000, height: 640 } }
/** The windows by name, for test titles. */
export const SIZES = { 'a phone': PHONE, 'a desktop': DESKTOP } as const

/**
 * Notes every message of a page from now on, since a confirmation disappears after 4 s, which may pass before a test looks. `testNotice` tells whether
 * a text is shown, or was after the one that it found before. No script of the context does so, since the frame of the web view may run none.
 */
const NOTE_NOTICES = `window.testNotice ??= (() => {
  const noted = []
  let [found, shown] = [0, '']
  const note = () => {
    const text = [...document.querySelectorAll('.notice p')].map(each => each.textContent).join()
    if (text !== shown && text !== '') noted.push(text)
    shown = text
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  note()
  return wanted => {
    const at = noted.findIndex((text, n) => n >= found && wanted.test(text))
    if (at >= 0) found = at + 1
    return at >= 0 || wanted.test(shown)
  }
})()`

const TABS = ['shop', 'cart', 'account'] as const
const VIEWS = ['phone', 'requests'] as const

/** An open page of the playground. */
export interface Playground {
  page: Page
  /** Errors that the browser reported, except refused requests. */
  browserErrors: string[]
  /** The visible screen of the phone. */
  screen: Locator
  /** Selects one of the tabs. */
  tab: (name: (typeof TABS)[number]) => Promise<void>
  /** Waits for a message on the phone that contains a text: it is shown, or was since the message that was waited for before. */
  waitForNotice: (text: RegExp | string) => Promise<void>
  /** Shows the phone or the request log on a narrow page; a wide page shows both. */
  view: (view: (typeof VIEWS)[number]) => Promise<void>
  /** The API requests in the request log, oldest first, such as `POST /cart-items 201`. */
  requests: () => Promise<string[]>
}

/**
 * Opens the playground in a browser context of its own, in English by default, and waits for its products. The default window is a
 * phone: without a graphics card it is painted ten times faster than a desktop, which also shows the request log.
 */
export function openPlayground(
  browser: Browser,
  { config }: TestService,
  options?: BrowserContextOptions,
): Promise<Playground> {
  return openPlaygroundAt(browser, config.PUBLIC_URL, options)
}

/** Opens the playground at an address, like `openPlayground`. */
export async function openPlaygroundAt(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = PHONE,
): Promise<Playground> {
  // With motion, a click in the web view while it rises into place misses its target without an error.
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const playground = playgroundIn(page)
  await page.goto(url)
  await waitForProducts(page)
  return playground
}

/** The playground in a page that is opened, or is going to be. */
export function playgroundIn(page: Page): Playground {
  const browserErrors: string[] = []
  page.on('pageerror', error => browserErrors.push(String(error)))
  page.on('dialog', dialog => browserErrors.push(`dialog: ${dialog.message()}`))
  page.on('console', message => {
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) browserErrors.push(message.text())
  })
  return {
    page,
    browserErrors,
    screen: page.locator('.screen:not([hidden])'),
    tab: name => page.locator('.tabs button').nth(TABS.indexOf(name)).click(),
    waitForNotice: text => waitForNotice(page, text),
    view: async view => {
      const button = page.locator('.views button').nth(VIEWS.indexOf(view))
      if (await button.isVisible()) await button.click()
    },
    requests: () => requestsOf(page),
  }
}

async function waitForNotice(page: Page, text: RegExp | string): Promise<void> {
  const wanted = typeof text === 'string' ? RegExp(RegExp.escape(text), 'i') : text
  for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; await page.waitForTimeout(20)) {
    if (await page.evaluate<boolean>(`(${NOTE_NOTICES})(${wanted})`)) return
  }
  throw new Error(`no message ${wanted}; shown is: ${await page.locator('.notice').allInnerTexts()}`)
}

/** Waits until the products are loaded, which is the last request of a page load. */
export async function waitForProducts(page: Page): Promise<void> {
  const loaded = '.product-list[aria-busy="false"], .screen .message > code'
  await page.locator(loaded).waitFor({ state: 'attached' })
  await page.evaluate(`void (${NOTE_NOTICES})`)
}

async function requestsOf(page: Page): Promise<string[]> {
  // Reads the elements' text whether or not the request log is visible.
  const rows = await page.locator('.entry').evaluateAll(entries =>
    entries.map(entry => {
      const read = (selector: string) => entry.querySelector(selector)?.textContent ?? '?'
      return `${read('.request-line b')} ${read('.path')} ${read('.result b')}`
    }),
  )
  return rows.filter(row => !row.includes('/playground/')).reverse()
}

/** Asserts that the newest requests in the log are these, oldest first; waits up to two minutes for their responses. */
export async function assertLogged({ page, requests }: Playground, ...expected: string[]): Promise<void> {
  for (const end = Date.now() + LONGEST_WAIT_MS; ; await page.waitForTimeout(50)) {
    const logged = (await requests()).slice(-expected.length).map(withoutIds)
    if (Date.now() > end || isDeepStrictEqual(logged, expected)) return assert.deepEqual(logged, expected)
  }
}

function withoutIds(row: string): string {
  return row.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '{itemId}').replace(/\?[ct]=\S+/, '')
}
