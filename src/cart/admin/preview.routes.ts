/** The preview of a coupon or campaign that is not saved, in the cart of one owner. */

import Type from 'typebox'
import { CARTS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { type NamedChecks, PreviewInput, readPreview } from '../../promotions/admin/sent-promotion.ts'
import * as docs from './carts.docs.ts'
import { channelQuery, readChannel } from './channel-query.ts'
import { requireOwner } from './owner-cart.ts'
import { PromotionPreview } from './preview.document.ts'
import { type PreviewSources, previewPromotion } from './preview-promotion.ts'

/** Dependencies of the preview: functions that read. */
export interface PreviewDependencies extends PreviewSources, NamedChecks {
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the preview. It tells about a cart and about stored promotions, and needs the scopes of both. */
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
    async ({ params, given }) => {
      const read = await readPreview(given.body, { explainReferences, warnOfUnknown })
      const owner = requireOwner(params.subject)
      return previewPromotion(sources, owner, read, { now: now(), channel: readChannel(given.query, owner) })
    },
  )
}
