/** Coupons and campaigns one by one: registers their endpoints. */

import type { Database } from '../../db/database.ts'
import type { App } from '../../http/fastify-types.ts'
import type { WriteShop } from '../../shop/write-shop.sql.ts'
import { campaignRoutes } from './campaigns.routes.ts'
import { couponRoutes } from './coupons.routes.ts'
import { createPromotionStore } from './promotions.store.ts'

/** The dependencies of the endpoints. */
interface Options {
  database: Database
  writeShop: WriteShop
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers both kinds with one store, whose writes lock the shop. */
export function registerPromotions(app: App, { database, writeShop, publicUrl, now }: Options): void {
  const dependencies = { store: createPromotionStore(database, writeShop), publicUrl, now }
  couponRoutes(app, dependencies)
  campaignRoutes(app, dependencies)
}
