/** Starts a headless Chromium: that of an npm package, or an installed one. */

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

/** Starts a browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  return playwright.launch({ ...(path && { executablePath: path }), args, headless: true })
}
