/** A shop with random records for tests of exports: hostile texts, fractions, dates, nulls and lists. */

import { seededRandom } from '../runner/seed.ts'
import { HOSTILE } from './hostile-texts.ts'

/** Creates a shop file with `count` products, customers and coupons each. */
export function randomShopFile(seed: number, count: number) {
  const random = seededRandom(seed)
  const integer = (below: number) => Math.floor(random() * below)
  const one = <T>(values: readonly T[]): T => values[integer(values.length)] as T
  const maybe = <T>(create: () => T): T | null => (random() < 0.5 ? create() : null)
  const some = <T>(most: number, create: (index: number) => T): T[] =>
    Array.from({ length: integer(most + 1) }, (_, index) => create(index))
  const flag = () => random() < 0.5
  const text = () => one(HOSTILE) + one(['', '', ' ', one(HOSTILE)])
  const decimal = () =>
    one(['0', '0.005', '199.905', '010.50', '12', `${integer(1e6)}.${integer(1e6)}`, '123456789012345.000000000001'])
  const time = () =>
    one([
      '2026-06-01T00:00:00+03:00',
      '0000-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999-12:00',
      '2026-01-31T21:00:00.5Z',
    ])
  const period = () =>
    one([
      {},
      { startsAt: time() },
      { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00.001Z' },
      { endsAt: time() },
    ])
  const ids = () => some(3, () => 1 + integer(9_007_199_254_740_991))
  const number = () => one([0, -3, 12, 2.5, -0.25, 1e-7, integer(1e9), 37.3])

  const groups = [1, 2, 5_000_000_000]
  const groupPrices = () => groups.filter(flag).map(customerGroupId => ({ customerGroupId, price: decimal() }))
  const tierPrices = () =>
    [...groups, undefined].flatMap(customerGroupId =>
      [1, 2, 10, 100_000].filter(() => random() < 0.3).map(from => ({ from, price: decimal(), customerGroupId })),
    )
  const discount = () => {
    const type = one(['percent', 'amount', 'price'])
    return { type, value: type === 'percent' ? one(['10', '0.5', '100']) : decimal(), ...period() }
  }
  const item = () => ({
    sku: maybe(text),
    name: text(),
    onSale: flag(),
    stock: number(),
    discount: maybe(discount),
    groupPrices: groupPrices(),
    ...one([{}, { tierPrices: null }, { tierPrices: tierPrices() }, { tierPrices: tierPrices() }]),
  })
  const term = () => `${text()}x${text()}`
  const product = (id: number) => ({
    id,
    ...item(),
    image: maybe(() => one(['/p/1.jpg', 'https://cdn.example.com/a,b;=1.jpg?x=%22y%22', '/=1'])),
    price: decimal(),
    backorder: flag(),
    vatRate: one([0, 1, 8.5, 20, 100]),
    stockUnit: one(['', 'metre', text()]),
    stockIncrement: one([1, 0.25, 1e-6, 12]),
    freeCargo: flag(),
    brand: maybe(term),
    categories: some(3, () => one([term(), `${term()} > ${term()}`, `${one(['=a', 'b;c\\', '\\'])}  >  ${term()}`])),
    tags: some(4, term),
    variants: some(3, index => ({ id: id * 10 + index, ...item(), price: maybe(decimal), backorder: maybe(flag) })),
  })
  const kinds = () => ({
    visitors: flag(),
    members: flag(),
    dealers: flag(),
    customerGroupIds: ids(),
    customerIds: ids(),
  })
  const audience = () => ({
    ...kinds(),
    firstOrder: flag(),
    exclude: one([{}, kinds()]),
    channels: ['app', 'web', 'agent'].filter(flag),
  })
  const terms = () => some(3, term)
  const items = () => ({
    productIds: ids(),
    variantIds: ids(),
    brands: terms(),
    categories: terms(),
    tags: terms(),
  })
  const conditions = () => ({
    minimumTotal: maybe(decimal),
    minimumQuantity: maybe(() => integer(10)),
    ...items(),
    ...one([{}, { priceFrom: '0.005' }, { priceTo: decimal() }, { priceFrom: '0', priceTo: '010.50' }]),
    excludeDiscounted: flag(),
    exclude: one([{}, items()]),
  })
  const promotion = () => ({
    description: text(),
    active: flag(),
    ...period(),
    usageLimit: maybe(() => integer(9)),
    usageCount: integer(9),
    audience: maybe(audience),
    conditions: conditions(),
  })
  const value = () => one(['10', '0.5', '010.50'])
  const tiersFrom = (...from: (string | number)[]) =>
    from.filter((_, index) => index === 0 || flag()).map(each => ({ from: each, value: value() }))
  const tiers = () =>
    one([
      { by: 'total', tiers: tiersFrom('0', '0.005', '010.50', '123456789012345.000000000001') },
      { by: 'quantity', tiers: tiersFrom(1, 2, 10, 9_007_199_254_740_991) },
    ])
  const gives = () => one([{ value: value() }, tiers()])
  const coupon = (index: number) => {
    const discountType = one(['percent', 'fixed', 'free_shipping'])
    return {
      code: `${text()}#${index}#`,
      discountType,
      ...(discountType !== 'free_shipping' && gives()),
      ...(discountType === 'percent' && { maximum: maybe(decimal) }),
      campaignId: maybe(() => 2),
      usageLimitPerCustomer: maybe(() => integer(9)),
      combinesWithCampaigns: flag(),
      ...promotion(),
    }
  }
  const rewards = () => [
    { type: 'percent', ...gives(), maximum: maybe(decimal) },
    { type: 'fixed', ...gives() },
    { type: 'buy_x_pay_y', buy: 3, pay: 2 },
    {
      ...{ type: 'buy_x_get_y', buy: 1 + integer(9), get: 1 + integer(9), percent: one(['100', '0.5', '050.0']) },
      ...{ times: maybe(() => 1 + integer(9)), target: maybe(items) },
    },
    { type: 'free_shipping' },
  ]
  const campaign = (id: number) => ({
    id,
    name: text(),
    logicalGroup: integer(9),
    priority: integer(9),
    weekdays: [5, 1],
    ...one([{}, { dailyFrom: '22:00', dailyTo: '06:00' }]),
    couponBound: id === 2,
    automatic: flag(),
    combinesWithCoupons: flag(),
    usageLimitPerCustomer: maybe(() => integer(9)),
    reward: one(rewards()),
    ...promotion(),
  })
  const customer = (id: number) => ({
    id,
    email: `=u${id}@example.com`,
    externalId: maybe(() => `${id}${one(HOSTILE)}`),
    ...{
      name: maybe(text),
      surname: maybe(text),
      company: maybe(text),
      address: maybe(text),
      mobilePhone: maybe(() => one(HOSTILE)),
    },
    customerGroupId: maybe(() => one(groups)),
    status: one(['active', 'inactive', 'banned']),
    ...{ dealer: flag(), freeCargo: flag(), smsNotification: flag(), orderCount: integer(5) },
  })
  const each = <T>(create: (id: number) => T): T[] => Array.from({ length: count }, (_, index) => create(index + 1))
  return {
    shop: {
      ...{
        name: text(),
        currencyCode: 'EUR',
        decimalPlaces: 3,
        timeZone: 'Europe/Istanbul',
        imageBaseUrl: 'https://cdn.example.com/',
      },
      settings: {
        stockGuard: true,
        campaignWinner: 'priority',
        campaignsTogether: 'groups',
        showOffers: true,
        pricesIncludeVat: true,
        cargoVatRate: 8.5,
        orderNoteMaxLength: 100,
        UyelikOlmadanDevamEtGoster: 0,
      },
    },
    customerGroups: groups.map(id => ({ id, name: text(), freeCargo: flag() })),
    shippingCompanies: [1, 2].map(id => ({
      id,
      name: text(),
      default: id === 2,
      freeLimit: maybe(decimal),
      rates: [
        { from: '500', price: '29.90' },
        { from: '0', price: decimal() },
      ],
    })),
    paymentMethods: [3, 1].map(id => ({ id, name: text(), active: flag(), minimumOrderAmount: maybe(decimal) })),
    campaigns: [1, 2, 3].map(campaign),
    products: each(product),
    customers: each(customer),
    coupons: each(coupon),
  }
}
