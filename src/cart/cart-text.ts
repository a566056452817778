/** The JSON text of carts: what the schema's serialiser writes, for less, since a line has most of its text from its item. */

import { imageUrl } from '../catalog/image-url.ts'
import type { ItemText, Product, Variant } from '../catalog/product.ts'
import { stockIncrementOf } from '../catalog/stock-increment.ts'
import type { Currency } from '../money/money.ts'
import type { Shop } from '../shop/shop.ts'
import { presentAttributes } from './cart.document.ts'
import type { PricedCart, PricedLine } from './price-cart.ts'

const KEPT = 20_000
const NO_NOTES = '"orderNote":null,"giftNote":null,"giftPackage":false'

/** Returns the text of a cart's document without its last brace, so that `meta` can follow without another copy. */
export type WriteCartText = (cart: PricedCart, shop: Shop) => string

/**
 * Creates the function. Items keep their texts: the 20,000 whose texts were written last, about 8 MB.
 * @param publicUrl the base URL of pictures that Sepet serves itself
 */
export function createCartTextWriter(publicUrl: string): WriteCartText {
  const kept: (Product | Variant)[] = []
  let written = 0

  const itemTextOf = (line: PricedLine, { imageBaseUrl }: Shop): ItemText => {
    const item = line.variant ?? line.product
    if (item.text?.imageBaseUrl === imageBaseUrl) return item.text
    const oldest = kept[written % KEPT]
    if (oldest) oldest.text = undefined
    kept[written++ % KEPT] = item
    item.text = writeItem(line, imageBaseUrl, publicUrl)
    return item.text
  }

  return (cart, shop) => {
    const money = `","currencyCode":${JSON.stringify(shop.currencyCode)},"decimalPlaces":${shop.decimalPlaces}}`
    let [references, included] = ['', '']
    for (const line of cart.lines) {
      const comma = included === '' ? '' : ','
      const start = `${comma}{"type":"cart-items","id":${JSON.stringify(line.id)}`
      references += `${start}}`
      included += `${start}${writeLine(line, itemTextOf(line, shop), shop, money)}`
    }
    const attributes = JSON.stringify(presentAttributes(cart, shop))
    return `{"data":{"type":"carts","id":"me","attributes":${attributes},"relationships":{"items":{"data":[${references}]}}},"included":[${included}]`
  }
}

function writeItem(
  { product, productId, variantId, stock }: PricedLine,
  imageBaseUrl: string | null,
  publicUrl: string,
): ItemText {
  const image = imageUrl(product.image, imageBaseUrl, publicUrl)
  const { name, vatRate, stockUnit } = product
  return {
    imageBaseUrl,
    ids: inOnePiece(',"attributes":{"productId":', productId, ',"variantId":', String(variantId), ',"quantity":'),
    name: inOnePiece(',"productName":', quoted(name), ',"image":', quoted(image), ',"availableForSale":'),
    vatRate: inOnePiece(',"vatRate":', vatRate, ','),
    stock: inOnePiece(
      ...[',"stock":', stock.toNumber(), ',"stockUnit":', quoted(stockUnit)],
      ...[',"stockIncrement":', stockIncrementOf(product), '}}'],
    ),
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** Joins the parts of a text that is kept: `+` would keep each of them, and every use would walk them. */
function inOnePiece(...parts: (string | number)[]): string {
  return parts.join('')
}

/** @param money the end of an amount: its currency */
function writeLine(line: PricedLine, item: ItemText, { decimalPlaces }: Currency, money: string): string {
  const unitPrice = line.unitPrice.toFixed(decimalPlaces)
  const lineTotal = line.lineTotal.toFixed(decimalPlaces)
  return `${item.ids}${line.quantity}${item.name}${line.availableForSale},"unitPrice":{"amount":"${unitPrice}${money},"lineTotal":{"amount":"${lineTotal}${money}${item.vatRate}${writeNotes(line)}${item.stock}`
}

function writeNotes({ orderNote, giftNote, giftPackage }: PricedLine): string {
  if (orderNote === null && giftNote === null && !giftPackage) return NO_NOTES
  return `"orderNote":${JSON.stringify(orderNote)},"giftNote":${JSON.stringify(giftNote)},"giftPackage":${giftPackage}`
}
