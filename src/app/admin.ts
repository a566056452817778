/** The admin API: customers, checkouts and the back office. */

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '../api-paths.ts'
import type { CartOwner } from '../auth/identity.ts'
import { ownerKeyOf } from '../auth/rate-limit-key.crypto.ts'
import { createCartFinder } from '../cart/admin/cart-list.store.ts'
import { createCartValuer } from '../cart/admin/cart-values.ts'
import { backOfficeCartRoutes } from '../cart/admin/carts.routes.ts'
import { createOwnerCartView, type ShowOwnerCart } from '../cart/admin/owner-cart.ts'
import { type PreviewDependencies, previewRoutes } from '../cart/admin/preview.routes.ts'
import { createReplaceCart } from '../cart/admin/replace-cart.ts'
import { replaceCartRoutes } from '../cart/admin/replace-cart.routes.ts'
import { createCartReplacer } from '../cart/admin/replace-cart.store.ts'
import { countUnsavedUses } from '../cart/admin/unsaved-uses.store.ts'
import { createRefusedCodeFinder } from '../cart/choices/refused-codes.store.ts'
import { tagOfCart } from '../cart/cart-tag.crypto.ts'
import { createEnteredCouponFinder } from '../cart/choices/entered-coupon.store.ts'
import { createConditionalWrite } from '../cart/conditional-write.http.ts'
import { loadCart, loadCartOfKey } from '../cart/storage/cart.store.ts'
import { cartDeadline, createCartTurns } from '../cart/storage/write-cart.sql.ts'
import { catalogueTermsRoutes } from '../catalog/admin/catalogue-terms.routes.ts'
import { findTermPage } from '../catalog/admin/catalogue-terms.store.ts'
import { createProductChanger } from '../catalog/admin/change-products.store.ts'
import { findProductPage } from '../catalog/admin/product-list.store.ts'
import { productsRoutes } from '../catalog/admin/products.routes.ts'
import { findCheckoutPage } from '../checkouts/checkout-list.store.ts'
import { createReturnStore } from '../checkouts/returns/return-items.store.ts'
import { returnRoutes } from '../checkouts/returns/returns.routes.ts'
import { checkoutRoutes } from '../checkouts/checkouts.routes.ts'
import { createCheckoutStore } from '../checkouts/checkouts.store.ts'
import { createCartHolder } from '../checkouts/hold-cart.ts'
import { customerGroupsRoutes } from '../customers/customer-groups.routes.ts'
import { findGroupPage } from '../customers/customer-groups.store.ts'
import { findCustomerId } from '../customers/customer-of-email.sql.ts'
import { createCustomerList } from '../customers/customer-list.store.ts'
import { customersRoutes } from '../customers/customers.routes.ts'
import { createCustomersStore } from '../customers/customers.store.ts'
import { unknownCustomer } from '../customers/until-saved.ts'
import { externalIdRoutes } from '../customers/external-id.routes.ts'
import { eventCountsRoutes } from '../events/event-counts.routes.ts'
import { createEventCounter } from '../events/event-counts.store.ts'
import { eventsRoutes } from '../events/events.routes.ts'
import { createEventFinder } from '../events/events.store.ts'
import { exportFileRoutes } from '../exports/exports.routes.ts'
import { writeExport } from '../exports/write-export.ts'
import { whilePaused } from '../fairness/served-request.ts'
import { findChanges } from '../history/changes.sql.ts'
import { historyRoutes } from '../history/history.routes.ts'
import type { App } from '../http/fastify-types.ts'
import { ADMIN_BODY_LIMIT_BYTES } from '../http/request/json-body.ts'
import { registerImports } from '../import/http/register-imports.ts'
import { exportRoutes } from '../privacy/export.routes.ts'
import { createExportStore } from '../privacy/export.store.ts'
import { findBatchPage } from '../promotions/admin/codes/batches.store.ts'
import { findCodePage } from '../promotions/admin/codes/code-list.store.ts'
import { codesRoutes } from '../promotions/admin/codes/codes.routes.ts'
import { createCodeMaker, MAX_CODES } from '../promotions/admin/codes/make-codes.store.ts'
import { createBatchSwitch } from '../promotions/admin/codes/switch-off-batch.store.ts'
import { campaignRoutes } from '../promotions/admin/campaigns.routes.ts'
import { couponRoutes } from '../promotions/admin/coupons.routes.ts'
import { createPromotionStore } from '../promotions/admin/promotions.store.ts'
import { createTurnoverFinder } from '../checkouts/turnover/turnover.store.ts'
import { turnoverRoutes } from '../checkouts/turnover/turnover.routes.ts'
import { createResultsFinder } from '../promotions/results/promotion-results.store.ts'
import { promotionResultsRoutes } from '../promotions/results/results.routes.ts'
import { holdLimitOf } from '../shop/hold-limit.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import { createShopWriter } from '../shop/write-shop.sql.ts'
import { tagOfSession } from '../web-checkout/session/web-session.routes.ts'
import { registerLinkMaking } from './cart-links.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'
import { createLivingCartLoader } from './ucp-carts.ts'
import { registerWebhooks } from './webhooks.ts'

