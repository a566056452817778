/** A headless Chromium: the one that npm brought, or the machine's own. */

import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const bringsOwn = process.platform === 'linux' && process.arch === 'x64'
const path = process.env.TEST_CHROMIUM ?? (bringsOwn ? await chromium.executablePath() : INSTALLED.find(existsSync))

/** Why browser tests are skipped, or false when they are not. In CI nothing is skipped. */
export const withoutBrowser = path || process.env.CI ? false : 'no Chromium: install it, or set TEST_CHROMIUM'

/** Starts a browser; `close` it afterwards. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  return playwright.launch({ ...(path && { executablePath: path }), args, headless: true })
}
