/**
 * `npm run build && node bench/office-pages.ts`: how soon the office is there on a slow line. A shop of 10,000 products, `/office/products` in
 * Chromium with 400 kbit/s and 400 ms, then a second page by its link. `--clone` serves the files of the clone instead of the bundles.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { product, shopFile } from '../test/support/import/shop-file.ts'
import { COMMAND, listening, runSepet } from '../test/support/service/process.ts'
import { freePort } from '../test/support/service/test-server.ts'

const PRODUCTS = 10_000
/** 400 kbit/s each way, and 400 ms from a request to its response. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const isClone = process.argv.includes('--clone')
const command = isClone ? COMMAND : join(import.meta.dirname, '../dist/cli/bin.js')

const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
const port = String(await freePort())
const env = {
  ...{ PATH: process.env.PATH, DATA_DIR: folder, PUBLIC_URL: `http://localhost:${port}`, PORT: port },
  ...{ LOG_LEVEL: 'warn', CART_RATE_LIMIT: '0', SHUTDOWN_DELAY_SECONDS: '0' },
}
await importProducts()
const serving = await listening(spawn(process.execPath, [command, 'serve'], { env }))
const browser = await launchBrowser()
try {
  await measure(await signedIn())
} finally {
  await browser.close()
  await serving.kill('SIGTERM')
  rmSync(folder, { recursive: true })
}

async function importProducts(): Promise<void> {
  const path = join(folder, 'shop.json')
  const products = Array.from({ length: PRODUCTS }, (_, n) =>
    product({ id: n + 1, name: `Ürün ${n + 1}`, price: '19.90' }),
  )
  writeFileSync(path, JSON.stringify(shopFile({ products })))
  for (const args of [['migrate'], ['import', path]]) {
    const { status, stderr } = await runSepet(args, env)
    if (status !== 0) throw new Error(stderr)
  }
}

/** A page whose browser context has the session of the owner and an empty cache. */
async function signedIn(): Promise<Page> {
  const [, key = ''] = /\/office#key=(\S+)/.exec(serving.output()) ?? []
  const page = await (await browser.newContext({ locale: 'en' })).newPage()
  await page.goto(`${env.PUBLIC_URL}/office/sign-in?to=%2Foffice%2Fproducts#key=${key}`)
  await page.getByRole('button', { name: /^Owner/ }).click()
  await page.locator('table tbody tr').first().waitFor()
  await page.goto('about:blank')
  return page
}

async function measure(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.clearBrowserCache')
  await devTools.send('Network.emulateNetworkConditions', LINE)
  const sum = { requests: 0, bytes: 0 }
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.requests++
    sum.bytes += encodedDataLength
  })
  const start = performance.now()
  const since = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
  await page.goto(`${env.PUBLIC_URL}/office/products`, { waitUntil: 'commit' })
  await page.locator('table tbody tr').first().waitFor()
  const ready = since(start)
  const picture = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
  const loaded = { ...sum }
  const second = performance.now()
  await page.locator('nav a[href="/office/checkouts"]').first().click()
  await page.locator('h1', { hasText: 'Orders' }).waitFor()
  await page.locator('main .loading').waitFor({ state: 'detached' })
  console.log(`${isClone ? 'clone' : 'package'}: ${loaded.requests} requests, ${Math.round(loaded.bytes / 1024)} KB,
first picture ${(picture / 1000).toFixed(1)} s, ready ${ready}, second page ${since(second)}`)
}
