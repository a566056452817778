/** The products of examples/web-shop over HTTP: prices, sizes, what is left, campaigns, and what a guest puts into a cart. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { SESSION } from '../../../src/api-paths.ts'
import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import type { Money } from '../../../src/money/money.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type ExampleShop, openPage, sendForm } from '../../support/web-checkout/example-shop.ts'
import { startShopOf } from '../../support/web-checkout/shopper.ts'

const SAMPLE = JSON.parse(readFileSync(new URL('../../../sample/shop.json', import.meta.url), 'utf8'))
const LIRA = new Intl.NumberFormat('en', { style: 'currency', currency: 'TRY', currencyDisplay: 'narrowSymbol' })
const [SHIRT, TSHIRT, PULLOVER, HAT, LINEN, GLASSES, SOAP] = [101, 102, 103, 104, 108, 112, 128]

describe('the products of the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  before(async () => {
    service = await startService('sqlite')
    await service.importShop(SAMPLE)
    shop = await startShopOf(service)
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })

  const pageOf = async (path: string) => (await openPage(shop, path)).page
  /** The words of a page, without markup. */
  const wordsOf = (page: string) =>
    page
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, ' ')

  const unitOf = (stockUnit: string) => (['', 'adet'].includes(stockUnit) ? '' : ` / ${stockUnit}`)

  /** Adds an item as a guest. @returns the answer, and the cookie of the session that began */
  const add = (id: number, fields: Record<string, string>, cookie = '') =>
    sendForm(shop, { do: 'add', key: crypto.randomUUID(), quantity: '1', ...fields }, { path: `/urun/${id}`, cookie })

  async function cartOf(cookie: string | undefined): Promise<CartDocument> {
    const response = await fetch(service.url + SESSION, { headers: { Cookie: cookie ?? '' } })
    return ((await response.json()) as { cart: CartDocument }).cart
  }

  it('cost on their pages what one piece costs as the line of a guest’s cart and on its page, to the last digit', async () => {
    const products = SAMPLE.products as { id: number; onSale: boolean; variants?: { id: number }[] }[]
    const items = products
      .filter(({ onSale }) => onSale)
      .flatMap(({ id, variants = [] }) =>
        variants.length > 0 ? variants.map(variant => ({ id, variant: String(variant.id) })) : [{ id, variant: '' }],
      )
    assert.ok(items.length > 45)
    let cookie = ''
    for (const { id, variant } of items) {
      const price = /<p class="price">(.*?)<\/p>/.exec(await pageOf(`/urun/${id}?variant=${variant}`))?.[1] ?? ''
      const added = await add(id, { variant }, cookie)
      assert.equal(added.location, `/urun/${id}?message=added`)
      cookie = added.cookie ?? cookie
      const [line = assert.fail(`${id} ${variant}`), ...others] = (await cartOf(cookie)).included
      assert.deepEqual([line.attributes.productId, others], [id, []])
      const { lineTotalWithVat, listPriceWithVat } = line.meta.vat
      const text = ({ amount }: Money) => LIRA.format(amount as Intl.StringNumericLiteral)
      const total = text(lineTotalWithVat)
      const was = listPriceWithVat ? `Was: ${text(listPriceWithVat)} Now: ` : ''
      const unit = unitOf(line.attributes.stockUnit)
      assert.equal(wordsOf(price).trim(), `${was}${total}${unit}`, `${id} ${variant}`)
      const cart = (await openPage(shop, '/sepet', cookie)).page
      const amounts = wordsOf(/<p class="amounts">(.*?)<\/p>/.exec(cart)?.[1] ?? '')
      const shown = was === '' ? total : `· ${was}${total}${unit || ' each'} ${total}`
      assert.ok(amounts.trim().endsWith(shown), `${id} ${variant}: ${amounts}`)
      await sendForm(shop, { do: `remove ${line.id}` }, { cookie })
    }
  })

  it('are listed with brand, price and what is sold out; the first page of the shop leads to the list', async () => {
    assert.equal((await openPage(shop, '/')).location, '/urunler')
    const page = await pageOf('/urunler')
    const card = (id: number) => wordsOf(new RegExp(`<li><a href="/urun/${id}">[\\s\\S]*?</li>`).exec(page)?.[0] ?? '')
    assert.match(card(SHIRT), /Avlu Dokuma Keten gömlek Was: ₺989\.90 Now: from ₺890\.90 Sale/)
    assert.match(card(LINEN), /Ham keten kumaş ₺163\.16 \/ metre/)
    assert.match(card(HAT), /Hasır şapka ₺472\.89 Sold out/)
    assert.match(page, /All prices include VAT\./)
    const next = /href="(\/urunler\?after=[^"]+)"/.exec(page)?.[1] ?? assert.fail(page)
    assert.match(await pageOf(next.replaceAll('&#38;', '&')), /href="\/urun\/13[0-9]"/)
  })

  it('show sizes as a choice: what is sold out says so and cannot be chosen, and few that are left are counted', async () => {
    const shirt = await pageOf(`/urun/${TSHIRT}`)
    assert.match(shirt, /<legend>Option<\/legend>/)
    assert.match(shirt, /value="10203" required disabled> <span><span dir="auto">L<\/span> <em>Sold out<\/em>/)
    assert.match(shirt, /value="10201" required> /)
    assert.match(wordsOf(await pageOf(`/urun/${PULLOVER}`)), /Lacivert \/ M Was: ₺1,374\.45 Now: ₺1,209\.45 Last 2/)
    const hat = await pageOf(`/urun/${HAT}`)
    assert.match(hat, /<em>Sold out<\/em>/)
    assert.doesNotMatch(hat, /value="add"/)
  })

  it('say what is left of what is cut to measure, and are added in whole steps of their unit', async () => {
    const linen = await pageOf(`/urun/${LINEN}`)
    assert.match(wordsOf(linen), /37\.5 metre left/)
    assert.match(linen, /name="quantity" type="number" min="1" max="100000" step="1"/)
    const turkish = await (await fetch(`${shop.url}/urun/${LINEN}`, { headers: { 'Accept-Language': 'tr' } })).text()
    assert.match(wordsOf(turkish), /37,5 metre kaldı/)
    const glasses = await pageOf(`/urun/${GLASSES}`)
    assert.match(glasses, /name="quantity" type="number" min="6" max="100000" step="6" inputmode="numeric" value="6"/)
    const { cookie } = await add(GLASSES, { variant: '', quantity: '12' })
    assert.match((await openPage(shop, '/sepet', cookie)).page, /min="1" max="100000" step="1"[^>]* value="12"/)
  })

  it('tell a member that there may be a price of their own, and lead a guest to the login', async () => {
    const own = 'If you have a price of your own, your cart shows it.'
    const login = '<a href="/sepet#login">Log in</a>'
    const guest = await pageOf(`/urun/${SHIRT}`)
    assert.ok(guest.includes(login) && !guest.includes(own))
    const { cookie } = await sendForm(shop, { do: 'login', name: 'ayse', password: 'parola-1' })
    const member = (await openPage(shop, `/urun/${SHIRT}`, cookie)).page
    assert.ok(member.includes(own) && !member.includes(login))
    const without = (await openPage(shop, `/urun/${PULLOVER}`, cookie)).page
    assert.ok(!without.includes(own))
  })

  it('show their campaigns and prices by quantity', async () => {
    assert.match(wordsOf(await pageOf(`/urun/${SHIRT}`)), /Campaigns .*Gömlek alana çorap bizden Her gömlek için/)
    assert.doesNotMatch(await pageOf(`/urun/${TSHIRT}`), /Gömlek alana çorap bizden|Bayilere|Öğrenciye|Hoş geldin/)
    assert.match(wordsOf(await pageOf(`/urun/${SOAP}`)), /From 10 on: ₺71\.90/)
  })

  it('are added once to the cart of a guest, whose session begins with them, when the form is sent twice', async () => {
    const fields = { variant: '10202', quantity: '2', key: crypto.randomUUID() }
    const first = await add(TSHIRT, fields)
    assert.match(first.cookie ?? '', /^sepet_session=/)
    const again = await add(TSHIRT, fields, first.cookie)
    assert.deepEqual([again.status, again.location, again.cookie], [303, `/urun/${TSHIRT}?message=added`, undefined])
    const { included } = await cartOf(first.cookie)
    assert.deepEqual(
      included.map(({ attributes }) => attributes.quantity),
      [2],
    )
    const { page } = await openPage(shop, `/urun/${TSHIRT}?message=added`, first.cookie)
    assert.match(page, /role="status">Added to your cart\. <a href="\/sepet">Go to the cart<\/a>/)
  })

  it('are refused in words, with what was chosen, and without a session for another website', async () => {
    const unchosen = await add(TSHIRT, { quantity: '3' })
    const page = await pageOf(unchosen.location ?? '')
    assert.match(page, /role="alert">Choose an option first\./)
    assert.match(page, /name="quantity"[^>]* value="3"/)
    const many = await add(TSHIRT, { variant: '10202', quantity: '1000001' })
    assert.match(
      await pageOf(many.location ?? ''),
      /role="alert">The quantity must be[\s\S]*value="10202" required checked/,
    )
    const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site' }, path: `/urun/${TSHIRT}` }
    const refused = await sendForm(shop, { do: 'add', variant: '10202', quantity: '1' }, foreign)
    assert.deepEqual([refused.status, refused.cookie], [403, undefined])
    for (const path of ['/urun/110', '/urun/999', '/urun/0', '/urun/x', '/urun/101/x'])
      assert.equal((await openPage(shop, path)).status, 404, path)
  })

  it('are for members alone where guests may not buy', async t => {
    const settings = (value: number) =>
      service.importShop({ shop: { settings: { SatinAlmaSureciUyeliksizBasla: value } } })
    await settings(0)
    t.after(() => settings(1))
    const { location, cookie } = await add(SHIRT, { variant: '10102' })
    assert.equal(cookie, undefined)
    assert.match(await pageOf(location ?? ''), /role="alert">Only members can buy from this shop\./)
  })

  it('come into the cart by a link, which says so to who comes from elsewhere', async () => {
    const opened = await fetch(`${service.url}/buy/${SOAP}:2,${TSHIRT}-10201:1`, { redirect: 'manual' })
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const land = async (site: string, cookies: string) => {
      const headers = { Cookie: cookies, 'Sec-Fetch-Site': site, 'Accept-Language': 'en' }
      const response = await fetch(`${shop.url}/sepet`, { headers })
      const seen = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return { sentence: /role="status">(.*?)</.exec(await response.text())?.[1], cookies: `${cookie}; ${seen}` }
    }
    const { sentence, cookies } = await land('cross-site', cookie)
    assert.equal(sentence, 'Your cart has 2 products.')
    assert.equal((await land('none', cookies)).sentence, undefined)
    await fetch(`${service.url}/buy/${SHIRT}-10101:1,${SOAP}:3`, { redirect: 'manual', headers: { Cookie: cookie } })
    assert.equal((await land('same-origin', cookies)).sentence, undefined)
    assert.equal((await land('cross-site', cookies)).sentence, '2 products were added to your cart.')
  })

  it('are one step away from a link that does not open, and from an empty cart', async () => {
    for (const failure of ['gone', 'closed', 'unavailable']) {
      const page = await pageOf(`/sepet?continue=${failure}`)
      assert.match(page, /role="alert">/, failure)
      assert.match(page, /<a class="button quiet" href="\/urunler">See the products<\/a>/, failure)
    }
  })
})
