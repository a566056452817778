/** The playground's agent in a real browser: sentences, calls of tools over MCP, its cart, and the way on to the phone and the website. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { openAgent } from '../../support/browser/agent-panel.ts'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import {
  assertLogged,
  DESKTOP,
  openPlayground,
  openPlaygroundAt,
  PHONE,
  type Playground,
  SIZES,
} from '../../support/browser/playground-page.ts'
import { product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { startBoth } from '../../support/web-checkout/example-shop.ts'

const SENTENCE = 'two metres of linen and the cutting board'
const FABRIC = 'Ham keten kumaş'
const BOARD = 'Zeytin ağacı kesme tahtası'
const FILLED = [`2 × ${FABRIC}`, `1 × ${BOARD}`]

const lineOf = ({ screen }: Playground, name: string) => screen.locator('.line').filter({ hasText: name })

/** Answers the next call of a tool with a response of the network. */
async function refuseNextCall(page: Page, status: number, code: string, headers = {}): Promise<void> {
  const error = { code: -32000, message: code, data: { code, content: code } }
  const answer = { status, headers, json: { jsonrpc: '2.0', id: 1, error } }
  await page.route('**/ucp/mcp', route => route.fulfill(answer), { times: 1 })
}

describe('the agent of the playground in a browser', { skip: withoutBrowser }, () => {
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

  for (const [name, size] of Object.entries(SIZES)) {
    it(`fills a cart by calls over MCP, and brings it into the cart of the phone, on ${name}`, async () => {
      const playground = await openPlayground(browser, service, size)
      const { page, view, browserErrors } = playground
      const sent: Request[] = []
      page.on(
        'request',
        each => void (each.url().endsWith('/ucp/mcp') && each.headers()['mcp-method'] && sent.push(each)),
      )
      await page.getByRole('button', { name: `${FABRIC}: add to cart` }).click()
      await playground.waitForNotice(`${FABRIC} is in the cart`)
      const agent = await openAgent(playground)
      await agent.say(SENTENCE)
      assert.deepEqual(await agent.calls(), [
        'server/discover',
        'tools/list',
        'search_catalog “linen”',
        'search_catalog “keten kumaş”',
        'search_catalog “cutting board”',
        'search_catalog “kesme tahta”',
        `create_cart 2 × ${FABRIC}, 1 × ${BOARD}`,
      ])
      assert.deepEqual(await agent.lines(), FILLED)
      assert.deepEqual(await agent.replies(), ['Your cart is ready.'])
      assert.match(await agent.panel.locator('.agent-totals').innerText(), /Subtotal[\s\S]*VAT[\s\S]*Total\s*₺/)
      assert.deepEqual(await violationsOf(page), [])

      await agent.panel.getByRole('button', { name: /^create_cart/ }).click()
      assert.match(
        await agent.panel.locator('.details').innerText(),
        /POST \/ucp\/mcp[\s\S]*"create_cart"[\s\S]*"continue_url"/,
      )
      await agent.panel.getByRole('button', { name: /^server\/discover Sepet · MCP 2026-07-28/ }).waitFor()
      const headers = sent.at(-1)?.headers() ?? {}
      assert.deepEqual(
        ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(name => headers[name]),
        ['2026-07-28', 'tools/call', 'create_cart'],
      )

      await agent.panel.getByRole('button', { name: 'Continue on the phone' }).click()
      await page.locator('.address').getByText('/sepet').waitFor()
      const web = page.frameLocator('iframe')
      await web.getByText(BOARD).first().waitFor()
      await assertLogged(
        playground,
        'POST /checkout-guest-session 200',
        'GET /checkout/handoff 302',
        'GET /checkout/continue 302',
      )
      await page.getByRole('button', { name: 'Close' }).click()
      await lineOf(playground, BOARD).waitFor()
      // The phone's own metre and the two of the agent.
      await lineOf(playground, FABRIC).locator('.number').getByText(': 3').waitFor()
      await view('requests')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('understands Turkish, and a sentence that is chosen by one click', async () => {
    const playground = await openPlayground(browser, service, { ...DESKTOP, locale: 'tr-TR' })
    const agent = await openAgent(playground, 'Asistan')
    await agent.panel.getByRole('button', { name: 'iki metre keten ve kesme tahtası' }).click()
    await agent.panel.getByText('Sepetiniz hazır.').waitFor()
    await agent.panel.locator('button.send:not([aria-disabled])').waitFor()
    assert.deepEqual((await agent.calls()).slice(2), [
      'search_catalog “keten kumaş”',
      'search_catalog “kesme tahtası”',
      `create_cart 2 × ${FABRIC}, 1 × ${BOARD}`,
    ])
    assert.deepEqual(await agent.lines(), FILLED)
    await playground.page.getByText('cümledeki kelimelere bakan basit bir program').waitFor()
    await playground.page.context().close()
  })

  it('changes its cart by further sentences, and cancels it', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say(SENTENCE)
    await agent.say('and one metre of linen more, plus three candles')
    assert.equal((await agent.calls()).at(-1)?.startsWith('update_cart'), true)
    const [fabric, board, candle = ''] = await agent.lines()
    assert.deepEqual([fabric, board], [`3 × ${FABRIC}`, `1 × ${BOARD}`])
    assert.match(candle, /^3 × Soya mumu/)
    await agent.say('without the board')
    assert.equal(
      (await agent.lines()).some(line => line.includes(BOARD)),
      false,
    )
    await agent.say('three unicorns')
    assert.deepEqual(await agent.replies(), [
      'Nothing has changed in the cart.',
      'unicorns: no product was found for this.',
    ])
    await agent.say('cancel the cart')
    assert.deepEqual(await agent.calls(), ['cancel_cart'])
    assert.deepEqual(await agent.lines(), [])
    await agent.say('a mug')
    assert.equal((await agent.calls()).at(-1)?.startsWith('create_cart'), true)
    await agent.panel.getByRole('button', { name: 'Cancel', exact: true }).click()
    await agent.panel.getByText('its link is dead from now on').last().waitFor()
    assert.deepEqual(playground.browserErrors, [])
    await playground.page.context().close()
  })

  it('continues in the web view as a new guest, whose cart is not the phone’s', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say(SENTENCE)
    await agent.panel.getByRole('button', { name: 'Continue in the web view' }).click()
    await playground.page.frameLocator('iframe').getByText(BOARD).first().waitFor()
    await playground.page.getByText('The agent’s link works until it expires').waitFor()
    // The status is known when the page has loaded; one that is closed before has none.
    await assertLogged(playground, 'GET /checkout/continue 302')
    await playground.page.keyboard.press('Escape')
    await playground.tab('cart')
    await playground.page.getByText('Your cart is empty').waitFor()
    await assertLogged(playground, 'GET /checkout/continue 302', 'GET /cart 200')
    await playground.page.context().close()
  })

  it('says what the shop says about items, and that a cart is gone', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say('a straw hat')
    assert.deepEqual(await agent.replies(), ['The shop took none of these into a cart.', 'Hasır şapka: out of stock.'])
    await agent.say('seven casseroles')
    assert.ok(
      (await agent.replies()).includes('Döküm tencere: less than that is in stock.'),
      String(await agent.replies()),
    )
    const link = agent.panel.getByRole('button', { name: 'Continue in the web view' })
    await service.database.kysely
      .updateTable('ucp_carts')
      .set({ expires_at: 1 } as never)
      .execute()
    await link.click()
    await playground.waitForNotice('This link is dead: the cart has expired or was cancelled.')
    assert.equal(await playground.page.locator('iframe').count(), 0)
    await agent.say('a mug')
    assert.match((await agent.replies())[0] ?? '', /^This cart is gone/)
    await agent.say('a mug')
    assert.deepEqual(await agent.replies(), ['Your cart is ready.'])
    await playground.page.context().close()
  })

  it('explains refused calls in both languages', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const { page } = playground
    const agent = await openAgent(playground)
    await refuseNextCall(page, 429, 'rate_limited', { 'Retry-After': '7' })
    await agent.say('a mug')
    assert.deepEqual(await agent.replies(), ['Too many tries. Try again in 7 seconds.'])
    await refuseNextCall(page, 503, 'discovery_busy', { 'Retry-After': '1' })
    await agent.say('a mug')
    assert.match((await agent.replies())[0] ?? '', /^Sepet reads many profiles right now/)
    await page.getByRole('button', { name: 'Türkçe' }).click()
    await agent.panel
      .locator('.reply')
      .getByText(/^Sepet şu anda çok sayıda profil okuyor/)
      .waitFor()
    await page.route('**/ucp/mcp', route => route.abort(), { times: 1 })
    await agent.say('kupa')
    assert.match((await agent.replies())[0] ?? '', /^Sepet yanıt vermiyor/)
    await agent.say('kupa')
    assert.deepEqual(await agent.replies(), ['Sepetiniz hazır.'])
    await page.context().close()
  })

  it('has no axe violations, overflows no width, and works by keyboard', async () => {
    const playground = await openPlayground(browser, service, { ...DESKTOP, reducedMotion: 'reduce' })
    const { page } = playground
    const agent = await openAgent(playground)
    await agent.say(SENTENCE)
    await agent.panel.locator('.call button').first().focus()
    await page.keyboard.press('Enter')
    await agent.panel.locator('.details').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await violationsOf(page, { colorScheme }), [], colorScheme)
    }
    for (const width of [320, 600, 961, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      if (width < 961) {
        await page.locator('.views button').last().click()
        await agent.panel.waitFor()
      }
      const overflowing = await page.evaluate(
        `[document.documentElement, ...document.querySelectorAll('.log-pane, .agent-scroll')]
           .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className || each.tagName)`,
      )
      assert.deepEqual(overflowing, [], String(width))
    }
    await page.context().close()
  })
})

