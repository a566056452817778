/** The preview of a coupon or campaign that is not saved, in the cart of one owner. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import { requireScope } from '../../auth/access.ts'
import type { App } from '../../http/fastify-types.ts'
import { type NamedChecks, previewInput, readPreview } from '../../promotions/admin/sent-promotion.ts'
import * as docs from './carts.docs.ts'
import { channelQuery, readChannel } from './channel-query.ts'
import { judgement, namesCustomer, readJudgement } from './judgement.ts'
import { requireOwner } from './owner-cart.ts'
import { PromotionPreview } from './preview.document.ts'
import { type PreviewSources, previewPromotion } from './preview-promotion.ts'

/** Dependencies of the preview: functions that read. */
export interface PreviewDependencies extends PreviewSources, NamedChecks {
  /** Milliseconds since the epoch. */
  now: () => number
}

const PreviewInput = previewInput(judgement)

/**
 * Registers the preview. It tells about a cart and about stored promotions, and needs the scopes of both; `customers:read`, too, where it names a
 * customer.
 */
export function previewRoutes(
  app: App,
  { explainReferences, warnOfUnknown, now, ...sources }: PreviewDependencies,
): void {
  app.post(
    `${CARTS}/:subject/preview`,
    {
      config: {
        access: 'carts:read promotions:read',
        isRead: true,
        requiresBody: true,
        validatedByHandler: { body: PreviewInput, querystring: channelQuery.schema },
        docs: docs.previewPromotion,
      },
      schema: { params: Type.Object({ subject: Type.String() }), response: { 200: PromotionPreview } },
    },
    async ({ params, given, scopes }) => {
      // Before anything is read: what is refused of a customer tells about that customer.
      if (namesCustomer(given.body)) requireScope(scopes, 'customers:read')
      const { at, shopper, violations } = readJudgement(given.body)
      const read = await readPreview(
        given.body,
        { explainReferences, warnOfUnknown },
        { members: judgement, violations },
      )
      const owner = requireOwner(params.subject)
      const countedAt = now()
      const channel = readChannel(given.query, owner)
      return previewPromotion(sources, read, { owner, shopper, countedAt, now: at ?? countedAt, channel })
    },
  )
}
