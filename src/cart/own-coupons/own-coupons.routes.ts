/** The coupons of a customer (GET /coupons). */

import { requireMember } from '../../auth/access.ts'
import type { App } from '../../http/fastify-types.ts'
import { JSON_API } from '../../http/request/negotiation.ts'
import { listOwnCoupons } from './own-coupons.docs.ts'
import { OwnCoupons, presentOwnCoupons } from './own-coupons.document.ts'
import type { ListOwnCoupons } from './own-coupons.ts'

/** Registers the endpoint. */
export function ownCouponRoutes(app: App, listCoupons: ListOwnCoupons): void {
  app.get(
    '/coupons',
    {
      config: { access: 'account', mediaType: JSON_API, etag: true, docs: listOwnCoupons },
      schema: { response: { 200: OwnCoupons } },
    },
    async ({ owner }) => presentOwnCoupons(await listCoupons(requireMember(owner))),
  )
}