/** Brands by which a search finds products. */
const BRANDS_OF_SEARCH = 20

/** Registers the endpoints that back offices and web shops call with an administrator's token. */
export async function registerAdmin(app: App, dependencies: AppDependencies, shared: SharedServices): Promise<void> {
  app.addHook('onRoute', route => {
    if (route.url.startsWith(ADMIN)) route.bodyLimit ??= ADMIN_BODY_LIMIT_BYTES
  })
  registerCustomers(app, dependencies)
  registerCheckouts(app, dependencies, shared)
  registerBackOffice(app, dependencies, shared)
  registerWebhooks(app, dependencies)
  const { database, now } = dependencies
  exportFileRoutes(app, { write: request => writeExport(database, request, now()) })
  await registerImports(app, dependencies)
}

/** Customers, the events, which name them, and their export. */
function registerCustomers(app: App, { config, database, now }: AppDependencies): void {
  const publicUrl = config.PUBLIC_URL
  const store = createCustomersStore(database)
  const customers = { store, findPage: createCustomerList(database), publicUrl, newId: randomUUID, now }
  customersRoutes(app, customers)
  externalIdRoutes(app, customers)
  customerGroupsRoutes(app, { findPage: query => findGroupPage(database, query), publicUrl })
  const retentionDays = config.EVENT_RETENTION_DAYS
  eventCountsRoutes(app, { countEvents: createEventCounter(database), retentionDays, now })
  eventsRoutes(app, { findEvents: createEventFinder(database), publicUrl })
  historyRoutes(app, { findChanges: asked => findChanges(database, asked), publicUrl })
  exportRoutes(app, { findCustomer: store.findCustomer, store: createExportStore(database), now })
}

function registerCheckouts(
  app: App,
  { config, database, limits, metrics, now }: AppDependencies,
  { writeCart, readCart, loadShop }: SharedServices,
): void {
  const { CHECKOUT_HOLD_MINUTES: holdMinutes } = config
  const store = createCheckoutStore(database, {
    writeCart,
    loadCart: (queries, owner, at) => loadCart(queries, owner, { now: at, ...loadShop.counted() }),
    holdLimit: holdLimitOf(config),
  })
  const limit = limits.create('hold', config.HOLD_RATE_LIMIT)
  const holdCart = createCartHolder({
    store,
    readCart,
    tags: { ofCart: ({ answer }) => tagOfCart(answer), ofSession: tagOfSession },
    holdMinutes,
    runInTurn: createCartTurns(),
    createDeadline: cartDeadline,
    count: owner => limit(ownerKeyOf(owner)),
    now,
    pause: milliseconds => whilePaused(() => sleep(milliseconds)),
  })
  checkoutRoutes(app, {
    store,
    holdCart,
    findPage: query => findCheckoutPage(database, query),
    publicUrl: config.PUBLIC_URL,
    count: metrics.countCheckout,
    now,
  })
  returnRoutes(app, {
    store: createReturnStore(database, { writeCart }),
    count: metrics.countCheckout,
    newId: randomUUID,
    now,
  })
}

