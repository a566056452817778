/** The coupon endpoints of the admin API: list, read, create or replace, delete. A path whose text can be no code is refused with 400. */

import Type from 'typebox'
import { COUPONS } from '../../api-paths.ts'
import { type Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { RecordStateHeaders } from '../../http/request/preconditions.ts'
import { requireDecodable } from '../../http/request/query.ts'
import type { Coupon } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { keyset } from '../../schema/keyset.ts'
import { defineQuery, word } from '../../schema/list-query.ts'
import { codeBeginning } from './codes/code-queries.ts'
import { CodePath, couponCodeSegment, couponOf } from './coupon-code-path.http.ts'
import {
  CouponPage,
  OneCoupon,
  presentCoupon,
  presentPromotions,
  presentSaved,
  SavedCoupon,
} from './promotion.document.ts'
import { CouponInput } from './promotion.schema.ts'
import * as docs from './promotions.docs.ts'
import type { PromotionStore } from './promotions.store.ts'
import { readCoupon, requireRecord } from './read-promotion.ts'
import { recordQuery } from './record-query.ts'
import { createStateCheck } from './state-check.http.ts'

const pageQuery = defineQuery({
  ...keyset('string'),
  'filter[code]': codeBeginning,
  'filter[batch]': word('none', { description: 'coupons that are of no batch of codes' }),
})
const keyOf = ({ code }: Coupon) => [foldCouponCode(code)]

interface Dependencies {
  store: PromotionStore
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the coupon endpoints. */
export function couponRoutes(app: App, dependencies: Dependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, publicUrl, now }: Dependencies): void {
  const access = 'promotions:read'

  app.get(
    COUPONS,
    {
      config: { access, validatedByHandler: { querystring: pageQuery.schema }, docs: docs.listCoupons },
      schema: { response: { 200: CouponPage } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after, filters, given } = pageQuery.read(request.given.query)
      const { code, batch } = filters
      const page = await store.findPage('coupons', { after: after?.[0], limit, sought: code, batch, now: now() })
      return presentPromotions(page, { limit, keyOf, url: `${publicUrl}${COUPONS}`, parameters: given }, presentCoupon)
    },
  )

  app.get(
    `${COUPONS}/:code`,
    {
      config: { access, etag: true, validatedByHandler: { querystring: recordQuery.schema }, docs: docs.readCoupon },
      schema: { params: CodePath, response: { 200: OneCoupon } },
      onRequest: couponCodeSegment.require,
    },
    async ({ params, url, given }) => {
      requireDecodable(url)
      const { include } = recordQuery.read(given.query)
      const key = couponOf(params).key
      const coupon = await store.find('coupons', key)
      if (!coupon) throw unknownCoupon()
      const data = presentCoupon(coupon)
      return include ? { data, meta: { uses: await store.findUses('coupons', key, now()) } } : { data }
    },
  )
}

function registerWrites(app: App, { store, publicUrl, now }: Dependencies): void {
  const access = 'promotions:write'

  app.put(
    `${COUPONS}/:code`,
    {
      config: {
        access,
        precondition: 'record-state',
        validatedByHandler: { headers: Type.Object(RecordStateHeaders), body: CouponInput },
        docs: docs.saveCoupon,
      },
      schema: { params: CodePath, response: { 200: SavedCoupon, 201: SavedCoupon } },
      onRequest: couponCodeSegment.require,
    },
    async ({ params, namedHeaders, given, author }, reply) => {
      const { code, key } = couponOf(params)
      const input = readCoupon(code, given.body)
      const record = await requireRecord(input, store.explainReferences)
      const { references } = input
      const requireState = createStateCheck<Coupon>(namedHeaders, { schema: OneCoupon, present: presentCoupon })
      const coupon = { section: 'coupons', key, record, references, requireState } as const
      const saved = await store.save(coupon, { ...author, at: now() })
      const warnings = [...input.warnings, ...(await store.warnOfUnknown(saved.now))]
      const document = presentSaved(saved, { ...input, warnings }, presentCoupon)
      if (saved.before) return document
      const location = `${publicUrl}${COUPONS}/${encodeURIComponent(saved.now.code)}`
      return reply.code(201).header('Location', location).send(document)
    },
  )

  app.delete(
    `${COUPONS}/:code`,
    {
      config: { access, docs: docs.deleteCoupon },
      schema: { params: CodePath },
      onRequest: couponCodeSegment.require,
    },
    async ({ params, author }, reply) => {
      const isDeleted = await store.delete('coupons', couponOf(params).key, { ...author, at: now() })
      if (!isDeleted) throw unknownCoupon()
      return reply.code(204).send()
    },
  )
}

function unknownCoupon(): Refusal {
  return refusal('coupon_not_found')
}
