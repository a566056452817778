/** Coupon and campaign endpoints of the cart (POST and DELETE). */

import Type from 'typebox'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { clientNetworkOf } from '../http/rate-limit/client-network.ts'
import type { RateLimit } from '../http/rate-limit/rate-limit.ts'
import { Id, Text } from '../schema/fields.ts'
import type { ApplyCoupon } from './apply-coupon.ts'
import * as docs from './cart.docs.ts'
import { type CartDependencies, cartConfig } from './cart.routes.ts'
import { CartAnswer } from './cart-answer.document.ts'
import type { ChoicesStore } from './choices.store.ts'

const MAX_CODE_LENGTH = 100
const description = `text of 1 to ${MAX_CODE_LENGTH} characters without U+0000, not only white space`
/** A code is trimmed before it is compared: white space alone is empty. */
const NOT_BLANK = '\\S'

const EnteredCode = Type.Object({
  couponCode: Text({ minLength: 1, maxLength: MAX_CODE_LENGTH, pattern: NOT_BLANK, description }),
})
const ChooseCampaign = Type.Object({ campaignId: Id() })

/** The dependencies of the coupon and campaign endpoints. */
export interface ChoicesDependencies extends CartDependencies {
  choices: ChoicesStore
  applyCoupon: ApplyCoupon
  /** Limits attempts per access token. */
  limitCoupons: RateLimit
  /**
   * Limits attempts with unknown codes per client network: one network can use many tokens. A token that acts for a web session is
   * exempt: its network is the web shop's, and it is counted by its session.
   */
  limitUnknownCoupons: RateLimit
}

/** Registers the coupon and campaign endpoints (specification 4.1). */
export function choicesRoutes(app: App, dependencies: ChoicesDependencies): void {
  const { choices, applyCoupon, readCart, limitCoupons, limitUnknownCoupons } = dependencies
  const response = { 200: CartAnswer }
  const schema = { response }

  app.post(
    '/cart/coupon',
    {
      config: { ...cartConfig, docs: docs.applyCoupon },
      schema: { body: EnteredCode, response },
      onRequest: async ({ rateLimitKey, isActing, ip }) => {
        await limitCoupons(rateLimitKey)
        if (!isActing) await limitUnknownCoupons(clientNetworkOf(ip))
      },
    },
    async ({ owner, body, isActing, ip }) => {
      const { answer, isKnown } = await applyCoupon(owner, body.couponCode)
      // Only unknown codes count: many customers behind one address may apply the same newsletter coupon.
      if (isKnown && !isActing) await limitUnknownCoupons.uncount(clientNetworkOf(ip))
      return answer
    },
  )

  app.delete('/cart/coupon', { config: { ...cartConfig, docs: docs.removeCoupon }, schema }, async ({ owner }) => {
    await choices.saveCoupon(owner, null, null)
    return (await readCart(owner)).answer
  })

  app.post(
    '/cart/campaign',
    { config: { ...cartConfig, docs: docs.chooseCampaign }, schema: { body: ChooseCampaign, response } },
    async ({ owner, body }) => {
      const { document } = await readCart(owner)
      if (!document.data.attributes.campaigns?.some(({ id }) => id === body.campaignId)) throw notListed()
      await choices.saveCampaign(owner, body.campaignId)
      return (await readCart(owner)).answer
    },
  )

  app.delete('/cart/campaign', { config: { ...cartConfig, docs: docs.removeCampaign }, schema }, async ({ owner }) => {
    await choices.saveCampaign(owner, null)
    return (await readCart(owner)).answer
  })
}

function notListed(): Refusal {
  const detail = 'campaignId must be one of the ids in the cart’s campaigns.'
  return new Refusal({ code: 'campaign_not_available', pointer: '/campaignId', detail })
}
