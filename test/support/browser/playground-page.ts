/** The playground in a real browser: opens it, does what a person does on the phone, and reads the receipt. */

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { TestService } from '../service/service.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const DESKTOP = { viewport: { width: 1000, height: 640 } }
export const SIZES = { 'a phone': PHONE, 'a desktop': DESKTOP } as const

export interface Playground {
  page: Page
  /** What the browser complained about, refused requests aside. */
  complaints: string[]
  /** The visible screen of the phone. */
  screen: Locator
  /** Opens one of the tabs. */
  tab: (name: 'shop' | 'cart' | 'account') => Promise<void>
  /** What the phone says, once it says it. */
  hears: (text: RegExp | string) => Promise<void>
  /** Opens a narrow page's other half; a wide page shows both. */
  view: (view: 'phone' | 'receipt') => Promise<void>
  /** The requests on the receipt, oldest first, such as `POST /cart-items 201`; those of stand-ins left out. */
  requests: () => Promise<string[]>
}

/**
 * Opens the playground in a browser of its own, in English unless told otherwise, and waits for its products. Without a graphics
 * card a phone is painted ten times as quickly as a desktop, which shows the receipt too.
 */
export async function openPlayground(
  browser: Browser,
  { config }: TestService,
  options: BrowserContextOptions = PHONE,
): Promise<Playground> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('dialog', dialog => complaints.push(`dialog: ${dialog.message()}`))
  page.on('console', message => {
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  await page.goto(config.PUBLIC_URL)
  await arrived(page)
  return {
    page,
    complaints,
    screen: page.locator('.screen:not([hidden])'),
    tab: name => page.locator(`.tabs [data-screen="${name}"]`).click(),
    hears: async text => page.locator('.notice').filter({ hasText: text }).waitFor(),
    view: async view => {
      const button = page.locator(`.views [data-view="${view}"]`)
      if (await button.isVisible()) await button.click()
    },
    requests: () => requestsOf(page),
  }
}

/** Waits until the first requests are answered. */
export async function arrived(page: Page): Promise<void> {
  await page.locator('.shelf[data-key="shelf"], [data-screen="shop"] .message').waitFor({ state: 'attached' })
}

async function requestsOf(page: Page): Promise<string[]> {
  // What happens off screen counts too: the receipt is printed whether or not it is seen.
  const rows = await page.locator('.call').evaluateAll(calls =>
    calls.map(call => {
      const read = (selector: string) => call.querySelector(selector)?.textContent ?? '?'
      return `${read('.what b')} ${read('.path')} ${read('.outcome b')}`
    }),
  )
  return rows.filter(row => !row.includes('/playground/')).reverse()
}

/** Asserts that the receipt ends with these requests, once they are answered. */
export async function assertPrinted({ page, requests }: Playground, ...expected: string[]): Promise<void> {
  for (const end = Date.now() + 30_000; ; await page.waitForTimeout(50)) {
    const printed = (await requests()).slice(-expected.length).map(withoutIds)
    if (Date.now() > end || isDeepStrictEqual(printed, expected)) return assert.deepEqual(printed, expected)
  }
}

function withoutIds(row: string): string {
  return row.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '{itemId}').replace(/\?t=\S+/, '')
}
