/** Carts of shopping agents: their operations, and what others read of them. */

import { CONTINUE } from '../api-paths.ts'
import type { UcpOwner } from '../auth/identity.ts'
import type { StoredCart } from '../cart/cart.ts'
import { createCartTurns } from '../cart/storage/write-cart.sql.ts'
import { countPricedLines } from '../fairness/served-request.ts'
import { countByAll } from '../http/rate-limit/rate-limit.ts'
import { CART_ID, continueCodeOf, lineIdOf, newCartId, ownerOfCart } from '../ucp/carts/cart-names.crypto.ts'
import { createCartOperations } from '../ucp/carts/cart-operations.ts'
import { type CountCode, createCodeLimit } from '../ucp/carts/code-limit.ts'
import { findCouponsOf } from '../ucp/carts/coupons-of-codes.sql.ts'
import { findAnswer } from '../ucp/carts/idempotency.sql.ts'
import { loadUcpCart } from '../ucp/carts/load-ucp-cart.sql.ts'
import { createUcpCartPricer, type PriceUcpCart } from '../ucp/carts/price-ucp-cart.ts'
import { hashOfRequest } from '../ucp/carts/request-hash.crypto.ts'
import { loadShownItems } from '../ucp/carts/shown-items.sql.ts'
import { isLiving } from '../ucp/carts/ucp-cart.ts'
import { createUcpCartStore } from '../ucp/carts/ucp-carts.store.ts'
import { findItemKeys } from '../ucp/items.sql.ts'
import type { Operation } from '../ucp/operation.ts'
import { shopUrlOf } from '../ucp/refusal.document.ts'
import { DAY_MS } from '../units.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Creates the function that prices agents' carts. */
export function createPricer({ config, database, now }: AppDependencies, shared: SharedServices): PriceUcpCart {
  const { loadShop, loadProducts, loadStocks } = shared
  return createUcpCartPricer({
    loadUcpCart: owner => loadUcpCart(database, owner, { now: now(), ...loadShop.counted() }),
    findCouponsOf: (owner, codes, at) => findCouponsOf(database, owner, codes, at),
    loadShop,
    loadProducts,
    loadStocks,
    countPricedLines,
    maxLines: config.CART_MAX_LINES,
    now,
  })
}

/** Creates the operations on carts. */
export function createCartOperationsOf(dependencies: AppDependencies, shared: SharedServices): Operation[] {
  const { config, database, now } = dependencies
  const { PUBLIC_URL: publicUrl, UCP_ITEM_ID: itemIdKind } = config
  return createCartOperations({
    price: createPricer(dependencies, shared),
    limitCodes: createCodeLimit(createCodeCounter(dependencies)),
    store: createUcpCartStore(shared.writeCart),
    runInTurn: createCartTurns(),
    names: {
      newCartId,
      isCartId: text => CART_ID.test(text),
      ownerOfCart,
      lineIdOf,
      linkOf: id => `${publicUrl}${CONTINUE}?c=${continueCodeOf(id)}`,
    },
    hashOf: hashOfRequest,
    findAnswer: (request, at) => findAnswer(database, request, at),
    findItemKeys: ids => findItemKeys(database, ids, itemIdKind),
    loadShownItems: items => loadShownItems(database, items, itemIdKind),
    settings: { publicUrl, shopUrl: shopUrlOf(publicUrl, config.DEFAULT_RETURN_PATH) },
    ttlMs: Math.ceil(config.UCP_CART_TTL_DAYS * DAY_MS),
    now,
  })
}

/** Creates the counter of codes: for the platform, and for the network that it calls from, since anybody can name many platforms. */
function createCodeCounter({ config, limits }: AppDependencies): CountCode {
  const limitPlatform = limits.create('ucp-coupon', config.UCP_COUPON_RATE_LIMIT)
  const limitNetwork = limits.create('ucp-coupon-ip', config.UCP_COUPON_RATE_LIMIT)
  return ({ limitKey, network }) => countByAll([limitPlatform, limitKey], [limitNetwork, network])
}

/**
 * Creates the function by which staff read a living cart of an agent, with the coupon that applies.
 * @returns a function that returns undefined for any other cart
 */
export function createLivingCartLoader(
  dependencies: AppDependencies,
  shared: SharedServices,
): (owner: UcpOwner) => Promise<StoredCart | undefined> {
  const price = createPricer(dependencies, shared)
  return async owner => {
    const { cart, record, at } = await price(owner)
    return isLiving(record, at) ? cart : undefined
  }
}
