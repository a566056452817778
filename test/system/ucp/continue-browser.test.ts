/** The link of an agent's cart in a browser: on the reference pages, and in the example web shop. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { CONTINUE } from '../../../src/api-paths.ts'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { PHONE } from '../../support/browser/playground-page.ts'
import { runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { callAt } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { createAgentCart } from '../../support/ucp/links.ts'
import { type AgentPlatform, listing, startPlatform } from '../../support/ucp/platform.ts'
import { type ExampleShop, startBoth } from '../../support/web-checkout/example-shop.ts'

/** Of the sample shop: linen by the metre. */
const LINEN = '108'
const PEOPLE = 50
/** Time for fifty pages at once, on a machine of any speed. */
const PATIENCE_MS = 200_000

describe('the link of an agent’s cart in a browser', { skip: withoutBrowser }, () => {
  let folder: string
  let platform: AgentPlatform
  let browser: Browser
  let sepet: ServingProcess
  let shop: ExampleShop
  let password: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-continue-'))
    platform = await startPlatform()
    const port = await freePort()
    const own = { DATA_DIR: join(folder, 'reference'), PUBLIC_URL: `http://localhost:${port}`, HANDOFF_RATE_LIMIT: '0' }
    sepet = await serveProcess({ ...own, ...listing(platform) }, ['--port', String(port)])
    shop = await startBoth(join(folder, 'example'), listing(platform))
    password = /the password is (\w+)/.exec(shop.output())?.[1] ?? assert.fail(shop.output())
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await shop.stop()
    await sepet.kill('SIGTERM')
    await platform.stop()
    rmSync(folder, { recursive: true })
  })

  async function openPage(locale: string): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext({ ...PHONE, locale })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    return { page, errors }
  }
  const fill = (url: string, ...lines: string[]) => createAgentCart({ call: callAt(url) }, platform, lines)
  const placeOf = (page: Page) => {
    const { pathname, search } = new URL(page.url())
    return `${pathname}${search}`
  }

  it('leads to the reference page with the cart of a new guest, once, and again with what came later', async () => {
    const cart = await fill(sepet.url, `${LINEN}×3`)
    const { page, errors } = await openPage('tr-TR')
    await page.goto(cart.url)
    assert.equal(placeOf(page), '/sepet')
    await page.getByText('Misafir olarak alışveriş yapıyorsunuz').waitFor()
    assert.match(await page.innerText('main'), /Ham keten kumaş[\s\S]*3 metre[\s\S]*489,50/)
    const cookies = await page.context().cookies()
    assert.deepEqual(
      cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
      [['sepet_session', true, 'Lax']],
    )
    await page.goto(cart.url)
    assert.match(await page.innerText('main'), /3 metre/)
    assert.deepEqual(await page.context().cookies(), cookies)
    await cart.update([`${LINEN}×5`])
    await page.goto(cart.url)
    assert.match(await page.innerText('main'), /5 metre/)
    assert.deepEqual(errors, [])
    await page.context().close()
  })

  it('leads to the example web shop, where the guest logs in with the cart and pays', async () => {
    const cart = await fill(shop.url, `${LINEN}×3`)
    const { page, errors } = await openPage('en-GB')
    await page.goto(cart.url)
    assert.equal(placeOf(page), '/sepet')
    await page.getByText('3 metre').waitFor()
    await page.getByText('Do you have an account?').click()
    await page.getByLabel('Email').fill('elif.saricam@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('radio', { name: 'Yes, add to my cart' }).check()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Elif Sarıçam').waitFor()
    await page.goto(cart.url)
    await page.getByText('3 metre').waitFor()
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('button', { name: 'The payment succeeds' }).click()
    await page.getByText('Your order is placed.').waitFor()
    // What was ordered does not come again.
    await page.goto(cart.url)
    await page.getByText('Your cart is empty.').waitFor()
    assert.deepEqual(errors, [])
    await page.context().close()
  })

  it('adds to the cart that a visitor has already, and stays with that visitor', async () => {
    const [own, agents] = [await fill(sepet.url, '114×1'), await fill(sepet.url, `${LINEN}×2`)]
    const { page, errors } = await openPage('en-GB')
    await page.goto(own.url)
    const cookies = await page.context().cookies()
    await page.goto(agents.url)
    assert.match(await page.innerText('main'), /Zeytin ağacı kesme tahtası[\s\S]*Ham keten kumaş[\s\S]*2 metre/)
    assert.deepEqual(await page.context().cookies(), cookies)
    assert.deepEqual(errors, [])
    await page.context().close()
  })

  it('opens for fifty people at once, each with a cart of their own', async () => {
    const cart = await fill(sepet.url, `${LINEN}×2`)
    const opened = await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        const context = await browser.newContext({ locale: 'tr-TR' })
        context.setDefaultTimeout(PATIENCE_MS)
        const page = await context.newPage()
        await page.goto(cart.url)
        const shown = await page.innerText('main')
        const [cookie] = await context.cookies()
        await context.close()
        return { shown, session: cookie?.value }
      }),
    )
    for (const { shown } of opened) assert.match(shown, /Ham keten kumaş[\s\S]*2 metre/)
    assert.equal(new Set(opened.map(({ session }) => session)).size, PEOPLE)
    assert.equal((await cart.read()).status, 200)
  })

  it('does not open without a login while guests may not check out, and opens after one', async () => {
    const cart = await fill(shop.url, `${LINEN}×2`)
    const closing = join(folder, 'closing.json')
    const env = { DATA_DIR: join(folder, 'example') }
    const gate = async (SatinAlmaSureciUyeliksizBasla: 0 | 1) => {
      writeFileSync(closing, JSON.stringify({ shop: { settings: { SatinAlmaSureciUyeliksizBasla } } }))
      const { status, stderr } = await runSepet(['import', closing], env)
      assert.equal(status, 0, stderr)
    }
    await gate(0)
    const { page, errors } = await openPage('en-GB')
    await page.goto(cart.url)
    assert.equal(placeOf(page), '/sepet?continue=closed')
    await page.getByText('Only members can order from this shop.').waitFor()
    await page.getByLabel('Email').fill('elif.saricam@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Elif Sarıçam').waitFor()
    await page.goto(cart.url)
    await page.getByText('2 metre').waitFor()
    assert.deepEqual(errors, [])
    await page.context().close()
    await gate(1)
  })

  it('tells on both why it does not open, in both languages', async () => {
    const sentences = [
      ['en-GB', 'This link no longer works', 'This cart link no longer works.'],
      ['tr-TR', 'Bu bağlantı artık geçerli değil', 'Bu sepet bağlantısı artık geçerli değil.'],
    ] as const
    for (const [locale, reference, example] of sentences) {
      for (const [url, sentence] of [
        [sepet.url, reference],
        [shop.url, example],
      ] as const) {
        const { page, errors } = await openPage(locale)
        await page.goto(`${url}${CONTINUE}?c=${'x'.repeat(32)}`)
        assert.equal(placeOf(page), '/sepet?continue=gone')
        await page.getByText(sentence).waitFor()
        assert.deepEqual(await violationsOf(page), [])
        const cart = await fill(url, `${LINEN}×1`)
        await page.goto(cart.url)
        await cart.cancel()
        await page.goto(cart.url)
        assert.equal(placeOf(page), '/sepet?continue=gone')
        assert.match(await page.innerText('main'), new RegExp(`${sentence}[\\s\\S]*Ham keten kumaş`))
        assert.deepEqual(await violationsOf(page), [])
        assert.deepEqual(errors, [])
        await page.context().close()
      }
    }
  })

  it('tells the other failures on both, in both languages', async () => {
    for (const [locale, ...sentences] of [
      ['en-GB', /Only members can order from this shop/, /could not be opened right now/],
      ['tr-TR', /yalnızca üyeler sipariş verebilir/, /bağlantısı şu anda açılamadı/],
    ] as const) {
      const { page } = await openPage(locale)
      for (const url of [sepet.url, shop.url]) {
        for (const [n, failure] of ['closed', 'unavailable'].entries()) {
          await page.goto(`${url}/sepet?continue=${failure}`)
          assert.match(await page.innerText('main'), sentences[n] as RegExp)
        }
      }
      await page.context().close()
    }
  })
})
