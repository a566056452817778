/** The pages of the office: one document whose script shows the page of the URL, and who is signed in. */

import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { App } from '../http/fastify-types.ts'
import { readDocument } from '../web-files/page-document.ts'
import { returnPageOf } from './return-page.ts'
import { actorOf, type FindStaff, noSession, requireSameSite } from './staff-door.http.ts'

/** Allows scripts, styles and requests of this origin; a product's picture can be on any server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const config = { access: 'public', isUndescribed: true } as const
const SessionDocument = Type.Object({
  name: Type.String(),
  actor: Type.String(),
  scopes: Type.Array(Type.String()),
  endsAt: Type.String(),
  shop: Type.Object({
    name: Type.String(),
    currencyCode: Type.String(),
    decimalPlaces: Type.Integer(),
    timeZone: Type.String(),
    imageBaseUrl: Type.String(),
    pricesIncludeVat: Type.Boolean(),
  }),
})

/** What the pages need of the shop. */
export interface OfficeShop {
  name: string
  currencyCode: string
  decimalPlaces: number
  /** IANA time zone. */
  timeZone: string
  /** Start of the addresses of pictures that are paths; null for `publicUrl`. */
  imageBaseUrl: string | null
  settings: { pricesIncludeVat?: boolean }
}

/** Services that the pages use. */
export interface OfficeDependencies {
  findStaff: FindStaff
  loadShop: () => Promise<OfficeShop>
  /** Where a visitor without a session is sent: to the identity provider, or to the page with the roles. */
  signInPath: '/office/sign-in' | '/office/sign-in/start'
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the pages and `GET /office/session`. */
export function officeRoutes(app: App, { findStaff, loadShop, signInPath, publicUrl, now }: OfficeDependencies): void {
  const document = readDocument('office')
  const page = { config: { ...config, etag: true, errorBody: false } } as const
  for (const path of ['/office', '/office/*']) {
    app.get(path, page, async ({ raw, originalUrl }, reply) => {
      if (raw.url?.startsWith('/office/api/')) return reply.callNotFound()
      const to = returnPageOf(originalUrl)
      const staff = await findStaff(raw, now())
      if (!staff) return reply.redirect(`${signInPath}?${new URLSearchParams({ to })}`)
      return send(reply, document)
    })
  }
  app.get('/office/sign-in', page, (_request, reply) => send(reply, document))
  app.get(
    '/office/session',
    {
      config,
      schema: { response: { 200: SessionDocument } },
      onRequest: async ({ raw }) => requireSameSite(raw, publicUrl),
    },
    async ({ raw }) => {
      const staff = await findStaff(raw, now())
      if (!staff) throw noSession()
      const { name, scopes, endsAt } = staff
      const { name: shopName, currencyCode, decimalPlaces, timeZone, imageBaseUrl, settings } = await loadShop()
      const { pricesIncludeVat = false } = settings
      return {
        ...{ name, actor: actorOf(staff), scopes: [...scopes], endsAt: new Date(endsAt).toISOString() },
        shop: {
          ...{ name: shopName, currencyCode, decimalPlaces, timeZone, pricesIncludeVat },
          imageBaseUrl: imageBaseUrl ?? publicUrl,
        },
      }
    },
  )
}

/** Sends the document. A cache asks for it each time: whether it is sent depends on the session, and a new release has another one. */
function send(reply: FastifyReply, document: string): FastifyReply {
  return reply
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Cache-Control', 'private, no-cache')
    .type('text/html; charset=utf-8')
    .send(document)
}
