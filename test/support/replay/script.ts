/** The script of the recorded replay: what shoppers, agents, the web shop and staff ask, in chapters. It is the same in every run. */

import type { Player } from './player.ts'
import { playRandomCarts } from './random-carts.ts'
import { campaignIds, codes, ids, replayShop } from './shop.ts'

/** Imports a shop. Prices may get another meaning. */
type ImportShop = (file: object) => Promise<void>

const add = (productId: number, quantity = 1, variantId?: number) => ({
  productId,
  quantity,
  ...(variantId !== undefined && { variantId }),
})

async function linesAndNotes({ begin, ask, askLine }: Player): Promise<void> {
  begin('lines, quantities and notes')
  await ask('guest 1', 'GET', '/cart')
  for (const item of [
    add(ids.plain),
    add(ids.discounted, 3),
    add(ids.repriced, 2),
    add(ids.endedDiscount),
    add(ids.laterDiscount),
    add(ids.variants, 2, ids.small),
    add(ids.variants, 1, ids.large),
    add(ids.freeCargo, 7),
    add(ids.byMetre, 3),
    add(ids.taxFree, 99),
    add(ids.cheap, 4),
    add(ids.plain, 2),
    add(ids.offSale),
    add(ids.soldOut),
    add(ids.variants),
    add(999),
    add(ids.plain, 0),
  ]) {
    await ask('guest 1', 'POST', '/cart-items', item)
  }
  await askLine('guest 1', 1, ['PATCH', '', { quantity: 5 }])
  await askLine('guest 1', 2, ['PATCH', '', { quantity: 100_000 }])
  await askLine('guest 1', 0, ['PATCH', '/notes', { orderNote: 'Kapıya bırakın', giftNote: 'İyi ki doğdun' }])
  await askLine('guest 1', 0, ['PATCH', '/notes', { giftPackage: true, orderNote: null }])
  await askLine('guest 1', 3, ['DELETE', ''])
  await ask('guest 1', 'GET', '/cart')
  await ask('guest 1', 'DELETE', '/cart')
  await ask('guest 1', 'GET', '/cart')
}

const SHOPPERS = ['guest 2', 'member 1', 'member 2', 'member 3', 'member 4', 'member 5', 'member 6']

async function pricesOfShoppers({ begin, ask, staff }: Player): Promise<void> {
  begin('prices, shipping and campaigns of each shopper')
  for (const who of SHOPPERS) {
    await ask(who, 'POST', '/cart-items', add(ids.plain, 2))
    await ask(who, 'POST', '/cart-items', add(ids.discounted, 1))
    await ask(who, 'POST', '/cart-items', add(ids.taxFree, 5))
    await staff(who)
  }
}

async function everyCoupon({ begin, ask }: Player): Promise<void> {
  begin('every coupon')
  for (const who of ['guest 2', 'member 1', 'member 5']) {
    for (const couponCode of codes) await ask(who, 'POST', '/cart/coupon', { couponCode })
    await ask(who, 'DELETE', '/cart/coupon')
  }
  await ask('guest 3', 'POST', '/cart/coupon', { couponCode: 'YÜZDE10' })
  await ask('guest 3', 'POST', '/cart/coupon', { couponCode: ' ' })
  for (const quantity of [1, 2, 3, 7]) await ask('guest 3', 'POST', '/cart-items', add(ids.taxFree, quantity))
}

async function minimums({ begin, ask, askLine, agent }: Player): Promise<void> {
  begin('minimums that are not met')
  await ask('guest 7', 'POST', '/cart-items', add(ids.taxFree, 2))
  for (const couponCode of ['ÜÇADET', 'İKİYÜZ', 'İKİSİDE', 'BAĞLI', 'BİRÜRÜN']) {
    await ask('guest 7', 'POST', '/cart/coupon', { couponCode })
    for (const quantity of [1, 3, 8, 17, 2]) await askLine('guest 7', 0, ['PATCH', '', { quantity }])
  }
  await agent('small', ['9×2', '10×1'], ['ÜÇADET', 'İKİYÜZ', 'İKİSİDE', 'BAĞLI'])
}

