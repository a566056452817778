/** The shop of the recorded replay: promotions of every kind that Sepet had before conditions knew brands, and products with every kind of price. */

/** Ids of the records that the script names. */
export const ids = {
  plain: 1,
  discounted: 2,
  repriced: 3,
  endedDiscount: 4,
  laterDiscount: 5,
  variants: 6,
  small: 61,
  large: 62,
  freeCargo: 7,
  byMetre: 8,
  taxFree: 9,
  cheap: 10,
  soldOut: 11,
  offSale: 12,
  member: 1,
  dealer: 2,
  groupMember: 3,
  exempt: 4,
  named: 5,
  other: 6,
  third: 7,
  group: 7,
  exemptGroup: 8,
} as const

/** The names of variants by their ids. */
export const VARIANT_NAMES: Readonly<Record<number, string>> = { [ids.small]: 'Mavi / S', [ids.large]: 'Mavi / L' }

/** The first instant of the script: a Monday at noon in Istanbul. */
export const NOON = '2026-03-02T12:00:00+03:00'

const past = '2026-02-01T00:00:00+03:00'
const later = '2026-03-07T00:00:00+03:00'
const future = '2027-01-01T00:00:00+03:00'

/** The discounts of products and variants by their ids: what a line's discount is. A variant's own replaces its product's. */
const discounts = {
  [ids.discounted]: { type: 'percent', value: '12.5' },
  [ids.repriced]: { type: 'price', value: '39.90', startsAt: past, endsAt: future },
  [ids.endedDiscount]: { type: 'amount', value: '10', endsAt: past },
  [ids.laterDiscount]: { type: 'amount', value: '15.005', startsAt: later },
  [ids.large]: { type: 'percent', value: '20' },
  [ids.cheap]: { type: 'price', value: '99' },
} as const

interface Period {
  type: string
  startsAt?: string
  endsAt?: string
}

/** Whether the discount of an item is active at an instant, in milliseconds since the epoch. */
export function hasActiveDiscount(productId: number, variantId: number | null, now: number): boolean {
  const all: Record<number, Period> = discounts
  const discount = (variantId === null ? undefined : all[variantId]) ?? all[productId]
  if (!discount) return false
  const { startsAt, endsAt } = discount
  return (!startsAt || Date.parse(startsAt) <= now) && (!endsAt || now < Date.parse(endsAt))
}

const product = (id: number, price: string, more: object = {}) => ({
  id,
  name: `Ürün ${id}`,
  image: `/p/${id}.jpg`,
  price,
  vatRate: 20,
  stock: 50,
  ...(id in discounts && { discount: discounts[id as keyof typeof discounts] }),
  ...more,
})

const products = [
  product(ids.plain, '199.905', { groupPrices: [{ customerGroupId: ids.group, price: '150' }] }),
  product(ids.discounted, '80', { vatRate: 10, groupPrices: [{ customerGroupId: ids.exemptGroup, price: '77.77' }] }),
  product(ids.repriced, '59.90', { vatRate: 1 }),
  product(ids.endedDiscount, '45.45', { vatRate: 8.5 }),
  product(ids.laterDiscount, '120'),
  product(ids.variants, '100', {
    vatRate: 10,
    variants: [
      { id: ids.small, name: VARIANT_NAMES[ids.small], stock: 3 },
      { id: ids.large, name: VARIANT_NAMES[ids.large], stock: 0, price: '120', discount: discounts[ids.large] },
    ],
  }),
  product(ids.freeCargo, '0.105', { freeCargo: true, image: null }),
  product(ids.byMetre, '33.3333', { stock: 12.5, stockUnit: 'metre', stockIncrement: 0.5 }),
  product(ids.taxFree, '12.345', { vatRate: 0 }),
  product(ids.cheap, '1.99', { vatRate: 20, backorder: true, stock: 0 }),
  product(ids.soldOut, '20', { stock: 0 }),
  product(ids.offSale, '20', { onSale: false }),
]

const customer = (id: number, more: object = {}) => ({ id, email: `musteri${id}@example.com`, ...more })
const customers = [
  customer(ids.member),
  customer(ids.dealer, { customerGroupId: ids.group, dealer: true }),
  customer(ids.groupMember, { customerGroupId: ids.group }),
  customer(ids.exempt, { freeCargo: true }),
  customer(ids.named, { customerGroupId: ids.exemptGroup }),
  customer(ids.other),
  customer(ids.third),
]

const percent = (value: string, maximum?: string) => ({ type: 'percent', value, ...(maximum && { maximum }) })
const fixed = (value: string) => ({ type: 'fixed', value })
const buyPay = (buy: number, pay: number) => ({ type: 'buy_x_pay_y', buy, pay })
const freeShipping = { type: 'free_shipping' }

