/** Pages of other origins in the browser of the owner: they cannot frame the office, read it, or change anything. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Response } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { type OfficePage, openOffice } from '../../support/browser/office-page.ts'
import { type OtherSite, startOtherSite } from '../../support/browser/other-site.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const NAME = 'Elif Demir'
const shop = shopFile({ customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' })] })
const CUSTOMERS = '/office/api/v3/admin/customers'
/** Requests that would change something if they were let through. */
const WRITES = [
  ['POST', CUSTOMERS, { name: 'Planted' }],
  ['PUT', `${CUSTOMERS}/${ids.member}`, { name: 'Planted' }],
  ['DELETE', `${CUSTOMERS}/${ids.member}`, undefined],
  ['PATCH', '/office/api/v3/admin/products', [{ id: ids.plain, stock: 0 }]],
  ['PUT', '/office/api/v3/admin/coupons/PLANTED', { discountType: 'percent', value: '100' }],
  ['POST', '/office/sign-out', {}],
  ['POST', '/office/sign-in/role', { role: 'warehouse' }],
] as const

describe('the office and pages of other origins', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let site: OtherSite
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    site = await startOtherSite()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await site.stop()
    await service.stop()
  })

  const codeOf = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: { code: string }[] }
    return `${response.status()} ${errors[0]?.code}`
  }

  /** Everything that the writes would change. */
  async function stored(): Promise<unknown[]> {
    const { kysely } = service.database
    return [
      await kysely.selectFrom('customers').selectAll().orderBy('id').execute(),
      await kysely.selectFrom('products').select(['id', 'stock']).orderBy('id').execute(),
      await kysely.selectFrom('coupons').selectAll().execute(),
      await kysely.selectFrom('office_sessions').select('subject').execute(),
    ]
  }

  /** Opens a page of another origin in the browser of the owner. */
  async function visit(host: string): Promise<{ office: OfficePage; other: Page }> {
    const office = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const other = await office.page.context().newPage()
    await other.goto(`http://${host}:${site.port}/`)
    return { office, other }
  }

  /** Asserts that nothing has changed, and that the owner is still signed in. */
  async function assertUntouched({ page, open }: OfficePage, before: unknown[]): Promise<void> {
    assert.deepEqual(await stored(), before)
    await open(`/office/customers/${ids.member}`)
    await page.getByRole('heading', { name: NAME }).waitFor()
    await page.getByRole('banner').getByText('Nazan (Owner)').waitFor()
    await page.context().close()
  }

  for (const host of ['localhost', '127.0.0.1']) {
    it(`shows nothing in a frame of ${host} at another port`, async () => {
      const { office, other } = await visit(host)
      const before = await stored()
      for (const path of ['/office', '/office/sign-in', `/office/customers/${ids.member}`]) {
        const url = JSON.stringify(service.config.PUBLIC_URL + path)
        await other.evaluate(`new Promise(resolve => {
          const frame = document.createElement('iframe')
          frame.onload = () => resolve()
          frame.src = ${url}
          document.body.replaceChildren(frame)
        })`)
        // What the browser shows instead of a page that may not be framed.
        const urlOfFrame = () => other.frames().at(-1)?.url() ?? ''
        while (urlOfFrame() === '') await other.waitForTimeout(20)
        assert.match(urlOfFrame(), /^chrome-error:/, path)
      }
      await assertUntouched(office, before)
    })

    it(`takes no form of ${host} at another port`, async () => {
      const { office, other } = await visit(host)
      const before = await stored()
      const posts = WRITES.filter(([method]) => method === 'POST')
      for (const [, path, body] of posts) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
          await other.goto(`http://${host}:${site.port}/`)
          const url = service.config.PUBLIC_URL + path
          const answered = other.waitForResponse(url)
          // The field and its value together are JSON where the form is sent as text.
          const field = JSON.stringify({ ...body, x: '' }).slice(0, -2)
          await other.evaluate(`{
            const form = document.createElement('form')
            Object.assign(form, { method: 'post', action: ${JSON.stringify(url)}, enctype: ${JSON.stringify(type)} })
            const input = document.createElement('input')
            Object.assign(input, { name: ${JSON.stringify(field)}, value: '"}' })
            form.append(input)
            document.body.append(form)
            form.submit()
          }`)
          const expected = path.endsWith('/role') ? '404 not_found' : '403 cross_site_request'
          assert.equal(await codeOf(await answered), expected, `${path} ${type}`)
        }
      }
      await assertUntouched(office, before)
    })

    it(`takes no request of a script of ${host} at another port, and shows it nothing`, async () => {
      const { office, other } = await visit(host)
      const before = await stored()
      const reads = ['/office/session', CUSTOMERS, `${CUSTOMERS}/${ids.member}`].map(
        path => ['GET', path, undefined] as const,
      )
      for (const [method, path, body] of [...WRITES, ...reads]) {
        for (const type of ['text/plain', 'application/json']) {
          const got = await other.evaluate(
            `fetch(${JSON.stringify(service.config.PUBLIC_URL + path)}, {
              method: ${JSON.stringify(method)}, credentials: 'include',
              ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
              headers: { 'Content-Type': ${JSON.stringify(type)} },
            }).then(response => response.text(), error => error.name)`,
          )
          assert.equal(got, 'TypeError', `${method} ${path} ${type}`)
        }
      }
      const blind = await other.evaluate(`fetch(${JSON.stringify(service.config.PUBLIC_URL + CUSTOMERS)}, {
        method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"Planted"}',
      }).then(({ type }) => type, error => error.name)`)
      assert.equal(blind, 'TypeError')
      await assertUntouched(office, before)
    })

    it(`lets a link of ${host} at another port open pages alone, and not the API`, async () => {
      const { office, other } = await visit(host)
      const before = await stored()
      const follow = (path: string) =>
        other.evaluate(`location.assign(${JSON.stringify(service.config.PUBLIC_URL + path)})`)
      const answered = other.waitForResponse(service.config.PUBLIC_URL + CUSTOMERS)
      await follow(CUSTOMERS)
      assert.equal(await codeOf(await answered), '403 cross_site_request')
      await other.goto(`http://${host}:${site.port}/`)
      await follow(`/office/customers/${ids.member}`)
      await other.getByRole('heading', { name: NAME }).waitFor()
      await assertUntouched(office, before)
    })
  }
})