/** Carts, products and promotions. Writes of products and promotions lock the shop by one writer. */
function registerBackOffice(app: App, dependencies: AppDependencies, shared: SharedServices): void {
  const { config, database, now } = dependencies
  const { store, loadShop, loadProducts, loadStocks } = shared
  const publicUrl = config.PUBLIC_URL
  const loadLiving = createLivingCartLoader(dependencies, shared)
  const carts = {
    loadCart: async (owner: CartOwner) => (owner.kind === 'ucp' ? loadLiving(owner) : store.loadCart(owner)),
    ...{ loadShop, loadProducts, loadStocks, publicUrl, now },
    findRefusedCode: createRefusedCodeFinder(database, now),
  }
  const showOwnerCart = createOwnerCartView({ ...carts, tagOf: tagOfCart })
  const findCarts = createCartFinder(database, now)
  backOfficeCartRoutes(app, { findCarts, findCartValues: createCartValuer(carts), showOwnerCart, publicUrl })
  registerReplaceCart(app, dependencies, { ...shared, showOwnerCart })
  registerLinkMaking(app, dependencies, shared)
  const writeShop = createShopWriter(database)
  productsRoutes(app, {
    findPage: query => findProductPage(database, query, now()),
    findBrands: async q => {
      const { terms } = await findTermPage(database, { kind: 'brand', q, after: undefined, limit: BRANDS_OF_SEARCH })
      return terms.map(({ folded }) => folded)
    },
    changeProducts: createProductChanger({ database, writeShop, now }),
    publicUrl,
    now,
  })
  catalogueTermsRoutes(app, { findPage: query => findTermPage(database, query), publicUrl })
  const promotions = { store: createPromotionStore(database, writeShop), publicUrl, now }
  const { explainReferences, warnOfUnknown, requireUnbound } = promotions.store
  const countUses: PreviewDependencies['countUses'] = (...key) => countUnsavedUses(database, ...key)
  previewRoutes(app, {
    ...{ ...carts, explainReferences, warnOfUnknown, requireUnbound, countUses },
    loadCartAsOf: key => loadCartOfKey(database, key, { now: now(), ...loadShop.counted() }),
    findCustomerId: email => findCustomerId(database, email),
  })
  couponRoutes(app, promotions)
  campaignRoutes(app, promotions)
  codesRoutes(app, {
    ...promotions,
    makeCodes: createCodeMaker(database, { random: randomBytes, maxCodes: MAX_CODES }),
    findCodes: query => findCodePage(database, query, now()),
    findBatches: query => findBatchPage(database, query),
    switchOffBatch: createBatchSwitch(writeShop),
  })
  turnoverRoutes(app, { findTurnover: createTurnoverFinder(database), now })
  promotionResultsRoutes(app, { findResults: createResultsFinder(database), now })
}

/** Replacing carts, by the writer of the storefront. */
function registerReplaceCart(
  app: App,
  { config, database, now }: AppDependencies,
  {
    store,
    writeCart,
    loadCartNow,
    readCart,
    loadShop,
    showOwnerCart,
  }: SharedServices & { showOwnerCart: ShowOwnerCart },
): void {
  const sources = { newId: randomUUID, now }
  replaceCartRoutes(app, {
    write: createConditionalWrite({
      ...{ writeCart, loadCart: loadCartNow, readCart, now },
      createWrites: run => createCartReplacer(run, sources),
    }),
    replaceCart: createReplaceCart({
      ...{ now, maxLines: config.CART_MAX_LINES },
      loadShop: () => loadCurrentShop(database, loadShop),
      findEnteredCoupon: createEnteredCouponFinder(database, now),
    }),
    showOwnerCart,
    requireKnown: async owner => {
      if (owner.kind === 'member' && (await store.loadCart(owner)).customerStatus === null) throw unknownCustomer()
    },
  })
}
