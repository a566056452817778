/** The office in a real browser: signs in as a role, and opens pages. */

import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { officeKeyOf } from '../office/office.ts'
import type { TestService } from '../service/service.ts'
import { violationsOf } from './axe.ts'
import { countRequests, waitUntilSettled } from './settled.ts'

/** The office in a page. */
export interface OfficePage {
  page: Page
  /** Errors that the browser reported, except refused requests. */
  browserErrors: string[]
  /** Opens a page of the office, and waits until its title and what it has loaded are there. */
  open: (path: string) => Promise<void>
  /** Waits until no request is under way, and nothing in the page is marked as loading. */
  settled: () => Promise<void>
}

/** Names of the roles in the languages of the tests. */
const roles = {
  support: /^(Destek|Support)/,
  marketing: /^(Pazarlama|Marketing)/,
  warehouse: /^(Depo|Warehouse)/,
  owner: /^(Mağaza sahibi|Owner)/,
}

/** Signs in by the link with the key and the page with the roles, in a browser context of its own; it starts on the first page of the office. */
export async function openOffice(
  browser: Browser,
  service: TestService,
  { role, ...options }: BrowserContextOptions & { role: keyof typeof roles },
): Promise<OfficePage> {
  const office = await newOfficePage(browser, service, options)
  const { page, open, settled } = office
  await open(`/office#key=${officeKeyOf(service)}`)
  await page.getByRole('button', { name: roles[role] }).click()
  await page.locator('.frame').waitFor()
  await settled()
  return office
}

/** Makes an empty page in a browser context of its own, in which nobody is signed in. */
export async function newOfficePage(
  browser: Browser,
  { config }: TestService,
  options: BrowserContextOptions = {},
): Promise<OfficePage> {
  const context = await browser.newContext(options)
  await countRequests(context)
  const page = await context.newPage()
  const browserErrors = watchErrors(page)
  const settled = () => waitUntilSettled(page)
  const open = async (path: string) => {
    await page.goto(`${config.PUBLIC_URL}${path}`)
    await settled()
  }
  return { page, browserErrors, open, settled }
}

function watchErrors(page: Page): string[] {
  const browserErrors: string[] = []
  page.on('pageerror', error => browserErrors.push(String(error)))
  page.on('dialog', async dialog => {
    // The browser asks before a page is left with something that is not saved.
    if (dialog.type() === 'beforeunload') return dialog.accept().catch(() => {})
    browserErrors.push(`dialog: ${dialog.message()}`)
  })
  page.on('console', message => {
    const isRefusal = /^Failed to load resource: /.test(message.text())
    if (message.type() === 'error' && !isRefusal) browserErrors.push(message.text())
  })
  return browserErrors
}

/** Asserts that a page has no violation in light and in dark colours, and no horizontal overflow, narrow and wide. */
export async function assertAccessible({ page }: Pick<OfficePage, 'page'>, name: string): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.deepEqual(await violationsOf(page, { colorScheme, width }), [], `${name}, ${colorScheme}, ${width}`)
    }
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth'),
      await page.evaluate('document.documentElement.clientWidth'),
      `${name} at ${width}`,
    )
  }
}
