/** The API reference at /docs, in a browser. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
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

  async function open(hash: string, width: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    page.on('console', message => violations.push(message.text()))
    page.on('request', request => request.url().startsWith(service.url) || violations.push(request.url()))
    await page.goto(`${service.url}/docs${hash}`)
    return page
  }

  it('has no horizontal overflow at any width, with all details open', async () => {
    for (const width of [320, 390, 800, 1100, 1440, 1920]) {
      const page = await open('', width)
      await page.evaluate('document.querySelectorAll("details").forEach(each => { each.open = true })')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, String(width))
      assert.equal(await page.evaluate('getComputedStyle(document.body).margin'), '0px')
      await page.close()
    }
  })

  it('shows an endpoint with an example request and its response', async () => {
    const page = await open('#addItem', 1440)
    const endpoint = page.getByRole('article', { name: 'Add an item' })
    assert.ok(await endpoint.evaluate(element => Math.abs(element.getBoundingClientRect().top) < 50))
    const text = await endpoint.innerText()
    assert.match(text, /curl http:\/\/shop\.test\/api\/v3\/storefront\/2026-01\/cart-items/)
    assert.match(text, /"grandTotal": \{\s+"amount": "489\.50"/)
  })

  it('can be used with the keyboard: the skip link and the details work', async () => {
    const page = await open('', 1440)
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to the reference')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'JSON:API')
    const refusals = page.getByRole('article', { name: 'Read the cart' }).getByText('Refusals')
    await refusals.focus()
    await page.keyboard.press('Enter')
    assert.match(await page.getByRole('article', { name: 'Read the cart' }).innerText(), /guest_cancelled/)
  })

  it('has an index with links to the endpoints, on a desktop and on a phone', async () => {
    const desktop = await open('', 1440)
    await desktop.getByRole('navigation').getByRole('link', { name: 'Apply a coupon' }).click()
    assert.equal(new URL(desktop.url()).hash, '#applyCoupon')
    const phone = await open('', 390)
    await phone.getByRole('navigation').getByRole('link', { name: 'Customers' }).click()
    await phone
      .getByRole('region', { name: 'Customers', exact: true })
      .getByRole('link', { name: 'List customers' })
      .first()
      .click()
    assert.equal(new URL(phone.url()).hash, '#listCustomers')
  })

  it('makes no request to another host, and none that its policy forbids', () => {
    assert.deepEqual(violations, [])
  })
})

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.textContent')
}
