/** Coupon and campaign endpoints of the cart (POST and DELETE). */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { detailOf, Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import { countByAll, type RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { Id } from '../../schema/fields.ts'
import * as docs from '../cart.docs.ts'
import { type CartDependencies, type CartWrites, cartWriteConfig, showWritten } from '../cart.routes.ts'
import { CartAnswer } from '../pricing/cart-answer.document.ts'
import type { ApplyCoupon } from './apply-coupon.ts'
import type { ChoicesStore } from './choices.store.ts'
import { CouponCode } from './coupon-code.schema.ts'

const EnteredCode = Type.Object({ couponCode: CouponCode })
const ChooseCampaign = Type.Object({ campaignId: Id() })

/** The dependencies of the coupon and campaign endpoints. */
export interface ChoicesDependencies extends CartDependencies {
  /** Creates the function that applies codes by these writes. */
  createApplyCoupon: (choices: ChoicesStore) => ApplyCoupon
  /** Limits attempts per owner. */
  limitCoupons: RateLimit
  /** Limits attempts with unknown codes, those of hidden coupons included, per client network: one network can be many owners. */
  limitUnknownCoupons: RateLimit
  /** Returns the keyed hash of a client network, as web sessions have it. */
  hashNetwork: (network: string) => string
}

/** Registers the coupon and campaign endpoints (specification 4.1). */
export function choicesRoutes(app: App, dependencies: ChoicesDependencies): void {
  const { write, createApplyCoupon, readCart, limitCoupons } = dependencies
  const response = { 200: CartAnswer }
  const schema = { response }
  app.decorateRequest('networkAttempt')

  app.post(
    '/cart/coupon',
    {
      config: { ...cartWriteConfig, docs: docs.applyCoupon },
      schema: { body: EnteredCode, response },
      onRequest: async request => {
        const [, attempt] = await countByAll(
          [limitCoupons, request.rateLimitKey],
          ...networkLimitOf(dependencies, request),
        )
        request.networkAttempt = attempt
      },
    },
    async (request, reply) => {
      const { body, networkAttempt } = request
      const apply = ({ choices }: CartWrites) => createApplyCoupon(choices)(request, body.couponCode)
      const { read, answer, isKnown } = await write(request, apply)
      // Only unknown codes count: many customers behind one address may apply the same newsletter coupon.
      if (isKnown) await networkAttempt?.uncount()
      // The tag is that of the next read, which names no refused code.
      showWritten(request, reply, read)
      return answer.showing(request.selection)
    },
  )

  app.delete(
    '/cart/coupon',
    { config: { ...cartWriteConfig, docs: docs.removeCoupon }, schema },
    async (request, reply) => {
      await write(request, ({ choices }) => choices.saveCoupon(request.owner, null, null))
      return showWritten(request, reply, await readCart(request))
    },
  )

  app.post(
    '/cart/campaign',
    { config: { ...cartWriteConfig, docs: docs.chooseCampaign }, schema: { body: ChooseCampaign, response } },
    async (request, reply) => {
      const { owner, body } = request
      await write(request, async ({ choices }) => {
        const { priced } = await readCart(request)
        if (!priced.discounts.listed.some(({ id }) => id === body.campaignId)) throw notListed()
        await choices.saveCampaign(owner, body.campaignId)
      })
      return showWritten(request, reply, await readCart(request))
    },
  )

  app.delete(
    '/cart/campaign',
    { config: { ...cartWriteConfig, docs: docs.removeCampaign }, schema },
    async (request, reply) => {
      await write(request, ({ choices }) => choices.saveCampaign(request.owner, null))
      return showWritten(request, reply, await readCart(request))
    },
  )
}

/** Returns the limit of the network that the client or its web session comes from; none for a session whose network is unknown. */
function networkLimitOf(
  { limitUnknownCoupons, hashNetwork }: ChoicesDependencies,
  { actingSession, ip }: FastifyRequest,
): [RateLimit, string][] {
  const network = actingSession ? actingSession.networkHash : hashNetwork(clientNetworkOf(ip))
  return network === null ? [] : [[limitUnknownCoupons, network]]
}

function notListed(): Refusal {
  const code = 'campaign_not_available'
  return new Refusal({ code, pointer: '/campaignId', detail: detailOf(code) })
}
