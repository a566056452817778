/** Random products and lines of carts with promotions, for property tests. */

import fc from 'fast-check'
import type { PlainDiscount, PlainLine, PlainProduct, PlainTierPrice, PlainVariant } from './plain-cart.ts'

/** A value that is mostly another one. */
export const rarely = <T>(value: fc.Arbitrary<T>, often: T) =>
  fc.oneof({ arbitrary: fc.constant(often), weight: 3 }, value)

const decimalText = (units: number, places: number) => {
  if (places === 0) return String(units)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
/** Amounts that meet each other: at a bound, at a minimum, as equal prices and as equal savings. */
const meeting = fc.constantFrom('0', '1', '10', '10', '12', '20', '100', '120')
/** A price. */
export const price = fc.oneof(
  fc.tuple(fc.nat(300), fc.nat(4)).map(([units, places]) => decimalText(units, places)),
  fc.tuple(fc.nat(99_999_999), fc.nat(4)).map(([units, places]) => decimalText(units, places)),
  meeting,
)
/** A term. */
export const term = fc.nat(2)
/** A category. */
export const path = fc.array(fc.nat(1), { minLength: 1, maxLength: 3 })
/** A quantity. */
const quantity = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))

const discount: fc.Arbitrary<PlainDiscount | null> = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('percent' as const), value: fc.constantFrom('0', '10', '33.33', '100') }),
    fc.record({ type: fc.constantFrom('amount' as const, 'price' as const), value: price }),
  ),
  { freq: 2 },
)
const tierPrices: fc.Arbitrary<PlainTierPrice[]> = rarely(
  fc.uniqueArray(fc.record({ from: quantity, price, of: fc.constantFrom('all' as const, 'all', 'group', 'others') }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ from, of }) => `${from} ${of}`,
  }),
  [],
)
const variant: fc.Arbitrary<Omit<PlainVariant, 'id'>> = fc.record({
  price: fc.option(price),
  groupPrice: rarely(fc.option(price), null),
  tierPrices,
  discount,
})
const product: fc.Arbitrary<PlainProduct> = fc.record({
  id: fc.constant(0),
  price,
  groupPrice: rarely(fc.option(price), null),
  tierPrices,
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

/** Products with ids from 1; ids of variants are 1 to 2 of the first, 3 to 4 of the second. Those of a shop often cost the same. */
const products = fc
  .tuple(fc.array(product, { minLength: 1, maxLength: 4 }), rarely(fc.boolean(), false))
  .map(([all, isOnePrice]) =>
    all.map((each, index) => ({
      ...each,
      ...(isOnePrice && { price: all[0]?.price ?? each.price, rate: all[0]?.rate ?? each.rate, discount: null }),
      id: index + 1,
      variants: each.variants.map((one, at) => ({ ...one, id: 2 * index + at + 1 })),
    })),
  )
const placeWith = (pieces: fc.Arbitrary<number>) =>
  fc.record({ product: fc.nat(3), variant: fc.nat(1), quantity: pieces })
type Place = { product: number; variant: number; quantity: number }

/** Lines of different items. */
function linesOf(all: PlainProduct[], places: Place[]): PlainLine[] {
  const byItem = new Map<string, PlainLine>()
  for (const each of places) {
    const product = all[each.product % all.length] as PlainProduct
    const variant = product.variants[each.variant % Math.max(1, product.variants.length)]
    byItem.set(`${product.id} ${variant?.id}`, { product, variant, quantity: each.quantity })
  }
  return [...byItem.values()]
}

/** Lines. */
export const lines: fc.Arbitrary<PlainLine[]> = fc
  .tuple(products, fc.array(placeWith(quantity), { minLength: 1, maxLength: 7 }))
  .map(([all, places]) => linesOf(all, places))

/** Few pieces of each of several products, of round prices that are often equal. */
export const easyLines: fc.Arbitrary<PlainLine[]> = fc
  .tuple(
    fc.array(fc.tuple(product, fc.constantFrom('10', '10', '12', '20', '99.99')), { minLength: 3, maxLength: 4 }),
    fc.array(placeWith(fc.integer({ min: 1, max: 5 })), { minLength: 3, maxLength: 7 }),
  )
  .map(([all, places]) =>
    linesOf(
      all.map(([each, price], index) => ({ ...each, id: index + 1, price, variants: [] })),
      places,
    ),
  )
