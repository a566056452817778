/** Random conditions and rewards of carts with promotions, for property tests. */

import fc from 'fast-check'
import type {
  PlainAmountReward,
  PlainConditions,
  PlainItems,
  PlainReward,
  PlainSetReward,
  PlainTiers,
} from './plain-cart.ts'
import { path, price, rarely, term } from './random-products.ts'

/** An id of a product or a campaign. */
export const id = fc.integer({ min: 1, max: 4 })

const some = <T>(value: fc.Arbitrary<T>) => rarely(fc.array(value, { minLength: 1, maxLength: 3 }), [])
const items: fc.Arbitrary<PlainItems> = fc.record({
  productIds: some(id),
  variantIds: rarely(some(fc.integer({ min: 1, max: 8 })), []),
  brands: some(term),
  categories: some(path),
  tags: some(term),
})
const noItems: PlainItems = { productIds: [], variantIds: [], brands: [], categories: [], tags: [] }
/** Conditions. */
export const conditions: fc.Arbitrary<PlainConditions> = fc
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

/** Conditions that carts often meet: on few items, mostly without minimums. */
export const easyConditions: fc.Arbitrary<PlainConditions> = fc
  .record({
    named: fc.oneof(
      fc.constant(noItems),
      fc.array(id, { minLength: 1, maxLength: 3 }).map(productIds => ({ ...noItems, productIds })),
      fc.array(term, { minLength: 1, maxLength: 2 }).map(brands => ({ ...noItems, brands })),
    ),
    minimumTotal: rarely(fc.constantFrom('1', '10', '12', '20', '100'), null),
    minimumQuantity: rarely(fc.integer({ min: 1, max: 6 }), null),
  })
  .map(({ named, ...minimums }) => ({
    ...{ ...named, ...minimums, priceFrom: null, priceTo: null },
    ...{ excludeDiscounted: false, exclude: noItems },
  }))

/** Bounds in their order: a shop takes no others. */
function ordered({ priceFrom, priceTo }: Pick<PlainConditions, 'priceFrom' | 'priceTo'>) {
  const isWrong = priceFrom !== null && priceTo !== null && Number(priceFrom) > Number(priceTo)
  return isWrong ? { priceFrom: priceTo, priceTo: priceFrom } : { priceFrom, priceTo }
}

/** Tiers with values of one kind. */
const tiersWith = (value: fc.Arbitrary<string>): fc.Arbitrary<PlainTiers> =>
  fc.oneof(
    tiersBy(
      'total',
      value,
      price.filter(each => Number(each) > 0),
    ),
    tiersBy('quantity', value, fc.integer({ min: 1, max: 24 }).map(String)),
  )

function tiersBy(by: PlainTiers['by'], value: fc.Arbitrary<string>, from: fc.Arbitrary<string>) {
  const tiers = fc.uniqueArray(fc.record({ from, value }), {
    ...{ minLength: 1, maxLength: 4 },
    selector: each => Number(each.from),
  })
  return tiers.map(all => ({ by, tiers: all.sort((a, b) => Number(a.from) - Number(b.from)) }))
}

const percentage = fc.constantFrom('10', '10', '33.33', '50', '100')
/** An amount, in a third of the cases by tiers. */
const amountOf = (value: fc.Arbitrary<string>): fc.Arbitrary<string | PlainTiers> =>
  fc.oneof({ arbitrary: value, weight: 2 }, tiersWith(value))
/** A reward of an amount. */
export const amountReward: fc.Arbitrary<PlainAmountReward> = fc.oneof(
  fc.record({ type: fc.constant('percent' as const), value: amountOf(percentage), maximum: fc.option(price) }),
  fc.record({ type: fc.constant('fixed' as const), value: amountOf(price) }),
)
/** The reward that shipping is free. */
export const freeShipping = fc.constant({ type: 'free_shipping' as const })
const payLess = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.nat(5))
  .map(([buy, pay]) => ({ type: 'buy_x_pay_y' as const, buy, pay: Math.min(pay, buy - 1) }))
const namesSomething = ({ productIds, variantIds, brands, categories, tags }: PlainItems) =>
  [productIds, variantIds, brands, categories, tags].some(list => list.length > 0)
const getOthers: fc.Arbitrary<PlainSetReward> = fc.record({
  type: fc.constant('buy_x_get_y' as const),
  buy: fc.integer({ min: 1, max: 4 }),
  get: fc.integer({ min: 1, max: 4 }),
  percent: fc.constantFrom('100', '100', '50', '33.33'),
  times: fc.option(fc.integer({ min: 1, max: 5 })),
  target: fc.option(items.filter(namesSomething)),
})
const easyTarget = fc.oneof(
  fc.constant(null),
  easyConditions.map(({ productIds, brands }) => ({ ...noItems, productIds, brands })).filter(namesSomething),
)
/** A reward by sets, which few units complete. */
export const easySets: fc.Arbitrary<PlainSetReward> = fc
  .tuple(getOthers, easyTarget)
  .map(([sets, target]) => ({ ...sets, buy: 1 + (sets.buy % 3), get: 1 + (sets.get % 2), target }))
/** Any reward. */
export const reward: fc.Arbitrary<PlainReward> = fc.oneof(
  { arbitrary: amountReward, weight: 2 },
  payLess,
  { arbitrary: getOthers, weight: 2 },
  freeShipping,
)
