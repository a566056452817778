/** The office in a browser: how the owner sets up webhooks, and reads events. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import type { TestService } from '../../support/service/service.ts'
import { startReceiver } from '../../support/webhooks/receiver.ts'
import { callWebhooks, QUICK, saveWebhook } from '../../support/webhooks/webhooks.ts'

const words = {
  tr: {
    campaign: '“Yaz indirimi” kampanyası değişti',
    by: /Yapan: Nazan \(Mağaza sahibi\)/,
    changed: (id: number) => `${id} numaralı müşteri değişti`,
    fields: /Değişen alanlar: Firma, Cep telefonu/,
  },
  en: {
    campaign: 'Campaign “Yaz indirimi” was changed',
    by: /By Nazan \(Owner\)/,
    changed: (id: number) => `Customer ${id} was changed`,
    fields: /Changed fields: Company, Mobile phone/,
  },
}

describe('webhooks and events in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite', QUICK)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  it('creates a webhook, shows its secret once, tests it, and deletes it after its name was typed', async () => {
    const receiver = await startReceiver()
    receiver.respond(500)
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/webhooks?new=1')
    await page.getByLabel('Name', { exact: true }).fill('erp')
    await page.getByLabel('Address').fill('erp.example.com')
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    await page.getByText('The address must be complete').waitFor()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    assert.match(await page.locator('.secret code').innerText(), /^whsec_/)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.getByRole('dialog').getByText('Secret: it is not shown again').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay on the page' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.waitForURL('**/office/webhooks/erp')
    await page.locator('h1').getByText('Nothing sent yet').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/^The receiver did not take the message: answer: HTTP 500/).waitFor()
    receiver.respond(204)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/^The receiver took the message \(HTTP 204/).waitFor()
    assert.deepEqual(
      receiver.received.map(({ body }) => body.type),
      ['webhook.test', 'webhook.test'],
    )
    assert.equal(await page.locator('.secret').count(), 0)
    await page.getByRole('button', { name: 'Renew the secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Renew the secret' }).click()
    assert.match(await page.locator('.secret code').innerText(), /^whsec_/)
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.locator('h1').getByText('Switched off').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('h1').getByText('Nothing sent yet').waitFor()
    await open('/office/webhooks?new=1')
    await page.getByLabel('Name', { exact: true }).fill('erp')
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Everything', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    await page.getByText('Choose at least one kind of event.').waitFor()
    await page.getByLabel('Orders', { exact: true }).check()
    await page.getByText('Choose at least one kind of event.').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Create a webhook' }).click()
    await page.getByText('There is a webhook of this name already.').waitFor()
    await open('/office/webhooks/erp')
    await page.getByRole('button', { name: 'Delete' }).click()
    const word = page.getByRole('dialog').getByLabel('To confirm, type')
    await word.fill('er')
    await page.keyboard.press('Enter')
    await word.and(page.locator('[aria-invalid="true"]')).waitFor()
    await word.fill('erp')
    await word.and(page.locator('[aria-invalid="true"]')).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('There is no webhook yet').waitFor()
    assert.deepEqual(browserErrors, [])
    await receiver.stop()
    await page.context().close()
  })

  it('sends events again, and shows them as a timeline with links to what they name', async () => {
    const receiver = await startReceiver()
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const token = await service.token('admin')
    const { json } = await service.call('POST', '/api/v3/admin/customers', { token, body: { name: 'Can' } })
    const { id } = (json as { data: { id: number } }).data
    const body = { url: receiver.url, types: ['customer.*'] }
    await saveWebhook(service, 'crm', body)
    await open('/office/webhooks/crm')
    await page.getByLabel('Events after number').fill('0')
    await page.getByRole('button', { name: 'Send from here' }).click()
    await page.getByRole('dialog').getByText('The receiver gets the events after this one once more.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send from here' }).click()
    const [received] = await receiver.until(1)
    assert.equal(received?.body.subject, `member:${id}`)
    await callWebhooks(service, 'DELETE', '/crm')
    await open('/office/events?type=customer')
    const entry = page.locator('.timeline li', { hasText: `Customer ${id} was added` })
    assert.equal(await entry.getByRole('link', { name: 'Customer' }).getAttribute('href'), `/office/customers/${id}`)
    assert.equal(await entry.getByRole('link', { name: 'Cart' }).getAttribute('href'), `/office/carts/member:${id}`)
    assert.equal(await page.locator('.timeline').getByText('A file was imported').count(), 0)
    await service.call('DELETE', `/api/v3/admin/customers/${id}`, { token })
    await page.getByRole('button', { name: 'Get new events' }).click()
    await page.getByText(`Customer ${id} was deleted`).waitFor()
    await receiver.stop()
    await page.context().close()
  })

  for (const locale of ['tr', 'en'] as const) {
    it(`names campaigns, changed fields and who it was in ${locale}, as the history does`, async () => {
      const t = words[locale]
      const id = { tr: 71, en: 72 }[locale]
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'owner', locale })
      const write = (method: string, path: string, body: object) =>
        page.evaluate(
          async ([method, path, body]) => {
            const headers = { 'Content-Type': 'application/json' }
            return (await fetch(`/office/api/v3/admin/${path}`, { method, body, headers })).json()
          },
          [method, path, JSON.stringify(body)] as const,
        )
      const campaign = { name: 'Yaz indirimi', reward: { type: 'percent', value: '10' } }
      await write('PUT', `campaigns/${id}`, campaign)
      const { data } = (await write('POST', 'customers', { name: 'Can' })) as { data: { id: number } }
      await write('PUT', `customers/${data.id}`, { mobilePhone: '555', company: 'Can Ltd' })
      const entry = (text: string) => page.locator('.timeline li', { hasText: text }).first()
      await open('/office/events')
      const said = await entry(t.campaign).innerText()
      assert.match(said, t.by)
      assert.match(await entry(t.changed(data.id)).innerText(), t.fields)
      await open(`/office/campaigns/${id}`)
      await page.locator('.change-history summary').click()
      await settled()
      assert.match(await page.locator('.change-history').innerText(), t.by)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }
})
