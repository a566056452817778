/** The products of the shop as its pages show them: what is on sale, at which price, and what is left of it. */

import { isActive, priceOf, tiersOf } from './prices.js'

/** @typedef {import('typebox').Static<typeof import('../../src/catalog/admin/product.document.ts').ProductDocument>} Product as `GET /admin/products` has it */
/** @typedef {import('typebox').Static<typeof import('../../src/promotions/admin/promotion.document.ts').CampaignDocument>} Campaign */
/** @typedef {import('./prices.js').ShownPrice & { variantId: number | null, name: string, image: string, left: number, isSoldOut: boolean, tiers: { from: number, price: import('./html.js').Money }[] }} Item what a cart takes: a variant, or a product without variants; of an item that is sold at any stock endlessly many are left */
/** @typedef {{ product: Product, items: Item[], cheapest: Item, isSoldOut: boolean }} Shown */

/** Presents a product; undefined for one that nobody may buy. @param {Product} product @param {import('./prices.js').PriceSettings} settings @param {number} now milliseconds @returns {Shown | undefined} */
export function showProduct(product, settings, now) {
  if (!product.onSale) return undefined
  const variants = product.variants.filter(({ onSale }) => onSale)
  const items = (variants.length > 0 ? variants : [null]).map(variant => itemOf(product, variant, settings, now))
  const [cheapest] = items.toSorted((a, b) => Number(a.price.amount) - Number(b.price.amount))
  return cheapest && { product, items, cheapest, isSoldOut: items.every(each => each.isSoldOut) }
}

/** @param {Product} product @param {Product['variants'][number] | null} variant @param {import('./prices.js').PriceSettings} settings @param {number} now @returns {Item} */
function itemOf(product, variant, settings, now) {
  const { stock, reserved } = variant ?? product
  const left =
    (variant?.backorder ?? product.backorder) ? Number.POSITIVE_INFINITY : Number((stock - reserved).toFixed(6))
  const shown = priceOf(product, variant, 1, settings, now)
  const tiers = tiersOf(product, variant).map(({ from }) => ({
    from,
    price: priceOf(product, variant, from, settings, now).each,
  }))
  return {
    ...shown,
    variantId: variant?.id ?? null,
    name: variant?.name ?? '',
    image: variant?.image ?? product.image ?? '/images/placeholder.png',
    left,
    isSoldOut: left <= 0,
    tiers: tiers.filter(({ from, price }) => from > 1 && price.amount !== shown.each.amount),
  }
}

/** Whether a customer group has prices of its own for a product: the session does not tell the group of its member. @param {Product} product */
export const hasGroupPrices = product =>
  [product, ...product.variants].some(
    ({ groupPrices, tierPrices }) =>
      groupPrices.length > 0 || tierPrices.some(({ customerGroupId }) => customerGroupId !== undefined),
  )

/** Lists the campaigns that cover a product for everybody, the first of the shop first. What applies, and how much it takes off, the cart alone decides. @param {Product} product @param {Campaign[]} campaigns @param {number} now */
export const campaignsOf = (product, campaigns, now) =>
  campaigns.filter(
    each => each.active && !each.couponBound && isActive(each, now) && isForAll(each) && covers(each, product),
  )

/** @param {Campaign} campaign */
function isForAll({ audience }) {
  if (audience === null) return true
  const { visitors, members, firstOrder, channels } = audience
  return visitors && members && !firstOrder && (channels.length === 0 || channels.includes('web'))
}

/** Whether conditions name a product: by any entry of each kind, and by none that is excluded. @param {Campaign} campaign @param {Product} product */
function covers({ conditions }, product) {
  const { exclude, priceFrom, priceTo, excludeDiscounted } = conditions
  if (priceFrom !== null || priceTo !== null || (excludeDiscounted && product.discount)) return false
  const kinds = namedIn(conditions, product)
  return kinds.every(isNamed => isNamed !== false) && !namedIn(exclude, product).includes(true)
}

/** Whether each kind of items names a product; undefined for a kind without entries. @param {Pick<Campaign['conditions'], 'productIds' | 'variantIds' | 'brands' | 'categories' | 'tags'>} items @param {Product} product */
function namedIn({ productIds, variantIds, brands, categories, tags }, product) {
  /** @template T @param {readonly T[]} entries @param {(entry: T) => boolean} isOne */
  const has = (entries, isOne) => (entries.length === 0 ? undefined : entries.some(isOne))
  return [
    has(productIds, id => id === product.id),
    has(variantIds, id => product.variants.some(each => each.id === id)),
    has(brands, brand => brand === product.brand),
    has(categories, category => product.categories.some(each => `${each} > `.startsWith(`${category} > `))),
    has(tags, tag => product.tags.includes(tag)),
  ]
}
