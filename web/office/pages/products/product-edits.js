/** What staff have typed into the rows of products: as a request, with the errors of its answer at their fields, and undone. */

import { negated, readTyped, sumOf } from '../../format/typed-number.js'
import { pricesOf } from './tier-price-values.js'

/** @typedef {import('../../../ui/request.js').ApiError} ApiError */
/** @typedef {import('../../texts/texts.js').Language} Language */
/** @typedef {{ id: number, sku: string | null, name: string, image: string | null, onSale: boolean, price: string | null, currentPrice: string, stock: number, reserved: number, backorder: boolean | null, tierPrices: import('./tier-price-values.js').TierPrice[] }} Item a null backorder, and a null picture, is that of its product */
/** @typedef {'brand' | 'category' | 'tag'} TermKind */
/** @typedef {{ brand: string | null, categories: string[], tags: string[] }} Terms */
/** @typedef {Item & Terms & { price: string, stockUnit: string, variants: Item[] }} Product */
/** @typedef {{ price?: string | undefined, stock?: string | undefined, onSale?: boolean | undefined, backorder?: boolean | null | undefined, tierPrices?: import('./tier-price-values.js').PriceRow[] | undefined, brand?: string | undefined, categories?: string[] | undefined, tags?: string[] | undefined }} Edit what was typed; a field without a change is missing */
/** @typedef {Record<number, Edit>} ProductEdits by the id of the variant; 0 is the product itself */
/** @typedef {Record<number, ProductEdits>} Edits by the id of the product */
/** @typedef {'price' | 'stock' | 'onSale' | 'backorder' | 'tierPrices' | 'brand' | 'categories' | 'tags'} FieldName */
/** @typedef {Record<string, ApiError[]>} FieldErrors by field */
/** @typedef {Record<number, Record<number, FieldErrors>>} Errors as `Edits` */
/** @typedef {{ price?: string | null, stock?: number | string, stockChange?: string, onSale?: boolean, backorder?: boolean | null, tierPrices?: import('./tier-price-values.js').SentPrice[], brand?: string | null, categories?: string[], tags?: string[] }} Values */
/** @typedef {Values & { id: number, variants?: (Values & { id: number })[] }} Change */

/**
 * Reads what was typed as a stock: a number sets it, one with a sign changes it, and `=` before a number sets it below zero, too.
 * @param {string} typed
 * @param {Language} language
 * @returns {Pick<Values, 'stock' | 'stockChange'>}
 */
export function readStock(typed, language) {
  const text = readTyped(typed, language)
  if (/^[+-]\d/.test(text)) return { stockChange: text }
  const number = text.replace(/^=/, '')
  return { stock: /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text }
}

/** The stock that a typed text leads to; null where it is no number. @param {number} stock @param {string} typed @param {Language} language */
export function stockAfter(stock, typed, language) {
  const { stock: set, stockChange } = readStock(typed, language)
  if (stockChange !== undefined) return sumOf(String(stock), stockChange)
  return typeof set === 'number' ? String(set) : null
}

/** The edits with another one; an edit to the value that is there is left out. @param {Edits} edits @param {Product} product @param {number} variantId @param {Edit} edit */
export function withEdit(edits, product, variantId, edit) {
  const { [variantId]: _, ...others } = edits[product.id] ?? {}
  const given = Object.values(edit).some(each => each !== undefined)
  const ofProduct = given ? { ...others, [variantId]: edit } : others
  const { [product.id]: __, ...rest } = edits
  return Object.keys(ofProduct).length > 0 ? { ...rest, [product.id]: ofProduct } : rest
}

/** The number of changed products and variants. @param {Edits} edits */
export function countEdits(edits) {
  return Object.values(edits).reduce((sum, each) => sum + Object.keys(each).length, 0)
}

/** The body of the request. @param {Edits} edits @param {Language} language @returns {Change[]} */
export function changesOf(edits, language) {
  return Object.entries(edits).map(([id, { 0: own = {}, ...variants }]) => {
    const list = Object.entries(variants).map(([each, edit]) => ({
      id: Number(each),
      ...variantValues(edit, language),
    }))
    return { id: Number(id), ...valuesOf(own, language), ...(list.length > 0 && { variants: list }) }
  })
}

/** @param {Edit} edit @param {Language} language @returns {Values} */
function valuesOf({ price, stock, onSale, backorder, tierPrices, brand, categories, tags }, language) {
  return {
    ...(price !== undefined && { price: readTyped(price, language) }),
    ...(stock !== undefined && readStock(stock, language)),
    ...(onSale !== undefined && { onSale }),
    ...(backorder !== undefined && { backorder }),
    ...(tierPrices !== undefined && { tierPrices: pricesOf(tierPrices, language) }),
    ...(brand !== undefined && { brand: brand.trim() || null }),
    ...(categories !== undefined && { categories }),
    ...(tags !== undefined && { tags }),
  }
}

