/** Values that operations accept, or nearly accept, by the names of their parameters and fields. */

import fc from 'fast-check'
import {
  CAMPAIGNS,
  COUPONS,
  HISTORY,
  PRODUCTS,
  PROMOTION_RESULTS,
  STOREFRONT,
  TURNOVER,
  WEBHOOKS,
} from '../../../../src/api-paths.ts'
import { ids } from '../../import/shop-file.ts'
import type { Known } from './bodies.ts'
import { CODED_CAMPAIGN, fuzzedWebhook, HELD_TOTAL, people } from './fixture.ts'
import { mostly, unusualText } from './unusual-values.ts'

const decimals = fc.constantFrom('10', '5', '0.5', '100.25')
const instants = fc.constantFrom('2026-01-01T00:00:00Z', '2026-06-01T12:00:00.5+03:00', null)

const tiers = [
  [
    { from: '0', value: '5' },
    { from: '1000', value: '10' },
  ],
  [
    { from: 1, value: '5' },
    { from: 3, value: '2.5' },
  ],
]

/** Fields of coupons and campaigns. */
const promotions: Known = {
  value: decimals,
  maximum: decimals,
  // One that applies by itself would change the totals that holds expect.
  automatic: fc.constant(false),
  by: mostly(fc.constant(null), fc.constantFrom('total', 'quantity'), 3),
  tiers: mostly(fc.constant([]), fc.constantFrom(...tiers), 3),
  minimumTotal: decimals,
  startsAt: instants,
  endsAt: fc.constantFrom('2027-01-01T00:00:00+03:00', '9999-12-31T23:59:59-12:00', null),
  dailyFrom: mostly(fc.constant(null), fc.constant('22:30'), 6),
  dailyTo: mostly(fc.constant(null), fc.constant('02:00'), 6),
  reward: fc.constantFrom(
    { type: 'free_shipping' },
    { type: 'percent', value: '10', maximum: '5' },
    { type: 'fixed', value: '5' },
    { type: 'buy_x_pay_y', buy: 3, pay: 2 },
    { type: 'percent', by: 'total', tiers: tiers[0], maximum: null },
    { type: 'fixed', by: 'quantity', tiers: tiers[1] },
    { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50', times: 2 },
    { type: 'buy_x_get_y', buy: 2, get: 3, target: { productIds: [ids.plain], tags: ['yok'] } },
    { type: 'percent' },
  ),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  code: fc.constantFrom('YAZ10', 'yaz10', 'KUPON.2'),
}
/** Products of imports, which no other request uses. */
const importedProduct = fc.record({
  id: fc.integer({ min: 800_000_000, max: 800_000_020 }),
  name: mostly(fc.constantFrom('Çay', '👍', ' '), unusualText, 9),
  price: mostly(fc.constantFrom('1', '10.50', '0'), fc.constantFrom('x', '1e3'), 9),
})

/** In paths and queries. */
export const known: Known = {
  ...promotions,
  productId: fc.constantFrom(ids.plain, ids.taxFree, ids.soldOut, ids.plain, ids.variants, ids.variants, ids.offSale),
  variantId: fc.constantFrom(ids.smallBlue, ids.largeBlue),
  quantity: fc.constantFrom(1, 1, 1, 2, 2, 2, 3, 20, 20, 100_000),
  campaignId: fc.constantFrom(7, 7, 7, 8),
  couponCode: fc.constantFrom('YAZ10', 'yaz10 ', 'KIŞ'),
  guestToken: fc.constantFrom('{{freshGuest}}', '{{freshGuest}}', '{{freshGuest}}', '{{member}}'),
  returnPath: fc.constantFrom('/odeme', '/sepet/a', '/sepetx', '//evil.example', '/order/%2e%2e'),
  email: mostly(
    fc.uuid().map(id => `${id}@example.com`),
    fc.constantFrom('a@b.co', 'İ@example.com', ''),
    5,
  ),
  customerGroupId: fc.constantFrom(ids.group, ids.group, null, null, null, 8),
  // A customer has it once a request has saved it.
  externalId: mostly(fc.uuid(), fc.constantFrom('u1', 'u2', 'u3'), 1),
  customerId: fc.constant(people.actor),
  subject: mostly(fc.constant('{{subject}}'), fc.constantFrom('member:700000001', 'guest:x', 'admin:x'), 4),
  grandTotal: mostly(fc.constant(HELD_TOTAL), fc.constantFrom('0', '012', '12.000', '9'.repeat(30)), 6),
  cargoPrice: fc.constantFrom('49.90', '49.9', '0'),
  etag: mostly(fc.constant(undefined), fc.constantFrom('"x"', 'x'), 3),
  reference: mostly(fc.constant('{{reference}}'), fc.uuid(), 1),
  itemId: fc.constant('{{item}}'),
  id: fc.constant('{{customer}}'),
  file: fc.constantFrom('keten-gomlek.png', 'placeholder.png', 'x'),
  path: fc.constantFrom('', 'adim-2', 'a/b', '%C5%9F'),
  t: fc.constant('{{handoff}}'),
  // A page of the reference, and a page of customers.
  page: fc.constantFrom('1', '2', '90071992547409', 'cart', 'errors'),
  sheet: fc.constantFrom('base.css', 'x'),
  hours: fc.constantFrom('1', '24', '744'),
  limit: fc.constantFrom('1', '25', '100'),
  after: fc.constantFrom(
    ...['0', '1', '40', '9007199254740991'],
    ...[
      [0, ''],
      [-1, 'guest:'],
      [2 ** 53, 'x'],
      ['x', 1],
    ].map(cursorOf),
  ),
  include: fc.constantFrom('group', 'value', 'uses'),
  sort: fc.constantFrom('id', '-name,email', 'createdAt,-updatedAt', 'surname', 'stock'),
  // Sections of imports, which leave the cart of the witness alone.
  products: fc.uniqueArray(importedProduct, { maxLength: 3, selector: ({ id }) => id }),
  customerGroups: fc.array(fc.record({ id: fc.integer({ min: 900, max: 999 }), name: fc.string({ minLength: 1 }) }), {
    maxLength: 1,
  }),
  customers: fc.constant([]),
  shippingCompanies: fc.constant([]),
  paymentMethods: fc.constant([]),
  campaigns: fc.constant([]),
  coupons: fc.constant([]),
  shop: fc.constantFrom({}, { settings: {} }),
  vatRate: fc.constantFrom('0', '20', '20.5'),
  withdrawMissing: fc.constantFrom('variants', 'customers'),
  allowCurrencyChange: fc.constantFrom('true', 'false'),
  'filter[id]': fc.constantFrom('1', '1,2', '700000001'),
  'filter[email]': fc.constantFrom('a@b.co', 'a@b.co,B@C.CO', 'ş'),
  'filter[externalId]': fc.constantFrom('u1', 'u1,u2'),
  'filter[search]': mostly(
    fc.constantFrom('Ayşe', 'gomlek', 'a', '%_', '"OR', "'&|", '👕👖', '0532 123', 'example.com', 'SKU-1 x', '\u0301'),
    unusualText,
    4,
  ),
  'filter[reference]': fc.constantFrom('a1b', 'W-1', '%', '7'),
  'filter[sku]': fc.constantFrom('TAX-FREE', 'OFF', 'x'),
  'filter[name]': fc.constantFrom('a', 'Keten', '%'),
  'filter[onSale]': fc.constantFrom('true', 'false'),
  'filter[stockAtMost]': fc.constantFrom('0', '2.5', '-1'),
  'filter[backorder]': fc.constantFrom('true', 'false'),
  'filter[brand]': fc.constantFrom('Avlu', '%', 'İ'),
  'filter[category]': fc.constantFrom('Giyim', 'Giyim > Gömlek', ' > '),
  'filter[tag]': fc.constantFrom('yaz', 'a,b'),
  'fields[carts]': fc.constantFrom('totalQuantity', '', 'items,grandTotal', 'campaigns,appliedCoupon', 'price', ','),
  'fields[cart-items]': fc.constantFrom('', 'quantity', 'productName,unitPrice', 'orderNote,orderNote', 'sku'),
  kind: fc.constantFrom('brand', 'category', 'tag'),
  channel: fc.constantFrom('app', 'web', 'agent'),
  'filter[changedAfter]': fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-01T12:00+03:00', '0001-01-01T00:00:00Z'),
  'filter[changedBefore]': fc.constantFrom('2099-01-01T00:00:00Z', '9999-12-31T23:59:59.999-12:00'),
  'filter[kind]': fc.constantFrom('member', 'guest'),
  'filter[state]': fc.constantFrom('held', 'held,completed', 'released,expired,cancelled', 'paid'),
  'filter[subject]': fc.constantFrom('{{subject}}', 'member:1', 'app:x'),
  'filter[customerId]': fc.constantFrom('1', '700000001'),
  'filter[heldAfter]': fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-01T12:00+03:00'),
  'filter[heldBefore]': fc.constantFrom('2099-01-01T00:00:00Z', '9999-12-31T23:59:59.999-12:00'),
  'filter[customerGroupId]': fc.constantFrom('7', '7,8'),
}

/** The same for bodies, where ids are those of products that no cart of another customer contains. */
export const knownInBodies: Known = {
  ...known,
  id: fc.constantFrom(ids.taxFree, ids.taxFree, ids.taxFree, ids.offSale),
  sku: fc.constantFrom('TAX-FREE', 'TAX-FREE', 'TAX-FREE', 'OFF'),
  price: fc.constantFrom('9.90', '0.005'),
  stock: fc.constantFrom(5, 2.5, -1),
  stockChange: fc.constantFrom('0', '+1', '-0.5', '1e3', 1),
  discount: fc.constantFrom(null, null, { type: 'percent', value: '10' }, { type: 'price', value: 'x' }),
  coupon: mostly(
    fc.record({ code: fc.constantFrom('YAZ10', 'YENİ'), discountType: fc.constant('percent'), value: decimals }),
    fc.constantFrom(null, [], {}, { code: ' ' }, { code: 'X', discountType: 'fixed', campaignId: 404 }),
    4,
  ),
  campaign: mostly(
    fc.record({
      id: fc.constantFrom(7, 8),
      name: fc.constant('K'),
      reward: fc.constant({ type: 'fixed', value: '5' }),
    }),
    fc.constantFrom(null, [], {}, { id: 0 }, { id: 8, name: 'K', reward: { type: 'percent' } }),
    4,
  ),
  variants: fc.constantFrom([], [], [], [{ id: 1, stock: 2 }], [{ sku: 'OFF', price: null }], [null], 'x'),
}

/** The keys of campaigns, without the one that carts choose. */
const campaigns: Known = { id: fc.constant(8), after: fc.constant(cursorOf([8])) }
/** Most requests have the batch that `accepted` makes. */
const codes: Known = {
  'filter[batch]': fc.constantFrom('bülten', 'bülten', 'x'),
  'filter[code]': fc.constantFrom('a', 'İ'),
  after: fc.constant(cursorOf(['a'])),
  count: fc.integer({ min: 1, max: 2_000 }),
}
export const codedInPath = fc.constantFrom(CODED_CAMPAIGN, CODED_CAMPAIGN, 8)
export const campaignInPath = fc.constantFrom('{{campaign}}', '{{campaign}}', 8)

export const couponInPath = fc.constantFrom('{{coupon}}', '{{coupon}}', 'YAZ10')
const coupons: Known = { after: fc.constant(cursorOf(['kupon'])) }
const products: Known = { after: fc.constant(cursorOf([101])), sort: fc.constantFrom('stock', 'stock', 'id') }
/** No host exists: messages reach nobody. */
const webhooks: Known = {
  name: fc.constant('{{webhook}}'),
  after: fc.constantFrom(cursorOf(['erp']), 0),
  url: fc.constantFrom('http://erp.invalid/a', 'https://erp.invalid:1/', 'http://10.0.0.1/', 'ftp://x', 'x'),
  types: fc.constantFrom(['*'], ['checkout.*'], ['order.paid'], [], ['x']),
  secret: fc.constantFrom(`whsec_${'A'.repeat(44)}`, 'whsec_', 'x'),
}

/** One completed checkout, and a line of it. */
const returns: Known = {
  reference: fc.constant('{{completed}}'),
  itemId: fc.constant('{{completedItem}}'),
  productId: fc.constant(undefined),
  variantId: fc.constant(undefined),
  dryRun: fc.constant('true'),
}
const history: Known = {
  'filter[target]': fc.constantFrom(
    `product:${ids.taxFree}`,
    'coupon:yaz10',
    'campaign:7',
    'checkout:W-1',
    'shop',
    'x:1',
  ),
  after: fc.constant(cursorOf([40])),
}

/** Periods, the last of which is too long or ends before it begins. */
const periods: Known = {
  from: fc.constantFrom('2026-01-01T00:00:00Z', '2026-03-29T03:00:00+03:00', '2020-01-01T00:00:00Z'),
  to: fc.constantFrom('2026-02-01T00:00:00Z', '2026-10-25T02:30:00.5+02:00', '2019-12-31T23:59:59Z'),
}

/** Whom a preview judges, and when: a customer and an email together are refused. */
const previews: Known = {
  at: mostly(
    fc.constant(undefined),
    fc.constantFrom('2026-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2026-01-01'),
    1,
  ),
  customerId: mostly(fc.constant(undefined), fc.constantFrom(people.actor, people.inactive, 404, 0), 1),
  email: mostly(fc.constant(undefined), fc.constantFrom('musteri@example.com', 'İ@example.com', ' ', 'x'), 1),
}

/** Most answers of the cart are whole. */
const carts: Known = { include: fc.constantFrom('items', 'items', '') }

/** Whether an operation is about the codes of a campaign. */
export function isOfCodes(template: string): boolean {
  return /\/(codes|batches)$/.test(template)
}

/** Values that an operation has instead of the general ones. */
export function ownOf(template: string): Known {
  if (isOfCodes(template)) return codes
  if (template.startsWith(`${STOREFRONT}/cart`)) return carts
  if (template.startsWith(COUPONS)) return coupons
  if (template.startsWith(PRODUCTS)) return products
  if (template.startsWith(WEBHOOKS)) return webhooks
  if (template.startsWith(HISTORY)) return history
  if (template.endsWith('/returns')) return returns
  if (template.endsWith('/preview')) return previews
  if (template === TURNOVER || template === PROMOTION_RESULTS) return periods
  return template.startsWith(CAMPAIGNS) ? campaigns : {}
}

/** Bodies that are accepted, of operations that accept few others. */
export const accepted: Record<string, unknown> = {
  changeProducts: [{ id: ids.taxFree, stock: 5 }],
  importShop: { customerGroups: [{ id: 900, name: 'Bayi' }] },
  holdCheckout: { subject: '{{subject}}', expected: { grandTotal: HELD_TOTAL } },
  returnItems: { lines: [{ itemId: '{{completedItem}}', quantity: 1 }] },
  createCodes: { count: 3, batch: 'bülten' },
  saveCoupon: { discountType: 'percent', value: '5' },
  previewPromotion: { coupon: { code: 'YENİ', discountType: 'percent', value: '5', usageLimit: 3 } },
  saveWebhook: fuzzedWebhook,
  replayWebhook: { after: 0 },
  rotateWebhookSecret: {},
  saveCustomerByExternalId: { name: 'Ayşe', status: 'active' },
}

/** The cursor of a keyset list. */
function cursorOf(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}
