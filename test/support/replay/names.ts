/** Names that are random in every run, replaced by the order in which they appear. */

/** Ids of lines and guests, and ids and links of agents' carts, with what stands before and behind them. */
const RANDOM = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<=[?&]c=|"id":")[A-Za-z0-9_-]{32}(?=["&])/g

/** Creates a function that replaces them in texts: the same name by the same number. */
export function createNames(): (text: string) => string {
  const numbers = new Map<string, string>()
  return text =>
    text.replace(RANDOM, found => {
      const known = numbers.get(found)
      if (known !== undefined) return known
      const number = `#${numbers.size + 1}`
      numbers.set(found, number)
      return number
    })
}

const LINE = /"productId":(\d+),"variantId":(\d+|null)|"listPriceWithVat":\{[^{}]*\},|,"listPriceWithVat":\{[^{}]*\}/g

/**
 * Removes the list price of lines that may have one.
 * @param isDiscounted whether an item has a discount
 */
export function withoutListPrices(
  body: string,
  isDiscounted: (productId: number, variantId: number | null) => boolean,
): string {
  let isOfDiscounted = false
  return body.replace(LINE, (found, productId?: string, variantId?: string) => {
    if (productId === undefined) return isOfDiscounted ? '' : found
    isOfDiscounted = isDiscounted(Number(productId), variantId === 'null' ? null : Number(variantId))
    return found
  })
}

/** What a checkout tells of the payment, behind its marks. */
const PAYABLE = /(?<="over(?:Limit|Stock)":(?:true|false)),"payable":\{[^{}]*\}/g

/** Removes what the customer of a checkout pays with the shipping. */
export function withoutPayable(body: string): string {
  return body.replace(PAYABLE, '')
}

const NAMES = '"sku":(?:null|"[^"]*"),"variantName":(?:null|"[^"]*")'
/** Carts have the names before the VAT of a line, orders behind it. */
const ITEM = new RegExp(`"productId":(\\d+),"variantId":(\\d+|null)|(?<="meta":\\{)${NAMES},|,${NAMES}(?=[,}])`, 'g')

/**
 * Removes SKU and name of the variant of lines that have those of their item.
 * @param textOf returns the JSON of both members
 */
export function withoutNamesOfItems(
  body: string,
  textOf: (productId: number, variantId: number | null) => string,
): string {
  let expected = ''
  return body.replace(ITEM, (found, productId?: string, variantId?: string) => {
    if (productId === undefined) return found.replace(/^,|,$/, '') === expected ? '' : found
    expected = textOf(Number(productId), variantId === 'null' ? null : Number(variantId)).slice(1, -1)
    return found
  })
}