const campaign = (id: number, reward: object, more: object = {}) => ({ id, name: `Kampanya ${id}`, reward, ...more })
const campaigns = [
  campaign(1, percent('10'), { description: 'Her sepette', logicalGroup: 2, priority: 5 }),
  campaign(2, percent('25', '30'), { conditions: { minimumTotal: '240' }, priority: 2 }),
  campaign(3, fixed('35.555'), { conditions: { minimumQuantity: 3 } }),
  campaign(4, fixed('1000'), { conditions: { productIds: [ids.discounted, ids.taxFree] }, logicalGroup: 3 }),
  campaign(5, buyPay(3, 2), { description: '3 al 2 öde', logicalGroup: 1, priority: 10 }),
  campaign(6, buyPay(2, 0), { conditions: { productIds: [ids.variants, ids.cheap], minimumTotal: '5' } }),
  campaign(7, freeShipping, { conditions: { minimumTotal: '100.5' }, logicalGroup: 0 }),
  campaign(8, percent('5'), { weekdays: [1, 2, 3, 4, 5] }),
  campaign(9, percent('6'), { weekdays: [6], dailyFrom: '22:00', dailyTo: '02:00' }),
  campaign(10, percent('7'), { dailyFrom: '11:30', dailyTo: '12:30' }),
  campaign(11, fixed('11'), { audience: { visitors: true } }),
  campaign(12, fixed('12'), { audience: { members: true } }),
  campaign(13, fixed('13'), { audience: { dealers: true } }),
  campaign(14, fixed('14'), { audience: { customerGroupIds: [ids.group] } }),
  campaign(15, fixed('15'), { audience: { customerIds: [ids.named, ids.other] } }),
  campaign(16, fixed('16'), { audience: {} }),
  campaign(17, percent('50'), { usageLimit: 2, usageCount: 1, priority: -1 }),
  campaign(18, percent('18'), { active: false }),
  campaign(19, percent('19'), { startsAt: later }),
  campaign(20, percent('20'), { endsAt: past }),
  campaign(21, buyPay(2, 1), { couponBound: true, conditions: { minimumQuantity: 2 } }),
  campaign(22, percent('100'), { couponBound: true, audience: { members: true }, usageLimit: 3, usageCount: 0 }),
  campaign(23, freeShipping, { couponBound: true, endsAt: past }),
  campaign(24, percent('33.33'), { conditions: { productIds: [ids.plain], minimumQuantity: 2, minimumTotal: '300' } }),
]

const coupon = (code: string, reward: object, more: object = {}) => ({ code, ...reward, usageCount: 0, ...more })
const tenPercent = { discountType: 'percent', value: '10' }
const five = { discountType: 'fixed', value: '5' }
const coupons = [
  coupon('YÜZDE10', tenPercent, { description: 'Yüzde on' }),
  coupon('BEŞ', five),
  coupon('HEPSİ', { discountType: 'fixed', value: '100000' }),
  coupon('KARGO', { discountType: 'free_shipping' }),
  coupon('ESKİ', tenPercent, { endsAt: past }),
  coupon('YENİ', tenPercent, { startsAt: later }),
  coupon('KAPALI', tenPercent, { active: false }),
  coupon('ÜYE', tenPercent, { audience: { members: true } }),
  coupon('BAYİ', tenPercent, { audience: { dealers: true, customerGroupIds: [ids.exemptGroup] } }),
  coupon('ÜYEBİR', five, { audience: { members: true }, usageLimitPerCustomer: 1 }),
  coupon('HERKESBİR', five, { usageLimitPerCustomer: 1 }),
  coupon('ÜÇADET', tenPercent, { conditions: { minimumQuantity: 3 } }),
  coupon('İKİYÜZ', tenPercent, { conditions: { minimumTotal: '200' } }),
  coupon('İKİSİDE', tenPercent, {
    conditions: { minimumTotal: '99.995', minimumQuantity: 4, productIds: [ids.plain, ids.taxFree] },
  }),
  coupon('BİRÜRÜN', { discountType: 'percent', value: '40' }, { conditions: { productIds: [ids.taxFree] } }),
  coupon('SON', tenPercent, { usageLimit: 1 }),
  coupon('BİTTİ', tenPercent, { usageLimit: 4, usageCount: 4 }),
  coupon('BAĞLI', tenPercent, { campaignId: 21, description: 'İki al bir öde' }),
  coupon('BAĞLIÜYE', tenPercent, { campaignId: 22, usageLimit: 2 }),
  coupon('BAĞLIBİTTİ', tenPercent, { campaignId: 23 }),
]

/** The shop file of the script with these settings. */
export function replayShop(settings: object = {}, shop: object = {}): object {
  return {
    shop: {
      name: 'Deneme',
      currencyCode: 'TRY',
      decimalPlaces: 2,
      timeZone: 'Europe/Istanbul',
      imageBaseUrl: 'https://cdn.example.com/shop/',
      ...shop,
      settings: {
        sellAtNegativeStock: false,
        showCargoPriceInCart: true,
        campaignEngine: true,
        grandTotalIncludesCargo: false,
        pricesIncludeVat: false,
        cargoVatRate: 20,
        ...settings,
      },
    },
    customerGroups: [
      { id: ids.group, name: 'Bayi' },
      { id: ids.exemptGroup, name: 'Kargosuz', freeCargo: true },
    ],
    customers,
    products,
    shippingCompanies: [
      {
        id: 1,
        name: 'Kargo',
        default: true,
        freeLimit: '750',
        rates: [
          { from: '0', price: '79.90' },
          { from: '300', price: '39.905' },
        ],
      },
    ],
    paymentMethods: [
      { id: 1, name: 'Kart', active: true, minimumOrderAmount: '60' },
      { id: 2, name: 'Havale', active: false, minimumOrderAmount: '1' },
    ],
    campaigns,
    coupons,
  }
}

/** The codes of the shop, those that nothing applies to, and one that no coupon has. */
export const codes = [...coupons.map(({ code }) => code), 'YOK', 'yüzde10', ' bes ']

/** The ids of the campaigns, and one that there is not. */
export const campaignIds = [...campaigns.map(({ id }) => id), 99]