async function everyCampaign({ begin, ask }: Player): Promise<void> {
  begin('every campaign')
  for (const who of ['guest 2', 'member 2', 'member 6']) {
    for (const campaignId of campaignIds) await ask(who, 'POST', '/cart/campaign', { campaignId })
    await ask(who, 'DELETE', '/cart/campaign')
    await ask(who, 'DELETE', '/cart/campaign')
  }
}

async function bothChoices({ begin, ask, askLine, staff }: Player): Promise<void> {
  begin('a coupon beside a campaign')
  for (const [couponCode, campaignId] of [
    ['YÜZDE10', 5],
    ['HEPSİ', 1],
    ['BEŞ', 4],
    ['BİRÜRÜN', 3],
    ['BAĞLI', 17],
    ['KARGO', 7],
    ['İKİYÜZ', 24],
  ] as const) {
    await ask('member 3', 'POST', '/cart/coupon', { couponCode })
    await ask('member 3', 'POST', '/cart/campaign', { campaignId })
    await askLine('member 3', 0, ['PATCH', '', { quantity: 1 }])
    await askLine('member 3', 0, ['PATCH', '', { quantity: 4 }])
    await staff('member 3')
  }
  await ask('member 3', 'DELETE', '/cart')
  await ask('member 3', 'POST', '/cart-items', add(ids.cheap, 2))
}

async function merges({ begin, ask, merge, staff }: Player): Promise<void> {
  begin('merges')
  await ask('guest 4', 'POST', '/cart-items', add(ids.cheap, 9))
  await ask('guest 4', 'POST', '/cart/coupon', { couponCode: 'ÜYE' })
  await ask('guest 4', 'POST', '/cart/campaign', { campaignId: 6 })
  await merge('member 7', 'guest 4')
  await merge('member 7', 'guest 4')
  await ask('guest 5', 'POST', '/cart-items', add(ids.plain, 1))
  await ask('guest 5', 'POST', '/cart/coupon', { couponCode: 'BEŞ' })
  await ask('guest 5', 'POST', '/cart/campaign', { campaignId: 11 })
  await merge('member 7', 'guest 5')
  await ask('member 7', 'GET', '/cart')
  await staff('member 7')
}

async function agents({ begin, agent, readAgent, open, toWeb, ask }: Player): Promise<void> {
  begin('carts of agents')
  await agent('first', ['1×2', '2×1', '6-61×1'])
  await agent('first', ['1×2', '9×40', '10×3', '12×1', '6×1', '3×0'])
  for (const code of codes) await agent('first', ['1×2', '9×40'], [code])
  await agent('first', ['1×2', '9×40', '10×3'], ['YOK', 'BAĞLI', 'YÜZDE10', 'yüzde10', 'ESKİ', 'HERKESBİR', 'ÜÇADET'])
  await agent('second', ['6-62×4', '11×1'], ['KARGO'])
  await agent('second', ['10×4'], ['KARGO'])
  await agent('third', [])
  await agent('third', ['99×1'])
  await readAgent('first')
  await ask('guest 6', 'POST', '/cart-items', add(ids.plain, 1))
  const web = await toWeb('guest 6')
  await open('first', web)
  await open('first', web)
  await ask(web, 'POST', '/cart/campaign', { campaignId: 5 })
  await readAgent('second', true)
  await readAgent('second')
}

async function onTheWeb({ begin, ask, toWeb, session, hold }: Player): Promise<void> {
  begin('sessions')
  const web = await toWeb('member 5')
  await ask(web, 'POST', '/cart/coupon', { couponCode: 'KARGO' })
  await ask(web, 'POST', '/cart/campaign', { campaignId: 15 })
  await session(web)
  await ask('member 5', 'GET', '/cart')
  await hold('member 5', 'W-1', { grandTotal: '0.01' })
}

