/** The admin API: customers and checkouts. */

import { randomUUID } from 'node:crypto'
import { loadCart } from '../cart/cart.store.ts'
import { createCustomerList } from '../customers/customer-list.store.ts'
import { customersRoutes } from '../customers/customers.routes.ts'
import { createCustomersStore } from '../customers/customers.store.ts'
import { externalIdRoutes } from '../customers/external-id.routes.ts'
import type { App } from '../http/fastify-types.ts'
import { checkoutRoutes } from '../orders/checkouts.routes.ts'
import { createCheckoutStore } from '../orders/checkouts.store.ts'
import { createCartHolder } from '../orders/hold-cart.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Registers the endpoints that back offices and web shops call with an administrator's token. */
export function registerAdmin(app: App, dependencies: AppDependencies, shared: SharedServices): void {
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
}
