/** Replacing a cart for its owner, by staff or by a program: reads and checks the body, judges the code, and writes if the shop has not changed. */

import type { Static } from 'typebox'
import type { Owner } from '../../auth/identity.ts'
import { Refusal, type Violation } from '../../errors.ts'
import type { Channel } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { judgeEntry } from '../../promotions/judge-coupon.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import type { FindEnteredCoupon } from '../choices/entered-coupon.store.ts'
import { promotionContextOf } from '../pricing/price-cart.ts'
import { type CartContent, explainLines, linesOf } from '../content/cart-content.ts'
import type { CartReplacer, NewContent } from './replace-cart.store.ts'

interface Sources {
  findEnteredCoupon: FindEnteredCoupon
  /** Loads the newest snapshot of the shop. */
  loadShop: () => Promise<ShopSnapshot>
  /** Maximum number of lines of a cart. */
  maxLines: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Whose cart is replaced, and where its code is judged. */
interface Reader {
  owner: Owner
  channel: Channel
}

/**
 * Replaces the content of a cart.
 * @param replacer writes under the precondition of the request
 * @throws Refusal 422 with every violation; nothing is written then. 503 `cart_busy` or `database_busy`
 */
export type ReplaceCart = (replacer: CartReplacer, reader: Reader, body: Static<typeof CartContent>) => Promise<void>

/** Creates the function. */
export function createReplaceCart(sources: Sources): ReplaceCart {
  const { findEnteredCoupon, loadShop, maxLines, now } = sources

  /** @returns the violation of a code that is refused; undefined where the shop has changed */
  async function judge(code: string, { owner, channel }: Reader, snapshot: ShopSnapshot) {
    const entered = await findEnteredCoupon(owner, foldCouponCode(code))
    if (entered.shopRevision !== snapshot.revision) return undefined
    const refused = judgeEntry(code, promotionContextOf(entered, [], snapshot, { now: now(), channel }))
    return refused ? [refusalOf(refused)] : []
  }

  return async (replacer, reader, body) => {
    const lines = linesOf(body)
    const { couponCode: code } = body
    await retryOnImport(async () => {
      const snapshot = await loadShop()
      const refused = code ? await judge(code, reader, snapshot) : []
      if (!refused) return undefined
      const violations = [...explainLines(lines, maxLines, snapshot.shop.settings), ...refused]
      if (violations.length > 0) throw new Refusal(violations)
      const isWritten = await replacer.replace(reader.owner, {
        lines,
        coupon: couponOf(code),
        shopRevision: dependsOnShop(body) ? snapshot.revision : null,
      })
      return isWritten ? {} : undefined
    })
  }
}

function couponOf(code: string | null | undefined): NewContent['coupon'] {
  return typeof code === 'string' ? { foldedCode: foldCouponCode(code), enteredCode: code } : code
}

/** Whether the body was checked against what an import may change: a coupon, or the lengths of notes. */
function dependsOnShop({ couponCode, lines }: Static<typeof CartContent>): boolean {
  return Boolean(couponCode) || lines.some(({ orderNote, giftNote }) => orderNote || giftNote)
}

function refusalOf({ reason, detail }: { reason: string; detail: string }): Violation {
  return { code: 'field_invalid', pointer: '/couponCode', detail, meta: { reason } }
}
