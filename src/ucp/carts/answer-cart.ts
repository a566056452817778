/** Answers of the operations on agents' carts, and what a write of them stores. */

import type { UcpOwner } from '../../auth/identity.ts'
import { itemOf } from '../../cart/cart.ts'
import type { ItemKey } from '../../catalog/stock/item-key.ts'
import type { RunInTurn } from '../../db/keyed-queue.ts'
import type { Answer, OperationName, Platform } from '../operation.ts'
import { type AnswerSettings, presentNoCart, presentUcpCart, type ShownItem } from './cart.document.ts'
import type { CartForm } from './cart-form.ts'
import type { LimitCodes } from './code-limit.ts'
import type { KeyedRequest } from './idempotency.sql.ts'
import { cartNotFound, lineError } from './messages.ts'
import type { PricedUcpCart, PriceUcpCart } from './price-ucp-cart.ts'
import type { CartContent, UcpCartStore } from './ucp-carts.store.ts'

/** Names of carts, which `cart-names.crypto.ts` makes. */
export interface CartNames {
  newCartId: () => string
  /** Whether a text has the form of a cart's id. */
  isCartId: (text: string) => boolean
  ownerOfCart: (cartId: string) => UcpOwner
  lineIdOf: (cartId: string, item: ItemKey) => string
  /** Returns the URL at which a buyer goes on with a cart. */
  linkOf: (cartId: string) => string
}

/** What the operations work with. */
export interface CartOperationSources {
  price: PriceUcpCart
  /** Limits the unknown codes that platforms bring. */
  limitCodes: LimitCodes
  store: UcpCartStore
  /** Runs what reads and writes one cart in this process one after the other. @throws Refusal 503 `cart_busy` */
  runInTurn: RunInTurn
  names: CartNames
  /** Returns the digest of a request. */
  hashOf: (operation: OperationName, cartId: string | undefined, body: unknown) => string
  /** Finds the answer to an earlier request with the same key. @throws UcpRefusal `idempotency_key_reused` */
  findAnswer: (request: KeyedRequest, now: number) => Promise<Answer | undefined>
  /** Finds what item ids name; those that name nothing are left out. */
  findItemKeys: (ids: readonly string[]) => Promise<Map<string, ItemKey>>
  /** Loads what names items in answers, by `itemKeyOf`. */
  loadShownItems: (items: readonly ItemKey[]) => Promise<Map<string, ShownItem>>
  settings: AnswerSettings
  /** Life of a cart after its creation or its last update, in milliseconds. */
  ttlMs: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Prices the lines and codes of a request as the whole content of a cart. @throws UcpRefusal `rate_limited` for codes of a platform above its limit */
export async function priceForm(
  { price, limitCodes, names, findItemKeys }: CartOperationSources,
  id: string,
  { lines, codes }: CartForm,
  platform: Platform,
): Promise<PricedUcpCart> {
  const keys = await findItemKeys(lines.map(({ itemId }) => itemId))
  const requested = lines.map(line => ({ ...line, key: keys.get(line.itemId) }))
  return price(names.ownerOfCart(id), {
    lines: requested,
    codes,
    lineIdOf: key => names.lineIdOf(id, key),
    limitCodes: (brought, judge) => limitCodes(platform, brought, judge),
  })
}

/** What a create or an update stores. */
export function contentOf({ cart, codes, at }: PricedUcpCart, { ttlMs }: CartOperationSources): CartContent {
  return { lines: cart.lines, codes, expiresAt: at + ttlMs, now: at }
}

/** Returns the body of an answer with a cart. @param expiresAt undefined for a cart that ends now */
export async function presentPriced(
  { loadShownItems, names, settings }: CartOperationSources,
  id: string,
  priced: PricedUcpCart,
  { platform, expiresAt }: { platform: Platform; expiresAt: number | undefined },
): Promise<Answer['body']> {
  const items = await loadShownItems(priced.cart.lines.map(itemOf))
  const link = expiresAt === undefined ? undefined : { url: names.linkOf(id), expiresAt }
  const { refusals, refused, codes, cart, snapshot } = priced
  const shown = { id, cart, priced: priced.priced, refusals, refused, codes, items, link, shop: snapshot.shop }
  return presentUcpCart(shown, settings, platform)
}

/** Answers that there is no such cart. */
export function answerNotFound({ settings }: CartOperationSources, platform: Platform): Answer {
  return { status: 200, body: presentNoCart([cartNotFound], settings, platform) }
}

/** Answers a request of whose lines none can be taken; undefined for any other. Nothing is written then. */
export function answerNothingTaken(
  { cart, refused }: PricedUcpCart,
  { settings }: CartOperationSources,
  platform: Platform,
): Answer | undefined {
  if (refused.length === 0 || cart.lines.length > 0) return undefined
  const errors = refused.map(each => lineError(each, 'unrecoverable'))
  return { status: 200, body: presentNoCart(errors, settings, platform) }
}
