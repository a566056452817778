/** GET /.well-known/ucp: the profile of the shop, public and the same for everybody. */

import { UCP_PROFILE } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { presentShopProfile } from './profile.document.ts'

const config = { access: 'public', isUndescribed: true, mediaType: 'application/json' } as const

/** Registers the endpoint. @param publicUrl where clients reach Sepet, without a slash at its end */
export function profileRoutes(app: App, publicUrl: string): void {
  const text = JSON.stringify(presentShopProfile(publicUrl))
  app.get(UCP_PROFILE, { config }, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(text),
  )
}