/** A variant without a price has that of its product. @param {Edit} edit @param {Language} language @returns {Values} */
function variantValues(edit, language) {
  const values = valuesOf(edit, language)
  return values.price === '' ? { ...values, price: null } : values
}

/**
 * Divides the errors of an answer between the fields of the rows, and those that belong to none.
 * @param {readonly ApiError[]} errors
 * @param {readonly Change[]} changes the body that was refused
 * @returns {{ fields: Errors, others: ApiError[] }}
 */
export function divideByItem(errors, changes) {
  /** @type {Errors} */
  const fields = {}
  const others = []
  for (const error of errors) {
    const place = placeOf(error.source?.pointer ?? '', changes)
    if (!place) others.push(error)
    else addError(fields, place, error)
  }
  return { fields, others }
}

/** @typedef {{ productId: number, variantId: number, field: string }} Place */

/** @param {string} pointer such as `/0/variants/1/price` @param {readonly Change[]} changes @returns {Place | null} */
function placeOf(pointer, changes) {
  const [, at, variantAt, field = ''] =
    /^\/(\d+)(?:\/variants\/(\d+))?\/(price|stock|stockChange|onSale|backorder|tierPrices|brand|categories|tags)(?:\/\d+(?:\/\w+)?)?$/.exec(
      pointer,
    ) ?? []
  const change = changes[Number(at)]
  const variant = variantAt === undefined ? { id: 0 } : change?.variants?.[Number(variantAt)]
  if (!change || !variant) return null
  return { productId: change.id, variantId: variant.id, field: field === 'stockChange' ? 'stock' : field }
}

/** @param {Errors} errors @param {Place} place @param {ApiError} error */
function addError(errors, { productId, variantId, field }, error) {
  const ofProduct = errors[productId] ?? {}
  const ofItem = ofProduct[variantId] ?? {}
  errors[productId] = { ...ofProduct, [variantId]: { ...ofItem, [field]: [...(ofItem[field] ?? []), error] } }
}

/**
 * The body that puts former values back. A stock gets the difference back, so that orders which came in between stay subtracted; one that was
 * below zero is set.
 * @param {readonly Change[]} changes what was applied
 * @param {readonly Product[]} before the products as they were
 * @returns {Change[]}
 */
export function undoOf(changes, before) {
  const byId = new Map(before.map(product => [product.id, product]))
  return changes.flatMap(change => {
    const product = byId.get(change.id)
    if (!product) return []
    const variants = (change.variants ?? []).flatMap(each => {
      const variant = product.variants.find(({ id }) => id === each.id)
      return variant ? [{ id: each.id, ...formerValues(each, variant) }] : []
    })
    return [
      {
        id: change.id,
        ...formerValues(change, product),
        ...formerTerms(change, product),
        ...(variants.length > 0 && { variants }),
      },
    ]
  })
}

/** What the changed fields of the products are, without the stocks, which orders change, too. @param {readonly Change[]} changes @param {readonly Product[]} products */
export function setFields(changes, products) {
  const ofItem = (/** @type {Values} */ { stock: _, stockChange: __, ...fields }) => fields
  return undoOf(changes, products).map(({ variants = [], ...own }) => [ofItem(own), variants.map(ofItem)])
}

/** @param {Values} applied @param {Item} item @returns {Values} */
function formerValues({ price, stock, stockChange, onSale, backorder, tierPrices }, item) {
  return {
    ...(price !== undefined && { price: item.price }),
    ...(onSale !== undefined && { onSale: item.onSale }),
    ...(backorder !== undefined && { backorder: item.backorder }),
    ...(tierPrices !== undefined && { tierPrices: item.tierPrices }),
    ...(stockChange !== undefined && { stockChange: negated(stockChange) }),
    ...(stock !== undefined && formerStock(item.stock, String(stock))),
  }
}

/** @param {Values} applied @param {Terms} product @returns {Values} */
function formerTerms({ brand, categories, tags }, product) {
  return {
    ...(brand !== undefined && { brand: product.brand }),
    ...(categories !== undefined && { categories: product.categories }),
    ...(tags !== undefined && { tags: product.tags }),
  }
}

/** @param {number} former @param {string} set @returns {Values} */
function formerStock(former, set) {
  const difference = sumOf(String(former), negated(set))
  return former < 0 || difference === null ? { stock: former } : { stockChange: difference }
}
