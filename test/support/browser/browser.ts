/** A headless Chromium for each process: that of an npm package, or an installed one. */

import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const hasPackaged = process.platform === 'linux' && process.arch === 'x64'
const path = process.env.TEST_CHROMIUM ?? (hasPackaged ? await chromium.executablePath() : INSTALLED.find(existsSync))

/** The reason to skip browser tests, or false. In CI they are never skipped. */
export const withoutBrowser = path || process.env.CI ? false : 'no Chromium: install it, or set TEST_CHROMIUM'

/** Longest wait in milliseconds of everything that a test awaits in a page: a loaded machine needs more than Playwright's 30 s. */
export const LONGEST_WAIT_MS = 120_000

/** How many times slower scripts of the pages run, to find tests that read before they wait. */
const slowdown = Number(process.env.TEST_CPU_SLOWDOWN ?? 1)

let ofProcess: Browser | undefined

/**
 * Returns the browser of this process, which ends with it: starting one takes a second of processor time. `close` closes its contexts; suites of a
 * process run one after the other.
 */
export async function launchBrowser(): Promise<Browser> {
  if (ofProcess?.isConnected()) return ofProcess
  const browser = await startBrowser()
  browser.close = async () => void (await Promise.all(browser.contexts().map(each => each.close())))
  ofProcess = browser
  return browser
}

/** Starts a browser; the caller closes it. @param keepsPages whether it keeps pages that are left, to show them again at once, as people's browsers do */
export async function startBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  const ignored = keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }
  const browser = await playwright.launch({ ...(path && { executablePath: path }), args, headless: true, ...ignored })
  return patient(slowdown > 1 ? slowed(browser) : browser)
}

/** The browser, whose pages wait longer. */
function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(LONGEST_WAIT_MS)
    return context
  }
  return browser
}

/** The browser, whose pages run slower. */
function slowed(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      return page
    }
    return context
  }
  return browser
}
