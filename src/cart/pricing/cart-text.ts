/** The JSON text of carts: what the schema's serialiser writes, for less, since a line has most of its text from its item. */

import { imageUrl } from '../../catalog/image-url.ts'
import type { ItemText, Product, Variant } from '../../catalog/product.ts'
import { stockIncrementOf } from '../../catalog/stock-increment.ts'
import { type Currency, type Decimal, zero } from '../../money/money.ts'
import type { Shop } from '../../shop/shop.ts'
import { presentAttributes } from './cart.document.ts'
import type { CouponMeta } from './cart-answer.document.ts'
import type { PricedCart, PricedLine } from './price-cart.ts'
import { presentCartVat } from './vat.document.ts'
import type { LineVat } from './vat.ts'

const KEPT = 20_000
const NO_NOTES = '"orderNote":null,"giftNote":null,"giftPackage":false'

/**
 * Returns the text of a cart's document without its last brace, so that `meta` can follow without another copy.
 * @param coupon the chosen coupon, where it does not apply
 */
export type WriteCartText = (cart: PricedCart, shop: Shop, coupon: CouponMeta | undefined) => string

/**
 * Creates the function. Items keep their texts: the 20,000 whose texts were written last, about 8 MB.
 * @param publicUrl the base URL of pictures that Sepet serves itself
 */
export function createCartTextWriter(publicUrl: string): WriteCartText {
  const kept: (Product | Variant)[] = []
  let written = 0
  /** The writer for the shop of the latest cart. */
  let lines: { shop: Shop; write: WriteLine } | undefined

  const itemTextOf = (line: PricedLine, { imageBaseUrl }: Shop): ItemText => {
    const item = line.variant ?? line.product
    if (item.text?.imageBaseUrl === imageBaseUrl) return item.text
    const oldest = kept[written % KEPT]
    if (oldest) oldest.text = undefined
    kept[written++ % KEPT] = item
    item.text = writeItem(line, imageBaseUrl, publicUrl)
    return item.text
  }

  return (cart, shop, coupon) => {
    if (lines?.shop !== shop) lines = { shop, write: createLineWriter(shop) }
    const { write } = lines
    let [references, included] = ['', '']
    for (const [index, line] of cart.lines.entries()) {
      const comma = included === '' ? '' : ','
      const start = `${comma}{"type":"cart-items","id":${JSON.stringify(line.id)}`
      references += `${start}}`
      included += `${start}${write(line, itemTextOf(line, shop), cart.totals?.vat.lines[index])}`
    }
    const attributes = JSON.stringify(presentAttributes(cart, shop))
    const meta = writeMeta(cart.totals && presentCartVat(cart.totals.vat, shop), coupon)
    return `{"data":{"type":"carts","id":"me","attributes":${attributes},"relationships":{"items":{"data":[${references}]}}${meta}},"included":[${included}]`
  }
}

function writeMeta(vat: object | null, coupon: CouponMeta | undefined): string {
  return vat || coupon ? `,"meta":${JSON.stringify({ ...(vat && { vat }), ...(coupon && { coupon }) })}` : ''
}

function writeItem(
  { product, productId, variantId, stock }: PricedLine,
  imageBaseUrl: string | null,
  publicUrl: string,
): ItemText {
  const image = imageUrl(product.image, imageBaseUrl, publicUrl)
  const { name, vatRate, stockUnit } = product
  const unit = inOnePiece(',"stockUnit":', quoted(stockUnit), ',"stockIncrement":', stockIncrementOf(product), '}')
  return {
    imageBaseUrl,
    ids: inOnePiece(',"attributes":{"productId":', productId, ',"variantId":', String(variantId), ',"quantity":'),
    name: inOnePiece(',"productName":', quoted(name), ',"image":', quoted(image), ',"availableForSale":'),
    vatRate: inOnePiece(',"vatRate":', vatRate, ','),
    stock: inOnePiece(',"stock":', stock.toNumber(), unit),
    unit,
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** Joins the parts of a text that is kept: `+` would keep each of them, and every use would walk them. */
function inOnePiece(...parts: (string | number)[]): string {
  return parts.join('')
}

type WriteLine = (line: PricedLine, item: ItemText, vat: LineVat | undefined) => string

/**
 * Creates the writer of a cart's lines, without their beginning. What stands between two values is one text for all lines: fewer parts are
 * joined.
 */
function createLineWriter({ currencyCode, decimalPlaces }: Currency): WriteLine {
  const money = inOnePiece('","currencyCode":', quoted(currencyCode), ',"decimalPlaces":', decimalPlaces, '}')
  const next = (name: string) => inOnePiece(money, ',"', name, '":{"amount":"')
  const [lineTotal, lineTotalWithVat, vatAmount] = [next('lineTotal'), next('lineTotalWithVat'), next('vatAmount')]
  const vatStart = ',"meta":{"vat":{"unitPriceWithVat":{"amount":"'
  const coupon = inOnePiece(money, ',"discount":{"coupon":{"amount":"')
  const [campaign, total] = [next('campaign'), next('total')]
  const payable = inOnePiece(money, '},"payable":{"amount":"')
  const nothing = zero.toFixed(decimalPlaces)
  const noDiscount = inOnePiece(coupon, nothing, campaign, nothing, total, nothing, payable)
  const [end, endOfVat] = [inOnePiece(money, '}}}'), inOnePiece(money, '},"available":')]
  const amount = (value: Decimal) => value.toFixed(decimalPlaces)

  const writeVat = (line: PricedLine, vat: LineVat): string => {
    const withVat = amount(vat.lineTotalWithVat)
    const rest = line.available === null ? end : `${endOfVat}${line.available.toNumber()}}}`
    const start = `${vatStart}${amount(line.unitPriceWithVat)}${lineTotalWithVat}${withVat}${vatAmount}${amount(vat.vatAmount)}`
    if (vat.payable === vat.lineTotalWithVat) return `${start}${noDiscount}${withVat}${rest}`
    const { couponShare, campaignShare } = vat
    const shares = `${coupon}${amount(couponShare)}${campaign}${amount(campaignShare)}${total}${amount(couponShare.plus(campaignShare))}`
    return `${start}${shares}${payable}${amount(vat.payable)}${rest}`
  }

  return (line, item, vat) =>
    `${item.ids}${line.quantity}${item.name}${line.availableForSale},"unitPrice":{"amount":"${amount(line.unitPrice)}${lineTotal}${amount(line.lineTotal)}${money}${item.vatRate}${writeNotes(line)}${line.available === null ? item.stock : writeStock(line, item)}${vat ? writeVat(line, vat) : '}'}`
}

/** The stock as of now: the kept text has that of a revision of the shop. */
function writeStock({ stock }: PricedLine, { unit }: ItemText): string {
  return `,"stock":${stock.toNumber()}${unit}`
}

function writeNotes({ orderNote, giftNote, giftPackage }: PricedLine): string {
  if (orderNote === null && giftNote === null && !giftPackage) return NO_NOTES
  return `"orderNote":${JSON.stringify(orderNote)},"giftNote":${JSON.stringify(giftNote)},"giftPackage":${giftPackage}`
}
