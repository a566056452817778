/** Random carts with promotions of every kind, for property tests. */

import fc from 'fast-check'
import { CHANNELS, type Reward } from '../../../../src/model/campaign.ts'
import type {
  PlainCampaign,
  PlainCart,
  PlainConditions,
  PlainCoupon,
  PlainDiscount,
  PlainItems,
  PlainLine,
  PlainProduct,
  PlainVariant,
} from './plain-cart.ts'

const decimalText = (units: number, places: number) => {
  if (places === 0) return String(units)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
const price = fc.oneof(
  fc.tuple(fc.nat(300), fc.nat(4)).map(([units, places]) => decimalText(units, places)),
  fc.tuple(fc.nat(99_999_999), fc.nat(4)).map(([units, places]) => decimalText(units, places)),
  // Amounts that meet each other: at a bound, at a minimum, and as equal savings.
  fc.constantFrom('0', '1', '10', '10', '12', '20', '100', '120'),
)
const id = fc.integer({ min: 1, max: 4 })
const term = fc.nat(2)
const path = fc.array(fc.nat(1), { minLength: 1, maxLength: 3 })
const rarely = <T>(value: fc.Arbitrary<T>, often: T) => fc.oneof({ arbitrary: fc.constant(often), weight: 3 }, value)

const discount: fc.Arbitrary<PlainDiscount | null> = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('percent' as const), value: fc.constantFrom('0', '10', '33.33', '100') }),
    fc.record({ type: fc.constantFrom('amount' as const, 'price' as const), value: price }),
  ),
  { freq: 2 },
)
const variant: fc.Arbitrary<Omit<PlainVariant, 'id'>> = fc.record({
  price: fc.option(price),
  groupPrice: rarely(fc.option(price), null),
  discount,
})
const product: fc.Arbitrary<PlainProduct> = fc.record({
  id: fc.constant(0),
  price,
  groupPrice: rarely(fc.option(price), null),
  rate: fc.constantFrom('0', '1', '8.5', '18', '20', '20', '100'),
  discount,
  variants: rarely(
    fc.array(variant, { maxLength: 2 }).map(all => all.map((each, index) => ({ ...each, id: index }))),
    [],
  ),
  brand: fc.option(term),
  categories: fc.array(path, { maxLength: 2 }),
  tags: fc.uniqueArray(term, { maxLength: 2 }),
  freeCargo: fc.boolean(),
})

/** Products with ids from 1; ids of variants are 1 to 2 of the first, 3 to 4 of the second. */
const products = fc.array(product, { minLength: 1, maxLength: 4 }).map(all =>
  all.map((each, index) => ({
    ...each,
    id: index + 1,
    variants: each.variants.map((one, at) => ({ ...one, id: 2 * index + at + 1 })),
  })),
)
const place = fc.record({
  product: fc.nat(3),
  variant: fc.nat(1),
  quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 })),
})
/** Lines of different items. */
const lines: fc.Arbitrary<PlainLine[]> = fc
  .tuple(products, fc.array(place, { minLength: 1, maxLength: 7 }))
  .map(([all, places]) => {
    const byItem = new Map<string, PlainLine>()
    for (const each of places) {
      const product = all[each.product % all.length] as PlainProduct
      const variant = product.variants[each.variant % Math.max(1, product.variants.length)]
      byItem.set(`${product.id} ${variant?.id}`, { product, variant, quantity: each.quantity })
    }
    return [...byItem.values()]
  })

