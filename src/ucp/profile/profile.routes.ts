/** GET /.well-known/ucp and GET /.well-known/ucp/{version}: the profiles of the shop, public and the same for everybody. */

import type { App } from '../../http/fastify-types.ts'
import { UCP_VERSIONS } from '../versions.ts'
import { pathOfProfile, presentShopProfile } from './profile.document.ts'

const config = { access: 'public', isUndescribed: true, mediaType: 'application/json', etag: true } as const

/** Registers the endpoints. @param publicUrl where clients reach Sepet, without a slash at its end */
export function profileRoutes(app: App, publicUrl: string): void {
  for (const version of UCP_VERSIONS) {
    const text = JSON.stringify(presentShopProfile(version, publicUrl))
    app.get(pathOfProfile(version), { config }, async (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=300').send(text),
    )
  }
}
