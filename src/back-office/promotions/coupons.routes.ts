/** The coupon endpoints of the admin API: list, read, create or replace, delete. */

import Type from 'typebox'
import { COUPONS } from '../../api-paths.ts'
import { type Refusal, refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { foldCouponCode } from '../../promotions/coupon-code.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders, presentPage } from '../../schema/keyset.ts'
import { readParameters } from '../../schema/parameters.ts'
import { CodePath, couponCodeSegment, couponOf } from './coupon-code-path.ts'
import { CouponPage, OneCoupon, presentCoupon, presentSaved, SavedCoupon } from './promotion.document.ts'
import { BODY_LIMIT_BYTES, CouponInput } from './promotion.schema.ts'
import { readCoupon, requireRecord, warningsOf } from './promotion-input.ts'
import * as docs from './promotions.docs.ts'
import type { PromotionStore } from './promotions.store.ts'

const readers = keysetReaders<KeysetQuery>(['string'])
const section = 'coupons'
const path = `${COUPONS}/:code`

/** The dependencies of the coupon and campaign endpoints. */
export interface PromotionDependencies {
  store: PromotionStore
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the coupon endpoints. */
export function couponRoutes(app: App, dependencies: PromotionDependencies): void {
  registerReads(app, dependencies)
  registerWrites(app, dependencies)
}

function registerReads(app: App, { store, publicUrl }: PromotionDependencies): void {
  const access = 'promotions:read'

  app.get(
    COUPONS,
    {
      config: { access, handles: { querystring: Type.Object(keysetParameters) }, docs: docs.listCoupons },
      schema: { response: { 200: CouponPage } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after: [after] = [] } = readParameters<KeysetQuery>(request.query, readers, { ...firstPage })
      const { promotions: rows, hasMore } = await store.findPage(section, { after, limit })
      const keyOf = ({ code }: { code: string }) => [foldCouponCode(code)]
      const last = rows.at(-1)
      const examinedTo = hasMore && last ? keyOf(last) : undefined
      return presentPage({ rows, limit, keyOf, examinedTo, url: `${publicUrl}${COUPONS}` }, presentCoupon)
    },
  )

  app.get(
    path,
    {
      config: { access, docs: docs.readCoupon },
      schema: { params: CodePath, response: { 200: OneCoupon } },
      onRequest: couponCodeSegment.require,
    },
    async ({ params }) => {
      const coupon = await store.find(section, couponOf(params).key)
      if (!coupon) throw unknownCoupon()
      return { data: presentCoupon(coupon) }
    },
  )
}

function registerWrites(app: App, { store, publicUrl, now }: PromotionDependencies): void {
  const access = 'promotions:write'

  app.put(
    path,
    {
      config: { access, handles: { body: CouponInput }, docs: docs.saveCoupon },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { params: CodePath, response: { 200: SavedCoupon, 201: SavedCoupon } },
      onRequest: couponCodeSegment.require,
    },
    async ({ params, body, actor }, reply) => {
      const { code, key } = couponOf(params)
      const input = readCoupon(code, body)
      const record = await requireRecord(input, store.explainReferences)
      const promotion = { section, key, record, references: input.references } as const
      const saved = await store.save(promotion, { actor, at: now() })
      const [before, data] = [saved.before && presentCoupon(saved.before), presentCoupon(saved.now)]
      const document = presentSaved(data, warningsOf(input, { before, now: data }))
      if (before) return document
      const location = `${publicUrl}${COUPONS}/${encodeURIComponent(data.code)}`
      return reply.code(201).header('Location', location).send(document)
    },
  )

  app.delete(
    path,
    {
      config: { access, docs: docs.deleteCoupon },
      schema: { params: CodePath },
      onRequest: couponCodeSegment.require,
    },
    async ({ params, actor }, reply) => {
      if (!(await store.delete(section, couponOf(params).key, { actor, at: now() }))) throw unknownCoupon()
      return reply.code(204).send()
    },
  )
}

function unknownCoupon(): Refusal {
  return refusal('coupon_not_found', 'There is no coupon with this code.')
}
