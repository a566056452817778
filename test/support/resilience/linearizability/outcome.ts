/** Responses in the form of the model. */

import type { ShownCart } from '../../cart/cart.ts'
import type { Answer } from '../../service/service.ts'
import type { Outcome, ShownStock } from './actions.ts'
import { showCart } from './model.ts'
import type { ShortLine } from './stock.ts'

/** The name of an item in the model. */
export function itemOf({ productId, variantId }: { productId: number; variantId: number | null }): string {
  return variantId === null ? `${productId}` : `${productId}-${variantId}`
}

/** A cart to check; the line that a repeated add names may have been merged into another, or removed. */
export function comparable({ meta, ...document }: ShownCart, answer: Answer): ShownCart {
  return meta === undefined || isReplayed(answer) ? document : { ...document, meta }
}

function isReplayed({ headers }: Answer): boolean {
  return headers.has('idempotency-replayed')
}

/** @returns the result of a response, in the form of the model */
export function outcomeOf(answer: Answer): Outcome {
  const { status, json, text } = answer
  const { errors, data: checkout } = (json ?? {}) as { errors?: ShownError[]; data?: ShownCheckout }
  const code = errors?.[0]?.code ?? checkout?.state
  const document = cartIn(answer)
  const short = errors?.[0]?.meta?.items?.map(toShortLine)
  const isOverStock = checkout?.overStock
  const returned = checkout?.returns?.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  const told = {
    status,
    ...(code !== undefined && { code }),
    ...(short && { short }),
    ...(isOverStock !== undefined && { isOverStock }),
    ...(returned !== undefined && { returned }),
  }
  if (!document)
    return { ...told, shown: status >= 500 ? text : '', affected: '', ...(isReplayed(answer) && { isReplayed: true }) }
  // The stocks of a held cart are those that it had when it was priced.
  const stocks = checkout?.cart ? undefined : stocksIn(document)
  return { ...told, ...shownIn(document), ...(stocks && { stocks }), isReplayed: isReplayed(answer) }
}

interface ShownError {
  code: string
  meta?: { items?: { productId: number; variantId: number | null; requested: number; available: number }[] }
}

type ShownCheckout = {
  state?: string
  overStock?: boolean
  cart?: ShownCart
  returns?: { lines: { quantity: number }[] }[]
}

function toShortLine({ requested, available, ...item }: NonNullable<ShownItems>[number]): ShortLine {
  return [itemOf(item), requested, available]
}

type ShownItems = NonNullable<ShownError['meta']>['items']

function stocksIn({ included }: ShownCart): Record<string, ShownStock> {
  return Object.fromEntries(
    included.map(({ attributes, meta }) => [
      itemOf(attributes),
      { stock: attributes.stock, available: meta?.available, isForSale: attributes.availableForSale },
    ]),
  )
}

/** @returns the cart of a response: its own, that of a checkout, or that of a refused hold */
export function cartIn({ status, json }: Answer): ShownCart | undefined {
  if (json === undefined || status >= 500) return undefined
  const { data, errors } = json as { data?: { cart?: ShownCart }; errors?: { meta?: { cart?: ShownCart } }[] }
  // A return has no cart.
  if (data && 'restock' in data) return undefined
  return errors ? errors[0]?.meta?.cart : (data?.cart ?? (json as ShownCart))
}

/** @returns a cart in the form of the model */
function shownIn({ data, included, meta }: ShownCart): Pick<Outcome, 'shown' | 'affected' | 'isRefusedCode'> {
  const { appliedCoupon, appliedCampaign } = data.attributes
  const lines = included.map(({ id, attributes }) => ({ ...attributes, id, item: itemOf(attributes) }))
  const coupon = data.meta?.coupon
  const isRefusedCode = coupon?.reason === 'unknown'
  const unapplied = isRefusedCode ? undefined : coupon?.code
  const cart = { lines, coupon: appliedCoupon?.code ?? unapplied ?? null, campaign: appliedCampaign?.id ?? null }
  return { shown: showCart(cart), affected: meta?.affectedItemId ?? '', isRefusedCode }
}
