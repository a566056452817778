/** Prices the cart of one owner as if a promotion were saved. All that it is given reads; nothing that it is given writes. */

import type { CartOwner } from '../../auth/identity.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import type { Stored } from '../../promotions/admin/saved-promotion.ts'
import type { ReadPreview, SentPromotion } from '../../promotions/admin/sent-promotion.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { promotionDocument } from '../../shop-file/promotion-document.ts'
import { explainCart } from '../pricing/explain-cart.ts'
import { type Occasion, priceCart } from '../pricing/price-cart.ts'
import { loadOwnerCart, type OwnerCartSources, presentExplained } from './owner-cart.ts'
import { type PromotionPreview, presentPreview } from './preview.document.ts'
import type { UnsavedKey, UnsavedUses } from './unsaved-uses.store.ts'
import { type UnsavedPromotion, withoutPromotion, withPromotion } from './with-promotion.ts'

/** What previews are made from. */
export interface PreviewSources extends OwnerCartSources {
  /** Counts the uses under the key of a promotion, without the hold of the owner's cart. */
  countUses: (owner: CartOwner, key: UnsavedKey, now: number) => Promise<UnsavedUses>
  /** @throws Refusal 409 `campaign_in_use` when coupons are bound to the campaign */
  requireUnbound: (campaignId: number, pointer: string) => Promise<void>
  publicUrl: string
}

/**
 * Previews a promotion in the cart of an owner.
 * @throws Refusal 404 `customer_not_found`, `cart_not_found`, 409 `campaign_in_use`
 */
export async function previewPromotion(
  sources: PreviewSources,
  owner: CartOwner,
  { promotion: sent, warnings }: ReadPreview,
  occasion: Occasion,
): Promise<PromotionPreview> {
  const loaded = await loadOwnerCart(sources, owner)
  const { cart, snapshot } = loaded
  await requireBindings(sources, sent, snapshot)
  const uses = isCounted(sent) ? await sources.countUses(owner, keyOf(sent), occasion.now) : undefined
  const promotion = asStored(sent, snapshot, uses)
  const from = { cart, snapshot }
  const explained = explainCart(withPromotion(from, promotion, uses), occasion)
  const without = withoutPromotion(from, promotion)
  const compared = { with: explained.priced, without: priceCart(without.cart, without.snapshot, occasion) }
  const { shop } = snapshot
  const document = presentExplained(owner, loaded, explained, { shop, publicUrl: sources.publicUrl })
  return presentPreview(document, promotion, compared, { shop, warnings })
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
