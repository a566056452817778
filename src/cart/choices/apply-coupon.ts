/** Applying a coupon code: decides whether the code may be stored, writes if the shop has not changed meanwhile, and reads the cart. */

import { foldCouponCode } from '../../model/coupon-code.ts'
import { judgeEntry, type RefusedCoupon } from '../../promotions/judge-coupon.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { PresentedAnswer } from '../pricing/presented-answer.ts'
import { promotionContextOf } from '../pricing/price-cart.ts'
import type { CartReader, PresentedCart, ReadCart } from '../read-cart.ts'
import type { ChoicesStore, RefusedCode } from './choices.store.ts'
import type { EnteredCoupon, FindEnteredCoupon } from './entered-coupon.store.ts'

/** The cart after a code was entered, the answer, which names a refused code, and whether the coupon is one that the customer may know. */
export interface AppliedCode {
  read: PresentedCart
  answer: PresentedAnswer
  isKnown: boolean
}

/**
 * Stores a code unless it is refused for a reason that neither the cart nor a login can remove. A refused code removes the earlier
 * coupon, and only this answer names it to the shopper; the staff see it with the cart for a day.
 * @param code as it was sent
 * @throws Refusal 401 for an inactive owner; 503 `database_busy` or `cart_busy`
 */
export type ApplyCoupon = (reader: CartReader, code: string) => Promise<AppliedCode>

interface Sources {
  findEnteredCoupon: FindEnteredCoupon
  choices: ChoicesStore
  readCart: ReadCart
  loadShop: LoadShop
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that applies codes. */
export function createCouponApplier({ findEnteredCoupon, choices, readCart, loadShop, now }: Sources): ApplyCoupon {
  return (reader, code) =>
    retryOnImport(async () => {
      const foldedCode = foldCouponCode(code)
      const entered = await findEnteredCoupon(reader.owner, foldedCode)
      const snapshot = await loadShop(entered.shopRevision)
      if (snapshot.revision !== entered.shopRevision) return undefined
      const refused = judgeEntry(
        code,
        promotionContextOf(entered, [], snapshot, { now: now(), channel: reader.channel }),
      )
      const choice = refused ? null : { foldedCode, enteredCode: code }
      const isSaved = await choices.saveCoupon(reader.owner, choice, snapshot.revision, forStaff(refused, entered))
      const read = await readCart(reader)
      if (!isSaved) return undefined
      return {
        read,
        answer: refused ? read.answer.withRefused(refused) : read.answer,
        isKnown: refused?.reason !== 'unknown',
      }
    })
}

/** What the cart keeps for the staff: the shopper is not told that a coupon is for others. Codes that no coupon has are guesses or typing errors, and not kept. */
function forStaff(refused: RefusedCoupon | null, { coupon }: EnteredCoupon): RefusedCode | null {
  if (!refused || !coupon) return null
  return { code: coupon.code, reason: refused.reason === 'unknown' ? 'audience' : refused.reason }
}