describe('the agent of the playground with another shop or configuration', { skip: withoutBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser?.close())

  it('is not there while the agents’ door is closed', async () => {
    const service = await startPlayground('sqlite', { UCP_ENABLED: 'false' })
    await service.importShop(sampleShop())
    for (const size of [PHONE, DESKTOP]) {
      const { page, browserErrors } = await openPlayground(browser, service, size)
      assert.equal(await page.getByText('Agent', { exact: true }).count(), 0)
      assert.equal(await page.locator('#agent').count(), 0)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    }
    await service.stop()
  })

  it('says that the door asks for a key', async () => {
    const service = await startPlayground('sqlite', { UCP_API_KEYS: 'k'.repeat(40) })
    const playground = await openPlayground(browser, service, DESKTOP)
    const { panel } = await openAgent(playground)
    await panel.getByText('UCP_API_KEYS is set, and this page has none').waitFor()
    assert.equal(await panel.locator('input').count(), 0)
    await playground.page.context().close()
    await service.stop()
  })

  it('shows names of products as text, never as markup, and works at 127.0.0.1', async () => {
    const evil = `Lamp \u202egnp.<img src=x onerror="alert(1)"><b>bold</b>`
    const service = await startPlayground('sqlite')
    const url = service.config.PUBLIC_URL.replace('localhost', '127.0.0.1')
    await service.stop()
    const local = await startPlayground('sqlite', { PUBLIC_URL: url, PORT: new URL(url).port })
    const products = [product({ id: 9, name: evil, stock: 5, image: null })]
    await local.importShop(shopFile({ shop: { imageBaseUrl: `${url}/nowhere/` }, products }))
    const playground = await openPlayground(browser, local, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say('two lamps')
    assert.deepEqual(await agent.replies(), ['Your cart is ready.'])
    assert.ok((await agent.lines())[0]?.includes('<img src=x onerror="alert(1)"><b>bold</b>'))
    assert.equal(await playground.page.locator('#agent :is(script, b b, [onerror], img[src="x"])').count(), 0)
    assert.deepEqual(playground.browserErrors, [])
    await playground.page.context().close()
    await local.stop()
  })

  it('fills a cart behind the example web shop, whose website has it then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-agent-'))
    const both = await startBoth(folder)
    const playground = await openPlaygroundAt(browser, both.url, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say(SENTENCE)
    assert.deepEqual(await agent.lines(), FILLED)
    await agent.panel.getByRole('button', { name: 'Continue on the phone' }).click()
    await playground.page.frameLocator('iframe').getByText(BOARD).first().waitFor()
    await playground.page.getByRole('button', { name: 'Close' }).click()
    await lineOf(playground, BOARD).waitFor()
    assert.deepEqual(playground.browserErrors, [])
    await playground.page.context().close()
    await both.stop()
    rmSync(folder, { recursive: true })
  })
})
