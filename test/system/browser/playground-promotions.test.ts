/** Promotions in the playground, in a real browser: reduced prices, prices by quantity, campaigns that apply by themselves, sets, offers, the coupons of a member, and what stays in the app. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openAgent } from '../../support/browser/agent-panel.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import { assertLogged, DESKTOP, openPlayground, type Playground } from '../../support/browser/playground-page.ts'
import type { TestService } from '../../support/service/service.ts'

const EVIL = '<img src=x onerror=alert(1)>'
const CUSHION = 'İşlemeli kırlent'

describe('promotions in the playground', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    browser = await launchBrowser()
    service = await startPlayground('sqlite')
    await service.importShop(sampleShop())
    await service.importShop({
      campaigns: [
        {
          id: 90,
          name: EVIL,
          description: EVIL,
          automatic: true,
          conditions: { productIds: [117], minimumQuantity: 2 },
          reward: { type: 'percent', value: '5' },
        },
      ],
      coupons: [{ code: 'UYGULAMA', discountType: 'percent', value: '3', audience: { channels: ['app'] } }],
    })
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** Waits for a text of the panel with a title. */
  const panelSays = ({ screen }: Playground, title: string, text: string | RegExp) =>
    screen.locator('.panel').filter({ hasText: title }).getByText(text).first().waitFor()
  const textOf = (playground: Playground, selector: string) => playground.screen.locator(selector).first().innerText()

  it('show a list price, a campaign that applies by itself and an offer after one tap, for screen readers too', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, browserErrors } = playground
    await page.getByRole('button', { name: `${CUSHION}: add to cart` }).click()
    await tab('cart')
    await panelSays(playground, 'Almost there', 'Sepette %10')
    assert.equal(await textOf(playground, '.offers li'), 'Add ₺420.11 more for Sepette %10')
    assert.match(await textOf(playground, '.line'), /Was:\s*₺417\.89[\s\S]*Now:\s*₺329\.89/)
    assert.equal(
      await screen
        .locator('.line s')
        .innerText()
        .then(text => text.replace(/\s+/g, ' ')),
      'Was: ₺417.89',
    )
    assert.match(
      await textOf(playground, '.choice.chosen'),
      /Oturma odasında %10[\s\S]*Applies by itself[\s\S]*-₺32\.99/,
    )
    assert.match(await textOf(playground, '.totals'), /Oturma odasında %10\s+-₺32\.99/)
    await page.getByRole('button', { name: 'TR Türkçe' }).click()
    await screen.locator('.offers').getByText('için ₺420,11 daha ekleyin').waitFor()
    assert.match(await textOf(playground, '.choice.chosen'), /Kendiliğinden uygulandı/)
    assert.match(await textOf(playground, '.line'), /Eski fiyat:\s*₺417,89[\s\S]*Yeni fiyat:\s*₺329,89/)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('switch the campaign off, choose another, and choose it again', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, waitForNotice } = playground
    await page.getByRole('button', { name: `${CUSHION}: add to cart` }).click()
    await page.getByRole('button', { name: 'Sırlı saksı: add to cart' }).click()
    await waitForNotice('Sırlı saksı is in the cart')
    await tab('cart')
    await page.getByRole('button', { name: 'Oturma odasında %10: drop' }).click()
    await assertLogged(playground, 'DELETE /cart/campaign 200')
    await page.getByRole('button', { name: 'Oturma odasında %10: choose' }).waitFor()
    assert.equal(await screen.locator('.choice.chosen').count(), 0)
    await page.getByRole('button', { name: `${CUSHION}: more` }).click()
    await page.getByRole('button', { name: 'Sepette %10: choose' }).click()
    await waitForNotice('Sepette %10 is chosen')
    assert.doesNotMatch(await textOf(playground, '.choice.chosen'), /Applies by itself/)
    await page.getByRole('button', { name: 'Oturma odasında %10: choose' }).click()
    await waitForNotice('Oturma odasında %10 is chosen')
    await assertLogged(playground, 'POST /cart/campaign 200', 'POST /cart/campaign 200')
    await page.context().close()
  })

  it('show from how many pieces on a product costs less, on its card, its screen and its line, until it does', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, waitForNotice, browserErrors } = playground
    const [card] = await screen.locator('.card').filter({ hasText: 'Defneli sabun' }).allInnerTexts()
    assert.match(card ?? '', /₺82\.00[\s\S]*from 10 pieces: ₺71\.90/)
    await screen.locator('.open').filter({ hasText: 'Mandalina gazozu' }).click()
    assert.deepEqual(await screen.locator('.tier-price').allInnerTexts(), [
      'from 12 pieces: ₺24.95',
      'from 24 pieces: ₺22.95',
    ])
    await page.getByRole('button', { name: 'Back' }).click()
    for (let added = 0; added < 9; added++) {
      await page.getByRole('button', { name: 'Defneli sabun: add to cart' }).click()
    }
    await waitForNotice('Defneli sabun is in the cart')
    await tab('cart')
    await screen.locator('.line .number').getByText('9').waitFor()
    assert.deepEqual(await screen.locator('.line .tier-price').allInnerTexts(), ['from 10 pieces: ₺71.90'])
    await page.getByRole('button', { name: 'TR Türkçe' }).click()
    assert.deepEqual(await screen.locator('.line .tier-price').allInnerTexts(), ['10 adetten itibaren ₺71,90'])
    await page.getByRole('button', { name: 'Defneli sabun: artır' }).click()
    await screen.locator('.line .price').getByText('₺71,90').waitFor()
    assert.equal(await screen.locator('.line .tier-price').count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('discount the cheaper of two books by itself, and say that one is missing', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab } = playground
    await page.getByRole('button', { name: 'Yemek kitabı: Dört Mevsim Sofra: add to cart' }).click()
    await tab('cart')
    await screen.locator('.offers').getByText('Add 1 more item for İkinci kitap yarı fiyatına').waitFor()
    await tab('shop')
    await page.getByRole('button', { name: 'Öykü kitabı: Avluda Bir Yaz: add to cart' }).click()
    await tab('cart')
    await screen.locator('.choice.chosen').getByText('Applies by itself').waitFor()
    assert.match(await textOf(playground, '.totals'), /İkinci kitap yarı fiyatına\s+-₺82\.50/)
    await page.context().close()
  })

  it('show a member the coupons that are for them alone, and apply one by a tap', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, waitForNotice, requests, browserErrors } = playground
    assert.doesNotMatch((await requests()).join(), /coupons/)
    await page.getByRole('button', { name: `${CUSHION}: add to cart` }).click()
    await tab('account')
    await page.getByRole('button', { name: /Elif Sarıçam/ }).click()
    await waitForNotice('Welcome, Elif Sarıçam')
    const coupons = screen.locator('.panel').filter({ hasText: 'My coupons' })
    await coupons.getByText('ELİFE75').waitFor()
    assert.match(
      await coupons.innerText(),
      /Elif’e özel: 250 TL ve üzeri sepetlerde 75 TL indirim\s+Until December 31, 2099/,
    )
    assert.equal(await coupons.locator('.choice').count(), 1)
    await page.getByRole('button', { name: 'Apply the coupon ELİFE75' }).click()
    await waitForNotice('ELİFE75 is applied')
    await coupons.locator('.choice.chosen').getByText('Applied').waitFor()
    await tab('cart')
    assert.match(await textOf(playground, '.totals'), /ELİFE75\s+-₺75\.00/)
    await page.getByRole('button', { name: 'Remove the coupon ELİFE75' }).click()
    await screen.getByRole('list', { name: 'My coupons:' }).getByRole('button', { name: 'ELİFE75' }).click()
    await waitForNotice('ELİFE75 is applied')
    await tab('account')
    await page.getByRole('button', { name: 'TR Türkçe' }).click()
    await screen.getByText('Kuponlarım').waitFor()
    await screen.getByText('Son gün: 31 Aralık 2099').waitFor()
    await page.getByRole('button', { name: 'Çıkış yap' }).click()
    await screen.getByText('Kuponlarım').waitFor({ state: 'detached' })
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('tell a member without coupons that there are none, and never show those of others', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, waitForNotice } = playground
    await tab('account')
    await page.getByRole('button', { name: /Kerem Taşyürek/ }).click()
    await waitForNotice('Welcome, Kerem Taşyürek')
    await screen.getByText('There is no coupon for you right now.').waitFor()
    await page.context().close()
  })

  it('show names as text, never as markup', async () => {
    const playground = await openPlayground(browser, service)
    const { page, screen, tab, browserErrors } = playground
    await page.getByRole('button', { name: 'Türk kahvesi: add to cart' }).click()
    await tab('cart')
    await screen.locator('.offers').getByText(`Add 1 more item for ${EVIL}`).waitFor()
    await page.getByRole('button', { name: 'Türk kahvesi: more' }).click()
    await screen.locator('.choice.chosen').getByText(EVIL).first().waitFor()
    await screen.locator('.totals').getByText(EVIL).waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('take the same from an agent’s cart, by name', async () => {
    const playground = await openPlayground(browser, service, DESKTOP)
    const agent = await openAgent(playground)
    await agent.say('one cushion')
    assert.deepEqual(await agent.lines(), [`1 × ${CUSHION}`])
    assert.match(await agent.panel.locator('.agent-totals').innerText(), /Discount\s+Oturma odasında %10\s+-₺32\.99/)
    await playground.page.context().close()
  })

  it('say at the handoff that a coupon stays in the app', async () => {
    const { page, screen, tab, waitForNotice } = await openPlayground(browser, service)
    await page.getByRole('button', { name: `${CUSHION}: add to cart` }).click()
    await tab('cart')
    await page.getByLabel('Coupon code').fill('uygulama')
    await page.getByLabel('Coupon code').press('Enter')
    await waitForNotice('UYGULAMA is applied')
    await screen.getByRole('button', { name: 'Check out' }).click()
    const web = page.frameLocator('iframe')
    await web
      .getByText('The coupon UYGULAMA does not apply on the website, so its discount is not in this total.')
      .waitFor()
    await web.getByText('Applies by itself.').waitFor()
    await page.context().close()
  })
})
