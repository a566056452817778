/** The item of a product that has the least in stock: a variant, or the product itself. */

/**
 * The lowest stock, with the name of its variant. Variants that are not on sale, or that are sold at any stock, count only where there are no others.
 * @param {import('./product-edits.js').Product} product
 * @returns {{ variant: string | null, stock: number }}
 */
export function lowestOf({ stock, backorder, variants }) {
  if (variants.length === 0) return { variant: null, stock }
  const limited = variants.filter(each => each.onSale && !(each.backorder ?? backorder))
  const [lowest] = (limited.length > 0 ? limited : variants).toSorted((a, b) => a.stock - b.stock)
  return { variant: lowest?.name ?? null, stock: lowest?.stock ?? stock }
}
