/** Orders of the office in a browser: how they are found, completed, returned and cancelled, and old attempts without a cart. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { callCheckout, complete, dataOf, expire, hold, release, stateOf } from '../../support/checkouts/orders.ts'
import { customer, ids } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const minorUnits = (amount: string) => BigInt(amount.replace('.', ''))
const returns = {
  tr: {
    ...{
      completed: 'Tamamlandı',
      cancelled: 'İptal edildi',
      showRefund: 'İade tutarını göster',
      returnItems: 'İade al',
    },
    customers: { 'its return': 501, 'the plan of its return': 502 },
    refused: 'Yalnızca tamamlanmış bir siparişin ürünleri iade alınabilir.',
  },
  en: {
    ...{ completed: 'Completed', cancelled: 'Cancelled', showRefund: 'Show the refund', returnItems: 'Return items' },
    customers: { 'its return': 503, 'the plan of its return': 504 },
    refused: 'Only items of a completed order can be returned.',
  },
}

describe('orders of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop({ customers: [customer(ids.member, { name: 'Ayşe', surname: 'Yılmaz' })] })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** Holds a cart with a piece of a product. @returns the member's token */
  async function heldCart(reference: string, id: number): Promise<string> {
    const token = await service.token('member', { id: String(id) })
    await addItem(service, token, ids.plain, 1)
    assert.equal((await hold(service, reference, token)).status, 201)
    return token
  }

  it('completes and cancels an order as the owner, and finds it by its state', async () => {
    await heldCart('S-1', ids.member)
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/carts')
    await page.getByRole('link', { name: 'Ayşe Yılmaz' }).waitFor()
    await open('/office/checkouts?state=held')
    await page.getByRole('row').filter({ hasText: 'S-1' }).getByText('Ayşe Yılmaz').waitFor()
    await page.getByRole('link', { name: 'S-1' }).click()
    await page.getByRole('heading', { name: 'Order S-1' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Ayşe Yılmaz' }).getAttribute('href'), '/office/customers/1')
    await page.getByRole('button', { name: 'Complete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
    await page.getByText('S-1 is completed: its products have left the cart and the stock.').waitFor()
    assert.equal(await stateOf(service, 'S-1'), 'completed')
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To confirm, type').fill('S-2')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await dialog.getByText('What you typed is not S-1.').waitFor()
    assert.equal(await stateOf(service, 'S-1'), 'completed')
    await dialog.getByLabel('To confirm, type').fill('S-1')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await page.locator('h1').getByText('Cancelled').waitFor()
    assert.equal(await stateOf(service, 'S-1'), 'cancelled')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('returns items as the owner: the refund is shown before, and what is typed stays after an error', async () => {
    const token = await service.token('member', { id: String(ids.member) })
    await addItem(service, token, ids.plain, 3)
    assert.equal((await hold(service, 'R-1', token)).status, 201)
    const { cart } = dataOf(await complete(service, 'R-1'))
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/checkouts/R-1')
    const form = page.getByRole('form', { name: 'Return items' })
    const pieces = form.getByLabel(cart.included[0]?.attributes.productName ?? '')
    await form.getByRole('button', { name: 'Show the refund' }).click()
    await form.getByText('Type the number of pieces of one product at least.').waitFor()
    for (const [typed, problem] of [
      ['2.5', 'The number of pieces must be a whole number.'],
      ['4', 'Fewer pieces of this item are left than you want to return.'],
    ] as const) {
      await pieces.fill(typed)
      await form.getByRole('button', { name: 'Show the refund' }).click()
      await form.getByText(problem).waitFor()
      assert.deepEqual([await pieces.inputValue(), await pieces.getAttribute('aria-invalid')], [typed, 'true'])
    }
    await pieces.fill('1')
    await form.getByRole('button', { name: 'Show the refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Refund in total:').waitFor()
    await assertAccessible({ page }, 'the dialog of a return')
    assert.equal(dataOf(await callCheckout(service, 'GET', 'R-1')).returns, undefined)
    const shown = await dialog.getByText('Refund in total:').innerText()
    await dialog.getByRole('button', { name: 'Return items' }).click()
    await page.getByText('The items are returned. To be paid to the customer:').waitFor()
    const [made] = dataOf(await callCheckout(service, 'GET', 'R-1')).returns ?? []
    assert.equal(shown.replace(/[^0-9]/g, ''), made?.refund?.amount.replace('.', ''))
    await page.getByText('1 piece,').waitFor()
    await page.getByText('2 at most').waitFor()
    await assertAccessible({ page }, 'an order with a return')
    const { payable } = dataOf(await callCheckout(service, 'GET', 'R-1'))
    const rest = (minorUnits(payable.amount) - minorUnits(made?.refund?.amount ?? '')).toString()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const left = await dialog.getByText('To be paid back to the customer:').innerText()
    assert.equal(left.replace(/[^0-9]/g, ''), rest)
    await dialog.getByLabel('To confirm, type').fill('R-1')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await page.locator('h1').getByText('Cancelled').waitFor()
    const row = page.locator('.key-values div').filter({ hasText: 'To be paid back' })
    assert.equal((await row.innerText()).replace(/[^0-9]/g, ''), rest)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  for (const [locale, texts] of Object.entries(returns)) {
    for (const [refused, id] of Object.entries(texts.customers)) {
      it(`shows an order as it is now, once ${refused} was refused since the order was cancelled elsewhere, in ${locale}`, async () => {
        const reference = `R-${id}`
        await service.importShop({ customers: [customer(id)] })
        await heldCart(reference, id)
        await complete(service, reference)
        const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale })
        await open(`/office/checkouts/${reference}`)
        await page.locator('h1').getByText(texts.completed).waitFor()
        const show = page.getByRole('button', { name: texts.showRefund })
        await page.locator('input[name="pieces-0"]').fill('1')
        const confirm = page.getByRole('dialog').getByRole('button', { name: texts.returnItems })
        if (refused === 'its return') {
          await show.click()
          await confirm.waitFor()
        }
        assert.equal((await callCheckout(service, 'DELETE', reference)).status, 204)
        await (refused === 'its return' ? confirm : show).click()
        await page.locator('.notice').getByText(texts.refused).waitFor()
        await page.locator('h1').getByText(texts.cancelled).waitFor()
        assert.deepEqual([await page.getByRole('dialog').count(), await show.count()], [0, 0])
        assert.deepEqual(browserErrors, [])
        await page.context().close()
      })
    }
  }

  it('shows what is known of an old attempt whose cart is not stored', async () => {
    const token = await service.token('member', { id: String(ids.dealer) })
    await addItem(service, token, ids.plain, 1)
    for (const reference of ['OLD-1', 'OLD-2', 'OLD-3', 'OLD-4']) {
      assert.equal((await hold(service, reference, token)).status, 201)
      await release(service, reference)
    }
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    await open('/office/checkouts/OLD-1')
    await page.getByText('Bu eski ödeme denemesinin sepeti artık saklanmıyor').waitFor()
    await page.getByRole('button', { name: 'Tamamla' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tamamla' }).click()
    await page.locator('h1').getByText('Tamamlandı').waitFor()
    await assertAccessible({ page }, 'an order without its cart')
    await page.context().close()
  })

  it('filters by state, customer and time, and marks a hold that has expired', async () => {
    await heldCart('F-1', ids.otherMember)
    await expire(service, 'F-1')
    const { page, open, settled } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    await open('/office/checkouts')
    await page.getByRole('link', { name: 'Expired', exact: true }).click()
    await page.waitForURL('**/office/checkouts?state=expired')
    await settled()
    await page.getByLabel('Customer no.').fill(String(ids.otherMember))
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL('**/office/checkouts?state=expired&customerId=5')
    await settled()
    const row = page.getByRole('row').filter({ hasText: 'F-1' })
    assert.equal(await row.locator('.badge.warn').innerText(), 'Expired')
    assert.equal(await page.getByRole('row').count(), 2)
    await open('/office/checkouts?from=2099-01-01T00:00')
    await page.getByText('No order fits this filter').waitFor()
    await open('/office/checkouts?subject=nobody')
    await page.getByText('A value that was searched for is invalid').waitFor()
    await page.context().close()
  })

  it('has no axe violations and no horizontal overflow, narrow and wide, light and dark', async () => {
    await heldCart('A-1', ids.otherMember)
    const office = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    for (const path of ['/office/checkouts', '/office/checkouts/A-1']) {
      await office.open(path)
      await assertAccessible(office, path)
    }
    await office.page.getByRole('button', { name: 'Tamamla' }).click()
    await office.page.getByRole('dialog').waitFor()
    await assertAccessible(office, 'its return')
    assert.deepEqual(office.browserErrors, [])
    await office.page.context().close()
  })

  it('shows customers by their numbers to who may not read them', async () => {
    await heldCart('M-1', ids.member)
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/checkouts/M-1')
    await page.getByText('Customer 1', { exact: true }).waitFor()
    await open('/office/checkouts?state=held')
    await page.getByRole('row').filter({ hasText: 'M-1' }).getByText('Customer 1', { exact: true }).waitFor()
    assert.deepEqual(browserErrors, [])
    await release(service, 'M-1')
    await page.context().close()
  })
})
