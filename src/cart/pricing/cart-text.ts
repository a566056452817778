/** The JSON text of carts: what the schema's serialiser writes, for less, since a line has most of its text from its item. */

import type { Product, Variant } from '../../catalog/product.ts'
import type { Shop } from '../../shop/shop.ts'
import { presentAttributes, presentMeta } from './cart.document.ts'
import type { CouponMeta } from './cart-answer.document.ts'
import type { CartSelection } from './cart-selection.ts'
import type { ShownLine } from './line-fields.ts'
import { compileLineForm, type LineForm } from './line-form.ts'
import type { PricedCart } from './price-cart.ts'
import { presentSelectedLines, presentSparseData } from './sparse-cart.document.ts'

const KEPT = 20_000

/**
 * Returns the text of a cart's document without its last brace, so that `meta` can follow without another copy.
 * @param coupon the chosen coupon, where it does not apply
 * @param selection the fields to show; all by default
 */
export type WriteCartText = (
  cart: PricedCart,
  shop: Shop,
  coupon: CouponMeta | undefined,
  selection?: CartSelection,
) => string

/**
 * Creates the function. Items keep their texts: the 20,000 whose texts were written last, about 10 MB.
 * @param publicUrl the base URL of pictures that Sepet serves itself
 */
export function createCartTextWriter(publicUrl: string): WriteCartText {
  const kept: (Product | Variant)[] = []
  let written = 0
  let form: LineForm | undefined

  const itemTextOf = (shownLine: ShownLine, current: LineForm): readonly string[] => {
    const item = shownLine.line.variant ?? shownLine.line.product
    if (item.text?.form === current) return item.text.texts
    const oldest = kept[written % KEPT]
    if (oldest) oldest.text = undefined
    kept[written++ % KEPT] = item
    const texts = current.writeItem(shownLine)
    item.text = { form: current, texts }
    return texts
  }

  const writeLines = (cart: PricedCart, shop: Shop) => {
    if (!form || !isWrittenAlike(form.shown.shop, shop)) form = compileLineForm({ shop, publicUrl })
    let [references, included] = ['', '']
    const vats = cart.totals?.vat.lines ?? []
    for (const [index, line] of cart.lines.entries()) {
      const shownLine: ShownLine = { line, vat: vats[index] as ShownLine['vat'] }
      const start = `${index === 0 ? '' : ','}{"type":"cart-items","id":${quoted(line.id)}`
      references += `${start}}`
      included += `${start}${form.write(shownLine, itemTextOf(shownLine, form))}`
    }
    return { references, included }
  }

  return (cart, shop, coupon, selection) => {
    const shown = { shop, publicUrl }
    if (selection) {
      const data = JSON.stringify(presentSparseData(cart, selection, shown, coupon))
      const lines = presentSelectedLines(cart, selection, shown)
      return `{"data":${data},"included":${lines ? JSON.stringify(lines) : `[${writeLines(cart, shop).included}]`}`
    }
    const { references, included } = writeLines(cart, shop)
    const attributes = JSON.stringify(presentAttributes(cart, shown))
    const meta = writeMeta(presentMeta(cart, shown), coupon)
    return `{"data":{"type":"carts","id":"me","attributes":${attributes},"relationships":{"items":{"data":[${references}]}}${meta}},"included":[${included}]`
  }
}

/** Quotes a text; one that needs no escapes for less than `JSON.stringify`. */
function quoted(text: string): string {
  return /^[\w-]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}

function writeMeta(meta: object | null | undefined, coupon: CouponMeta | undefined): string {
  return meta || coupon ? `,"meta":${JSON.stringify({ ...meta, ...(coupon && { coupon }) })}` : ''
}

function isWrittenAlike(a: Shop, b: Shop): boolean {
  return a.imageBaseUrl === b.imageBaseUrl && a.currencyCode === b.currencyCode && a.decimalPlaces === b.decimalPlaces
}
