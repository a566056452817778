/** Lists of the office with 10,000 records each in a browser: a page at a time, no record twice, and the last one is found. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { hold, insertable } from '../../support/checkouts/orders.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const COUNT = 10_000
const CHUNK = 500
const PAGE = 50
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1)
const chunks = Array.from({ length: COUNT / CHUNK }, (_, at) => numbers.slice(at * CHUNK, (at + 1) * CHUNK))
const LAST = `musteri${COUNT}@example.com`

/** Stores a cart of each customer, and a checkout of each as a copy of a real one. */
async function fillLists(service: TestService): Promise<void> {
  const { kysely } = service.database
  const token = await service.token('member', { id: String(ids.member) })
  await addItem(service, token, ids.plain, 1)
  assert.equal((await hold(service, 'FIRST', token)).status, 201)
  const held = await kysely.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  await kysely.deleteFrom('cart_lines').execute()
  await kysely.deleteFrom('carts').execute()
  const now = Date.now()
  for (const chunk of chunks) {
    const carts = chunk.map(id => ({ id: `member:${id}`, created_at: now, used_at: now - id, changed_at: now - id }))
    const lines = chunk.map(id => ({
      ...{ cart_id: `member:${id}`, product_id: ids.plain, variant_id: 0, id: randomUUID() },
      ...{ position: 1, quantity: 1, gift_package: 0 as const },
    }))
    const checkouts = chunk.map(id => ({
      ...{ ...insertable(held), reference: `ORDER-${id}`, subject: `member:${id}`, customer_id: id },
      ...{ state: 'completed' as const, held_at: held.held_at - id, completed_at: held.held_at },
    }))
    await kysely.insertInto('carts').values(carts).execute()
    await kysely.insertInto('cart_lines').values(lines).execute()
    await kysely.insertInto('checkouts').values(checkouts).execute()
  }
}

describe('lists of the office with 10,000 records in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shopFile({ customers: numbers.map(id => customer(id)) }))
    await fillLists(service)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const lists = {
    customers: { path: '/office/customers', api: 'customers', search: LAST, found: `/office/customers/${COUNT}` },
    carts: { path: '/office/carts', api: 'carts', search: `member:${COUNT}`, found: `/office/carts/member:${COUNT}` },
    checkouts: {
      ...{ path: '/office/checkouts', api: 'checkouts' },
      ...{ search: `ORDER-${COUNT}`, found: `/office/checkouts/ORDER-${COUNT}` },
    },
  }
  for (const [name, { path, api, search, found }] of Object.entries(lists)) {
    it(`shows ${name} by pages on demand, and finds the last one`, async () => {
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
      const asked: string[] = []
      page.on('request', request => {
        if (new URL(request.url()).pathname.endsWith(`/office/api/v3/admin/${api}`)) asked.push(request.url())
      })
      await open(path)
      const rows = page.locator('main tbody tr')
      for (let pages = 1; pages <= 4; pages++) {
        await page
          .getByRole('status')
          .filter({ hasText: `${pages * PAGE} records shown` })
          .waitFor()
        await settled()
        assert.equal(await rows.count(), pages * PAGE)
        assert.equal(asked.length, pages)
        await page.getByRole('button', { name: 'Show more' }).click()
      }
      await page.getByRole('status').filter({ hasText: '250 records shown' }).waitFor()
      const links = await rows.evaluateAll(all => all.map(row => row.querySelector('a')?.getAttribute('href')))
      assert.equal(new Set(links).size, 5 * PAGE)
      await page.getByRole('searchbox').first().fill(search)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${found}`)
      await settled()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }
})