async function orders({ begin, ask, hold, checkout }: Player): Promise<void> {
  begin('holds and orders')
  await ask('member 6', 'POST', '/cart/coupon', { couponCode: 'SON' })
  await ask('member 6', 'POST', '/cart/campaign', { campaignId: 17 })
  await ask('member 4', 'POST', '/cart/coupon', { couponCode: 'SON' })
  await ask('member 4', 'POST', '/cart/campaign', { campaignId: 17 })
  await hold('member 6', 'O-1')
  await hold('member 4', 'O-5')
  await ask('member 4', 'GET', '/cart')
  await hold('member 6', 'O-1')
  await ask('member 6', 'GET', '/cart')
  await ask('member 1', 'POST', '/cart/coupon', { couponCode: 'SON' })
  await ask('member 1', 'POST', '/cart/campaign', { campaignId: 17 })
  await checkout('GET', 'O-1')
  await checkout('POST', 'O-1/complete')
  await ask('member 6', 'GET', '/cart')
  await checkout('DELETE', 'O-1')
  await ask('member 1', 'POST', '/cart/coupon', { couponCode: 'BAĞLIÜYE' })
  await hold('member 1', 'O-2')
  await checkout('DELETE', 'O-2')
  await ask('member 1', 'POST', '/cart/coupon', { couponCode: 'ÜYEBİR' })
  await hold('member 1', 'O-3')
  await checkout('POST', 'O-3/complete')
  await ask('member 1', 'POST', '/cart-items', add(ids.plain, 1))
  await ask('member 1', 'POST', '/cart/coupon', { couponCode: 'ÜYEBİR' })
  await ask('member 1', 'DELETE', '/cart')
  await hold('member 1', 'O-4')
}

/** The carts of the shoppers at another time, or in another shop. */
async function readAll({ ask, agent, staff }: Player): Promise<void> {
  for (const who of SHOPPERS) await ask(who, 'GET', '/cart')
  await staff('guest 2')
  await agent('first', ['1×2', '5×1', '2×3', '9×40'], ['YENİ', 'BAĞLI'])
}

async function otherTimes(player: Player): Promise<void> {
  for (const at of [
    '2026-03-07T20:30',
    '2026-03-07T23:00',
    '2026-03-08T01:59',
    '2026-03-08T02:00',
    '2026-03-09T11:30',
  ]) {
    player.begin(`the carts at ${at}`, `${at}:00+03:00`)
    await readAll(player)
    await player.ask('guest 2', 'POST', '/cart/campaign', { campaignId: 9 })
    await player.ask('member 2', 'POST', '/cart/coupon', { couponCode: 'YENİ' })
  }
}

async function otherShops(player: Player, importShop: ImportShop): Promise<void> {
  for (const [title, settings, shop] of [
    ['prices include VAT', { pricesIncludeVat: true }],
    ['the total includes shipping', { pricesIncludeVat: true, grandTotalIncludesCargo: true, cargoVatRate: null }],
    ['no decimals', {}, { currencyCode: 'JPY', decimalPlaces: 0 }],
    [
      'three decimals',
      { pricesIncludeVat: true, showCargoPriceInCart: false },
      { currencyCode: 'KWD', decimalPlaces: 3 },
    ],
    ['the engine is off', { campaignEngine: false, sellAtNegativeStock: true }],
    ['a guarded stock', { stockGuard: true }],
  ] as const) {
    player.begin(`a shop where ${title}`)
    await importShop(replayShop(settings, shop))
    await readAll(player)
    await player.ask('member 2', 'POST', '/cart/campaign', { campaignId: 5 })
    await player.ask('member 2', 'POST', '/cart/coupon', { couponCode: 'YÜZDE10' })
    await player.ask('member 3', 'POST', '/cart/coupon', { couponCode: 'BAĞLI' })
    await player.hold('member 2', `S-${title.length}`)
  }
}

/** Plays the whole script. The shop is the one without settings. */
export async function playScript(player: Player, importShop: ImportShop): Promise<void> {
  await linesAndNotes(player)
  await pricesOfShoppers(player)
  await everyCoupon(player)
  await minimums(player)
  await everyCampaign(player)
  await bothChoices(player)
  await merges(player)
  await agents(player)
  await onTheWeb(player)
  await orders(player)
  await otherTimes(player)
  await otherShops(player, importShop)
  await playRandomCarts(player, importShop)
}
