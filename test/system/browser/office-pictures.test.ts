/** Pictures on a host of their own, in a browser: the products of the office, a cart in the office, and the playground show them. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const PICTURE = readFileSync(join(import.meta.dirname, '../../../sample/images/ham-keten-kumas.png'))

describe('pictures on a host of their own', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let pictures: Server
  let address: string
  before(async () => {
    pictures = createServer((_request, response) => response.setHeader('Content-Type', 'image/png').end(PICTURE))
    await once(pictures.listen(0, '127.0.0.1'), 'listening')
    const base = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/shop/`
    address = `${base}linen.png`
    service = await startPlayground('sqlite')
    const products = [product({ id: ids.plain, image: 'linen.png' })]
    await service.importShop(shopFile({ shop: { imageBaseUrl: base }, products }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    pictures.close()
    await service.stop()
  })

  /** Waits until a picture is shown that has come from the host. */
  async function assertShown(page: Page): Promise<void> {
    const picture = page.locator(`img[src="${address}"]`).first()
    await picture.waitFor()
    const width = `document.querySelector('img[src="${address}"]').decode().then(() => document.querySelector('img[src="${address}"]').naturalWidth)`
    assert.ok(Number(await page.evaluate(width)) > 0)
  }

  it('are shown in the list of products and in a cart of the office, and on the phone of the playground', async () => {
    await addItem(service, await service.token('member', { id: String(ids.member) }), ids.plain)
    const { page, open, browserErrors } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/products')
    await assertShown(page)
    await open(`/office/carts/member:${ids.member}`)
    await assertShown(page)
    await page.goto(`${service.config.PUBLIC_URL}/`)
    await assertShown(page)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })
})
