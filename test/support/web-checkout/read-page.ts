/** The pages of the web checkout as a shopper reads them: carts of shirts, and the visible text of a page. */

import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import { renderPage } from '../../../src/web-checkout/pages/page.ts'
import type {
  CartAttributes,
  Item,
  Line,
  PageName,
  PageUser,
  ShownCart,
} from '../../../src/web-checkout/pages/page-model.ts'
import { textsIn } from '../../../src/web-checkout/pages/texts/texts.ts'

type CartVat = NonNullable<CartDocument['data']['meta']>['vat']
type LineMeta = Item['meta']

/** All pages. */
export const pages: PageName[] = ['cart', 'checkout', 'orders']
export const lira = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

const shirt: Line = {
  ...{ productId: 1, variantId: null, quantity: 2, productName: 'Keten gömlek', image: 'https://cdn.example/1.png' },
  ...{ availableForSale: true, unitPrice: lira('809.91'), lineTotal: lira('1619.83'), vatRate: 10 },
  ...{ orderNote: null, giftNote: null, giftPackage: false, stock: 9, stockUnit: 'adet', stockIncrement: 1 },
}

export const nothing = lira('0.00')
/** The VAT of a line of {@link cartOf}. */
export const shirtVat: LineMeta['vat'] = {
  ...{ unitPriceWithVat: lira('890.90'), lineTotalWithVat: lira('1781.81'), vatAmount: lira('161.98') },
  ...{ discount: { coupon: nothing, campaign: nothing, total: nothing }, payable: lira('1781.81') },
}
/** The `meta` of a line of {@link cartOf}. */
export const shirtMeta: LineMeta = { sku: 'KG-1', variantName: null, vat: shirtVat }
/** A row of the VAT breakdown. */
export const row = (vatRate: number, net: string, vat: string, total: string) => ({
  vatRate,
  ...{ net: lira(net), vat: lira(vat), total: lira(total) },
})

/** A cart of two shirts a line, with other attributes of its lines, of itself and of its VAT. */
export function cartOf(
  lines: Partial<Line>[],
  attributes: Partial<CartAttributes> = {},
  vat: Partial<CartVat> = {},
): CartDocument {
  const included = lines.map((line, index) => ({
    type: 'cart-items' as const,
    id: String(index),
    attributes: { ...shirt, ...line },
    meta: shirtMeta,
  }))
  const totals = { totalQuantity: 2, subtotal: lira('1619.83'), grandTotal: lira('1781.81'), ...attributes }
  const breakdown = [row(10, '1619.83', '161.98', '1781.81')]
  const meta = { vat: { subtotalWithVat: lira('1781.81'), vatTotal: lira('161.98'), breakdown, ...vat } }
  const relationships = { items: { data: included.map(({ type, id }) => ({ type, id })) } }
  const data = { type: 'carts' as const, id: 'me' as const, attributes: totals, relationships }
  return { data: lines.length === 0 ? data : { ...data, meta }, included }
}

export const { tr, en } = textsIn
/** The HTML of a page. */
export const render = (name: PageName, user: PageUser, t = tr) =>
  renderPage(name, { shopName: 'Ihlamur Avlusu', user }, t)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the visible text of a page: without markup, with single spaces. */
export function read(page: string): string {
  const text = page.replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, ' ')
  return text.replace(/&([^;]+);/g, (_, name) => entities[name] ?? '?').replace(/\s+/g, ' ')
}

/** Returns the visible text of a page that shows a guest's cart. */
export function see(name: PageName, cart: ShownCart, t = tr): string {
  return read(render(name, { identity: 'guest', cart }, t))
}
