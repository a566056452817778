/** The pages of the API reference in a browser. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import { officeKeyOf } from '../../support/office/office.ts'
import { startSampleShop } from '../../support/docs/examples.ts'
import type { TestService } from '../../support/service/service.ts'

describe('the API reference in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  const violations: string[] = []
  before(async () => {
    service = await startSampleShop()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function open(path: string, width: number, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce', ...options })
    page.on('console', message => violations.push(message.text()))
    page.on('request', request => request.url().startsWith(service.url) || violations.push(request.url()))
    await page.goto(service.url + path)
    return page
  }

  it('has no horizontal overflow at any width, with all details open', async () => {
    for (const path of [
      '/docs',
      '/docs/cart',
      '/docs/customers',
      '/docs/errors',
      '/docs/schemas',
      '/docs/search?q=cart',
    ]) {
      const page = await open(path, 320)
      await page.evaluate('document.querySelectorAll("details").forEach(each => { each.open = true })')
      for (const width of [320, 390, 800, 1100, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${path} ${width}`)
      }
      await page.close()
    }
  })

  it('has no findings of axe on the overview, a subject, the error codes and the search', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of ['/docs', '/docs/guests', '/docs/errors', '/docs/search?q=quantity']) {
        const page = await open(path, 320, { colorScheme })
        await page.evaluate('document.querySelectorAll("details").forEach(each => { each.open = true })')
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          assert.deepEqual(await violationsOf(page, { colorScheme, width }), [], `${path} ${width} ${colorScheme}`)
        }
        await page.close()
      }
    }
  })

  it('shifts nothing while it loads', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    for (const path of ['/docs', '/docs/cart', '/docs/search?q=cart']) {
      await page.goto(service.url + path)
      const shifts = await page.evaluate(`new Promise(resolve => {
        const names = []
        const observer = new PerformanceObserver(list => {
          names.push(...list.getEntries().map(({ entryType }) => entryType))
          if (names.includes('paint')) resolve(names.filter(each => each === 'layout-shift').length)
        })
        for (const type of ['layout-shift', 'paint']) observer.observe({ type, buffered: true })
      })`)
      assert.equal(shifts, 0, path)
    }
    await page.close()
  })

  it('shows an endpoint with an example request and its response', async () => {
    const page = await open('/docs/cart#addItem', 1440)
    const endpoint = page.getByRole('article', { name: 'Add an item' })
    // The browser scrolls to the fragment after the page was loaded.
    const isAtTop = () => endpoint.evaluate(element => Math.abs(element.getBoundingClientRect().top) < 120)
    while (!(await isAtTop())) await page.waitForTimeout(50)
    const text = await endpoint.innerText()
    assert.match(text, /curl http:\/\/shop\.test\/api\/v3\/storefront\/2026-01\/cart-items/)
    assert.match(text, /"grandTotal": \{\s+"amount": "489\.50"/)
    await page.close()
  })

  it('leads from the anchors of the former single page to the new places, without scripts to their links', async () => {
    for (const [anchor, address] of [
      ['addItem', '/docs/cart#addItem'],
      ['web-session', '/docs/web-session'],
      ['Money', '/docs/schemas#Money'],
    ] as const) {
      const page = await open(`/docs#${anchor}`, 1280)
      await page.waitForURL(service.url + address)
      await page.close()
    }
    const page = await open('/docs#listEvents', 1280, { javaScriptEnabled: false })
    await page.locator('a:target').click()
    await page.waitForURL(`${service.url}/docs/events#listEvents`)
    await page.close()
  })

  it('is searched by the keyboard, from any page to the cause of an error', async () => {
    const page = await open('/docs/cart', 1280)
    await page.keyboard.press('/')
    await page.keyboard.type('cart_full')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/search\?q=cart_full$/)
    await page.getByText('results for “cart_full”').or(page.getByText('result for “cart_full”')).waitFor()
    const field = page.getByRole('searchbox').and(page.locator(':focus'))
    assert.equal(await field.inputValue(), 'cart_full')
    await page.keyboard.press('ArrowDown')
    assert.match(await focused(page), /^Error cart_full/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/errors#cart_full$/)
    const error = page.getByRole('article', { name: 'cart_full' })
    assert.match(await error.innerText(), /Let the shopper remove lines/)
    await error.getByRole('link', { name: 'Add an item' }).click()
    await page.waitForURL(/\/docs\/cart#addItem$/)
    await page.close()
  })

  it('is searched in Turkish, which the field says to readers of Turkish', async () => {
    const page = await open('/docs', 1280, { locale: 'tr-TR' })
    const field = page.getByPlaceholder('Türkçe de arayın: kupon, sepet, iade')
    await field.fill('KUPONLAR')
    await field.press('Enter')
    await page.getByRole('link', { name: /^Operation List coupons/ }).click()
    await page.waitForURL(`${service.url}/docs/promotions#listCoupons`)
    await page.close()
  })

  it('finds the same without scripts', async () => {
    const page = await open('/docs', 1280, { javaScriptEnabled: false })
    await page.getByRole('searchbox', { name: 'Search the reference' }).fill('cart_full')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /^Error cart_full/ }).click()
    await page.waitForURL(`${service.url}/docs/errors#cart_full`)
    await page.close()
  })

  it('has a menu that opens without scripts on a phone, and is a column on a desktop', async () => {
    const phone = await open('/docs', 320, { javaScriptEnabled: false })
    const link = phone.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Customers' })
    assert.equal(await link.isVisible(), false)
    await phone.getByRole('button', { name: 'Menu' }).press('Enter')
    await link.click()
    await phone.waitForURL(`${service.url}/docs/customers`)
    await phone.close()
    const desktop = await open('/docs/cart', 1440)
    await desktop.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Apply a coupon' }).click()
    await desktop.waitForURL(`${service.url}/docs/cart#applyCoupon`)
    await desktop.close()
  })

  it('can be used with the keyboard: the skip link and the details work', async () => {
    const page = await open('/docs/cart', 1440)
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to the content')
    await page.keyboard.press('Enter')
    await page.locator('main:target').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Read the cart')
    const endpoint = page.getByRole('article', { name: 'Read the cart' })
    await endpoint.getByText('Refusals').focus()
    await page.keyboard.press('Enter')
    await endpoint.getByRole('link', { name: 'guest_cancelled' }).click()
    await page.waitForURL(`${service.url}/docs/errors#guest_cancelled`)
    await page.close()
  })

  it('makes no request to another host, and none that its policy forbids', () => {
    assert.deepEqual(violations, [])
  })
})

describe('trying operations in the API reference', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let page: Page
  const errors: string[] = []
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => message.text().includes('Content Security Policy') && errors.push(message.text()))
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** Opens the form of an operation. */
  async function formOf(subject: string, operation: string) {
    await page.goto(`${service.config.PUBLIC_URL}/docs/${subject}`)
    const article = page.getByRole('article', { name: operation, exact: true })
    await article.getByText('Try it', { exact: true }).click()
    const answer = article.getByRole('region', { name: 'Answer' })
    return {
      form: article.getByRole('form'),
      answer,
      send: async () => {
        await article.getByRole('button', { name: 'Send' }).click()
        await answer.locator('.status').waitFor()
        return answer.innerText()
      },
    }
  }

  it('sends the example as a guest and as a test member, and shows status, headers and body', async () => {
    const { form, send, answer } = await formOf('cart', 'Add an item')
    for (const [button, said] of [
      ['New guest', 'The token of a new guest is used.'],
      ['Test member', /The token of the test member .+ is used\./],
    ] as const) {
      await form.getByRole('button', { name: button }).click()
      await form.getByText(said).waitFor()
      const text = await send()
      assert.match(text, /^201 Created/)
      assert.match(text, /content-type: application\/vnd\.api\+json/)
      assert.match(text, /"totalQuantity": 3/)
      await answer.evaluate(element => element.replaceChildren())
    }
    assert.deepEqual(await violationsOf(page), [])
  })

  it('links the code of a refusal to its cause', async () => {
    const { form, send, answer } = await formOf('cart', 'Add an item')
    assert.match(await send(), /^401 Unauthorized\s+token_missing/)
    await form.getByRole('button', { name: 'New guest' }).click()
    await form.getByText('The token of a new guest is used.').waitFor()
    await form.getByLabel('Body').fill('{"productId": 1e99}')
    await answer.evaluate(element => element.replaceChildren())
    assert.match(await send(), /^422 /)
    await answer.getByRole('link', { name: 'field_invalid' }).click()
    await page.waitForURL(/\/docs\/errors#field_invalid$/)
  })

  it('encodes parameters, and sends a pasted token of an administrator', async () => {
    const { form, send, answer } = await formOf('customers', 'Read a customer by external id')
    const scope = 'customers:read'
    await form.getByLabel('Token').fill(await service.token('admin', { scope }))
    await form.getByLabel('externalId').fill('auth0|a/b?c#d')
    const sent = page.waitForRequest(/by-external-id/)
    assert.match(await send(), /^404 Not Found\s+customer_not_found/)
    assert.match((await sent).url(), /by-external-id\/auth0%7Ca%2Fb%3Fc%23d/)
    await answer.waitFor()
  })

  it('reads as an administrator by the session of the office, and says so where nobody has signed in', async () => {
    const name = 'List customers'
    const { form, send } = await formOf('customers', name)
    await form.getByRole('button', { name: 'Session of the office' }).click()
    await form.getByText('Nobody has signed in to the office in this browser').waitFor()
    assert.match(await send(), /^401 Unauthorized/)
    const { PUBLIC_URL } = service.config
    await page.goto(`${PUBLIC_URL}/office#key=${officeKeyOf(service)}`)
    await page.getByRole('button', { name: /^Support/ }).click()
    await page.waitForURL(`${PUBLIC_URL}/office`)
    const again = await formOf('customers', name)
    await again.form.getByRole('button', { name: 'Session of the office' }).click()
    await again.form.getByText(/The session of the office is used: .*customers:read/).waitFor()
    const sent = page.waitForRequest(/customers\?|customers$/)
    assert.match(await again.send(), /^200 OK/)
    const request = await sent
    assert.equal(new URL(request.url()).pathname, '/office/api/v3/admin/customers')
    assert.equal(request.headers().authorization, undefined)
    const refused = await formOf('promotions', 'List campaigns')
    await refused.form.getByRole('button', { name: 'Session of the office' }).click()
    await refused.form.getByLabel('Token').fill('pasted')
    assert.match(await refused.send(), /^401 Unauthorized\s+token_invalid/)
    assert.deepEqual(await violationsOf(page), [])
    await page.context().clearCookies()
    await page.evaluate('sessionStorage.clear()')
  })

  it('copies the command that prints a token of an administrator', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { form } = await formOf('orders', 'List checkouts')
    await form.getByRole('button', { name: 'Copy the command' }).click()
    await form.getByText('Copied.').waitFor()
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      'npm run --silent sepet -- token admin --scope checkouts:read',
    )
  })

  it('shows no token, and stores none', async () => {
    const { send } = await formOf('guests', 'Create or renew a guest’s token')
    const received = page.waitForResponse(/guest-tokens$/)
    const text = await send()
    assert.match(text, /^201 Created/)
    assert.match(text, /"accessToken": "‹token›"/)
    const { accessToken } = (await (await received).json()) as { accessToken: string }
    assert.ok(!(await page.content()).includes(accessToken))
    const stored = await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie, location.search]')
    assert.deepEqual(stored, [0, 0, '', ''])
  })

  it('breaks no rule of its policy, at 320 px too', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { send } = await formOf('guests', 'Create or renew a guest’s token')
      await send()
      assert.deepEqual(await violationsOf(page), [])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    }
    assert.deepEqual(errors, [])
  })
})

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.innerText')).replace(/\s+/g, ' ')
}
