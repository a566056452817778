/** Prices the cart of one owner as if a promotion were saved. All that it is given reads; nothing that it is given writes. */

import { type CartOwner, customerIdOf } from '../../auth/identity.ts'
import { keyAsOf, type OwnerKey } from '../../auth/owner-key.ts'
import { unknownCustomer } from '../../customers/until-saved.ts'
import { Refusal } from '../../errors.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import type { Stored } from '../../promotions/admin/saved-promotion.ts'
import type { ReadPreview, SentPromotion } from '../../promotions/admin/sent-promotion.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { promotionDocument } from '../../shop-file/promotion-document.ts'
import { explainCart } from '../pricing/explain-cart.ts'
import { type Occasion, priceCart } from '../pricing/price-cart.ts'
import type { StoredCart } from '../cart.ts'
import type { JudgedShopper } from './judgement.ts'
import { loadOwnerCart, type OwnerCartSources, presentExplained } from './owner-cart.ts'
import { type PromotionPreview, presentPreview } from './preview.document.ts'
import type { UnsavedKey, UnsavedUses } from './unsaved-uses.store.ts'
import { type UnsavedPromotion, withoutPromotion, withPromotion } from './with-promotion.ts'

/** What previews are made from. */
export interface PreviewSources extends OwnerCartSources {
  /** Counts the uses under the key of a promotion, without the hold of the owner's cart. */
  countUses: (owner: OwnerKey, key: UnsavedKey, now: number) => Promise<UnsavedUses>
  /** Reads a cart with the data of the customer whom the key names. */
  loadCartAsOf: (key: OwnerKey) => Promise<StoredCart>
  /** Finds the id of the customer with an email. */
  findCustomerId: (email: string) => Promise<number | null>
  /** @throws Refusal 409 `campaign_in_use` when coupons are bound to the campaign */
  requireUnbound: (campaignId: number, pointer: string) => Promise<void>
  publicUrl: string
}

/** What a preview is asked. */
export interface AskedPreview extends Occasion {
  owner: CartOwner
  /** Whom the promotion is judged for; undefined for the owner of the cart. */
  shopper: JudgedShopper | undefined
  /** As of which uses count and holds live, in milliseconds since the epoch. */
  countedAt: number
}

/**
 * Previews a promotion in the cart of an owner.
 * @throws Refusal 404 `customer_not_found`, `cart_not_found`, 409 `campaign_in_use`, 422 `field_invalid` for a customer who does not exist
 */
export async function previewPromotion(
  sources: PreviewSources,
  { promotion: sent, warnings }: ReadPreview,
  { owner, shopper, countedAt, ...occasion }: AskedPreview,
): Promise<PromotionPreview> {
  const customerId = await findJudged(sources, owner, shopper)
  const loaded = await loadOwnerCart({ ...sources, loadCart: loaderAsOf(sources, customerId) }, owner)
  const { cart, snapshot } = loaded
  await requireBindings(sources, sent, snapshot)
  const uses = isCounted(sent) ? await sources.countUses(keyAsOf(owner, customerId), keyOf(sent), countedAt) : undefined
  const promotion = asStored(sent, snapshot, uses)
  const from = { cart, snapshot }
  const explained = explainCart(withPromotion(from, promotion, uses), occasion)
  const without = withoutPromotion(from, promotion)
  const compared = { with: explained.priced, without: priceCart(without.cart, without.snapshot, occasion) }
  const { shop } = snapshot
  const document = presentExplained(owner, loaded, explained, { shop, publicUrl: sources.publicUrl })
  return presentPreview(document, promotion, compared, { shop, warnings, at: occasion.now, customerId })
}

/** Finds the customer for whom a promotion is judged; null for a guest. Agents' carts have guests' prices. */
async function findJudged(
  { findCustomerId }: PreviewSources,
  owner: CartOwner,
  shopper: JudgedShopper | undefined,
): Promise<number | null> {
  if (!shopper) return customerIdOf(owner)
  const customerId = 'email' in shopper ? await findCustomerId(shopper.email) : shopper.customerId
  if (owner.kind !== 'ucp' || customerId === null) return customerId
  const name = 'email' in shopper ? 'email' : 'customerId'
  const detail = `${name} must be left out for the cart of a shopping agent, which has the prices of guests.`
  throw new Refusal({ code: 'field_invalid', pointer: `/${name}`, detail })
}

/** Returns the function that reads the cart of an owner with the data of a customer, or of a guest, in the place of the owner's. */
function loaderAsOf({ loadCart, loadCartAsOf }: PreviewSources, customerId: number | null): PreviewSources['loadCart'] {
  return async owner => {
    const own = await loadCart(owner)
    if (!own || customerId === customerIdOf(owner)) return own
    if (owner.kind === 'member' && own.customerStatus === null) throw unknownCustomer()
    const judged = await loadCartAsOf(keyAsOf(owner, customerId))
    if (customerId !== null && judged.customerStatus === null) throw unknownJudged()
    return { ...judged, customerStatus: own.customerStatus }
  }
}

function unknownJudged(): Refusal {
  return new Refusal({
    code: 'field_invalid',
    pointer: '/customerId',
    detail: 'customerId must be the id of a customer.',
  })
}

/** Refuses what a write refuses: a campaign that would leave the coupons that are bound to it without one. */
async function requireBindings(
  { requireUnbound }: PreviewSources,
  { kind, record }: SentPromotion,
  { campaigns }: ShopSnapshot,
): Promise<void> {
  if (kind !== 'campaign' || record.couponBound) return
  if (campaigns.some(({ id, couponBound }) => id === record.id && couponBound)) {
    await requireUnbound(record.id, '/campaign/couponBound')
  }
}

/** Whether what a promotion gives depends on its uses, or on the orders of the customer. */
function isCounted({ record }: SentPromotion): boolean {
  const { usageLimit, usageLimitPerCustomer = null, audience } = record
  return usageLimit !== null || usageLimitPerCustomer !== null || audience?.firstOrder === true
}

function keyOf({ kind, record }: SentPromotion): UnsavedKey {
  return kind === 'coupon'
    ? { foldedCode: foldCouponCode(record.code), campaignId: null }
    : { foldedCode: null, campaignId: record.id }
}

/** The promotion as a write would store it: a count of uses that the body leaves out is the stored one. */
function asStored(sent: SentPromotion, { campaigns }: ShopSnapshot, uses: UnsavedUses | undefined): UnsavedPromotion {
  if (sent.kind === 'coupon') {
    const usageCount = sent.record.usageCount ?? uses?.couponUsageCount ?? 0
    return { kind: 'coupon', record: storedForm<'coupons'>({ ...sent.record, usageCount }) }
  }
  const before = campaigns.find(({ id }) => id === sent.record.id)
  const usageCount = sent.record.usageCount ?? before?.usageCount ?? 0
  return { kind: 'campaign', record: storedForm<'campaigns'>({ ...sent.record, usageCount }) }
}

function storedForm<S extends keyof Stored>(record: Stored[S]): Stored[S] {
  return JSON.parse(promotionDocument(record)) as Stored[S]
}
