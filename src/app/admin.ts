/** The admin API: customers, checkouts and the back office. */

import { randomUUID } from 'node:crypto'
import { createCartFinder } from '../back-office/carts/cart-list.store.ts'
import { backOfficeCartRoutes } from '../back-office/carts/carts.routes.ts'
import { registerImports } from '../back-office/imports/register-imports.ts'
import { createProductChanger } from '../back-office/products/change-products.store.ts'
import { findProductPage } from '../back-office/products/product-list.store.ts'
import { productsRoutes } from '../back-office/products/products.routes.ts'
import { registerPromotions } from '../back-office/promotions/register-promotions.ts'
import { loadCart } from '../cart/cart.store.ts'
import { createCustomerList } from '../customers/customer-list.store.ts'
import { customersRoutes } from '../customers/customers.routes.ts'
import { createCustomersStore } from '../customers/customers.store.ts'
import { externalIdRoutes } from '../customers/external-id.routes.ts'
import { eventsRoutes } from '../events/events.routes.ts'
import { createEventFinder } from '../events/events.store.ts'
import type { App } from '../http/fastify-types.ts'
import { checkoutRoutes } from '../orders/checkouts.routes.ts'
import { createCheckoutStore } from '../orders/checkouts.store.ts'
import { createCartHolder } from '../orders/hold-cart.ts'
import { exportRoutes } from '../privacy/export.routes.ts'
import { createExportStore } from '../privacy/export.store.ts'
import { createShopWriter } from '../shop/write-shop.sql.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Registers the endpoints that back offices and web shops call with an administrator's token. */
export async function registerAdmin(app: App, dependencies: AppDependencies, shared: SharedServices): Promise<void> {
  const { config, database, metrics, now } = dependencies
  const { writeCart, readCart, loadShop } = shared
  const customers = {
    store: createCustomersStore(database),
    findPage: createCustomerList(database),
    publicUrl: config.PUBLIC_URL,
    newId: randomUUID,
    now,
  }
  customersRoutes(app, customers)
  externalIdRoutes(app, customers)
  eventsRoutes(app, { findEvents: createEventFinder(database), publicUrl: config.PUBLIC_URL })
  exportRoutes(app, { findCustomer: customers.store.findCustomer, store: createExportStore(database), now })
  const store = createCheckoutStore(database, {
    writeCart,
    loadCart: (queries, owner, at) =>
      loadCart(queries, owner, { now: at, limitedCampaigns: loadShop.limitedCampaigns() }),
  })
  checkoutRoutes(app, {
    store,
    holdCart: createCartHolder({
      store,
      readCart,
      holdMinutes: config.CHECKOUT_HOLD_MINUTES,
      now,
    }),
    count: metrics.countCheckout,
    now,
  })
  backOfficeCartRoutes(app, {
    findCarts: createCartFinder(database),
    loadCart: shared.store.loadCart,
    loadShop,
    loadProducts: shared.loadProducts,
    publicUrl: config.PUBLIC_URL,
    now,
  })
  const writeShop = createShopWriter(database)
  productsRoutes(app, {
    findPage: query => findProductPage(database, query),
    changeProducts: createProductChanger({ database, writeShop, now }),
    publicUrl: config.PUBLIC_URL,
  })
  registerPromotions(app, { database, writeShop, publicUrl: config.PUBLIC_URL, now })
  await registerImports(app, dependencies)
}