const some = <T>(value: fc.Arbitrary<T>) => rarely(fc.array(value, { minLength: 1, maxLength: 3 }), [])
const items: fc.Arbitrary<PlainItems> = fc.record({
  productIds: some(id),
  variantIds: rarely(some(fc.integer({ min: 1, max: 8 })), []),
  brands: some(term),
  categories: some(path),
  tags: some(term),
})
const noItems: PlainItems = { productIds: [], variantIds: [], brands: [], categories: [], tags: [] }
const conditions: fc.Arbitrary<PlainConditions> = fc
  .tuple(
    rarely(items, noItems),
    fc.record({
      minimumTotal: fc.option(price, { freq: 2 }),
      minimumQuantity: rarely(fc.option(fc.integer({ min: 0, max: 40 })), null),
      priceFrom: rarely(fc.option(price), null),
      priceTo: rarely(fc.option(price), null),
      excludeDiscounted: rarely(fc.boolean(), false),
      exclude: rarely(rarely(items, noItems), noItems),
    }),
  )
  .map(([named, others]) => ({ ...named, ...others, ...ordered(others) }))

/** Bounds in their order: a shop takes no others. */
function ordered({ priceFrom, priceTo }: Pick<PlainConditions, 'priceFrom' | 'priceTo'>) {
  const isWrong = priceFrom !== null && priceTo !== null && Number(priceFrom) > Number(priceTo)
  return isWrong ? { priceFrom: priceTo, priceTo: priceFrom } : { priceFrom, priceTo }
}

const percent = fc.record({
  type: fc.constant('percent' as const),
  value: fc.constantFrom('10', '10', '33.33', '50', '100'),
  maximum: fc.option(price),
})
const fixed = fc.record({ type: fc.constant('fixed' as const), value: price })
const freeShipping = fc.constant({ type: 'free_shipping' as const })
const setsOf = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.nat(5))
  .map(([buy, pay]) => ({ type: 'buy_x_pay_y' as const, buy, pay: Math.min(pay, buy - 1) }))
const reward: fc.Arbitrary<Reward> = fc.oneof(percent, fixed, setsOf, freeShipping)

const campaign: fc.Arbitrary<PlainCampaign> = fc.record({
  id: fc.constant(0),
  group: fc.nat(2),
  priority: fc.nat(2),
  isAutomatic: rarely(fc.boolean(), true),
  isBound: rarely(fc.boolean(), false),
  combines: rarely(fc.boolean(), true),
  isForMembers: rarely(fc.boolean(), false),
  isForFirst: rarely(fc.boolean(), false),
  channels: rarely(fc.subarray([...CHANNELS]), []),
  reward,
  conditions,
})
const coupon: fc.Arbitrary<PlainCoupon> = fc.record({
  description: fc.constantFrom('', 'Yaz'),
  reward: fc.oneof(
    percent.map(each => ({ ...each, maximum: null })),
    fixed,
    freeShipping,
  ),
  campaignId: rarely(fc.option(id), null),
  combines: rarely(fc.boolean(), true),
  conditions,
})

/** Any cart. */
export const anyCart: fc.Arbitrary<PlainCart> = fc
  .record({
    places: fc.integer({ min: 0, max: 4 }),
    isGross: fc.boolean(),
    lines,
    campaigns: fc.array(campaign, { maxLength: 7 }).map(all => all.map((each, index) => ({ ...each, id: index + 1 }))),
    coupon: fc.option(coupon, { freq: 2 }),
    choice: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
    isOff: rarely(fc.boolean(), false),
    isMember: fc.boolean(),
    isInGroup: fc.boolean(),
    hasOrdered: fc.boolean(),
    channel: fc.constantFrom(...CHANNELS),
    isEngineOn: rarely(fc.boolean(), true),
    winner: fc.constantFrom('best' as const, 'best' as const, 'priority' as const),
    together: fc.constantFrom('one' as const, 'groups' as const),
    showsOffers: fc.boolean(),
    shipping: fc.option(
      fc.record({
        freeLimit: fc.option(price),
        rates: fc.oneof(fc.constant('11.995'), price).map(each => [
          { from: '0', price: '11.995' },
          { from: '50', price: each },
        ]),
      }),
    ),
    includesCargo: fc.boolean(),
  })
  // A choice ends the opt-out.
  .map(cart => ({ ...cart, isOff: cart.isOff && cart.choice === null }))
