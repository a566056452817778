/** The cart of one owner for staff: its owner, what it is priced from, and how it is presented. */

import { explainInactiveOwner } from '../../auth/access.ts'
import { type CartOwner, cartIdOf, customerIdOf, type Owner, parseCartSubject } from '../../auth/identity.ts'
import { cartSubjectRule, subjectRule } from '../../auth/subject.schema.ts'
import type { LoadProducts } from '../../catalog/products.store.ts'
import type { LoadItemStocks } from '../../catalog/stock/item-stocks.store.ts'
import { unknownCustomer } from '../../customers/until-saved.ts'
import { Refusal, refusal } from '../../errors.ts'
import type { Channel } from '../../model/campaign.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { Shop } from '../../shop/shop.ts'
import type { StoredCart } from '../cart.ts'
import type { FindRefusedCode, KeptRefusal } from '../choices/refused-codes.store.ts'
import { presentCart } from '../pricing/cart.document.ts'
import { createCartTextWriter } from '../pricing/cart-text.ts'
import { type ExplainedCart, explainCart } from '../pricing/explain-cart.ts'
import { type PresentedAnswer, presentAnswer } from '../pricing/presented-answer.ts'
import { type ConsistentCart, loadConsistentCart } from '../storage/load-consistent-cart.ts'
import { type OwnerCart, presentOwnerCart } from './carts.document.ts'

/** What the cart of an owner is read from. */
export interface OwnerCartSources {
  /** Reads the stored cart of an owner, active or not; undefined for the cart of an agent that is not living. */
  loadCart: (owner: CartOwner) => Promise<StoredCart | undefined>
  loadShop: LoadShop
  loadProducts: LoadProducts
  loadStocks: LoadItemStocks
  findRefusedCode: FindRefusedCode
}

/** The cart of an owner with what else staff see of it. */
export interface LoadedOwnerCart extends ConsistentCart {
  /** The code that was refused last. */
  refused: KeptRefusal | undefined
}

/** Returns the owner of a path. @throws Refusal 400 for a subject that cannot own a cart */
export function requireOwner(subject: string): CartOwner {
  const owner = parseCartSubject(subject)
  if (owner) return owner
  const detail = `subject must be ${cartSubjectRule}.`
  throw new Refusal({ code: 'parameter_invalid', parameter: 'subject', detail })
}

/** Returns the member or guest of a path. @throws Refusal 400 for the cart of an agent, and for what is no subject */
export function requireReplaceable(subject: string): Owner {
  const owner = parseCartSubject(subject)
  if (owner && owner.kind !== 'ucp') return owner
  throw new Refusal({ code: 'parameter_invalid', parameter: 'subject', detail: `subject must be ${subjectRule}.` })
}

/** Loads the cart of an owner with the shop and the products of one revision. @throws Refusal 404 `customer_not_found`, `cart_not_found` */
export async function loadOwnerCart(
  { loadCart, loadShop, loadProducts, loadStocks, findRefusedCode }: OwnerCartSources,
  owner: CartOwner,
): Promise<LoadedOwnerCart> {
  const reload = async () => {
    const stored = await loadCart(owner)
    if (!stored) throw refusal('cart_not_found')
    return stored
  }
  const loaded = await loadConsistentCart(await reload(), {
    ...{ reload, loadShop, loadProducts },
    loadStocks: items => loadStocks(cartIdOf(owner), items),
  })
  if (owner.kind === 'member' && loaded.stored.customerStatus === null) throw unknownCustomer()
  return { ...loaded, refused: await findRefusedCode(owner) }
}

/** Presents the explained cart of an owner. @param publicUrl the base URL of pictures that Sepet serves itself */
export function presentExplained(
  owner: CartOwner,
  { stored, refused }: Pick<LoadedOwnerCart, 'stored' | 'refused'>,
  { priced, coupon, campaigns }: ExplainedCart,
  { shop, publicUrl }: { shop: Shop; publicUrl: string },
): OwnerCart {
  const cart = {
    subject: cartIdOf(owner),
    // Merged into 0: a customer who is deleted now.
    customerId: customerIdOf(owner) ?? (stored.mergedInto || null),
    changedAt: stored.changedAt,
    cart: presentCart(priced, shop, publicUrl),
    // The choices of a merged guest are the member's now.
    coupon: stored.mergedInto === null ? coupon : null,
    refused,
    campaigns,
  }
  return presentOwnerCart(cart, shop)
}

/** The cart of an owner as staff see it. */
export interface ShownCart {
  document: OwnerCart
  /** The tag that the cart has for its owner; undefined where nobody can write to it. */
  etag: string | undefined
}

/** Shows the cart of an owner. @throws Refusal 404 `customer_not_found`, `cart_not_found` */
export type ShowOwnerCart = (owner: CartOwner, channel: Channel) => Promise<ShownCart>

/** What the view of a cart needs besides. */
export interface OwnerCartViewSources extends OwnerCartSources {
  /** The base URL of pictures that Sepet serves itself. */
  publicUrl: string
  /** Returns the tag of an answer. */
  tagOf: (answer: PresentedAnswer) => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function. */
export function createOwnerCartView(sources: OwnerCartViewSources): ShowOwnerCart {
  const { publicUrl, tagOf, now } = sources
  const writeText = createCartTextWriter(publicUrl)
  return async (owner, channel) => {
    const loaded = await loadOwnerCart(sources, owner)
    const { stored, cart, snapshot } = loaded
    const explained = explainCart({ cart, snapshot }, { now: now(), channel })
    const { shop } = snapshot
    const document = presentExplained(owner, loaded, explained, { shop, publicUrl })
    const isWritable = owner.kind !== 'ucp' && explainInactiveOwner(owner, stored) === undefined
    const etag = isWritable ? tagOf(presentAnswer(explained.priced, { shop, writeText, publicUrl })) : undefined
    return { document, etag }
  }
}
