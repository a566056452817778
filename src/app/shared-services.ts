/** What more than one part of the application works with. */

import { cartStore } from '../cart/cart.store.ts'
import { cartOpener } from '../cart/read-cart.ts'
import { useKeeper } from '../cart/touch-cart.ts'
import { createCartWriter } from '../cart/write-cart.sql.ts'
import { productCache } from '../catalog/products.store.ts'
import { handoffStore } from '../checkout/handoff/handoff.store.ts'
import { shopSnapshots } from '../shop/shop.store.ts'
import type { AppDependencies } from './build-app.ts'

/** Made once, for whatever shows carts. */
export type SharedParts = ReturnType<typeof sharedParts>

/** Makes the parts that apps, browsers and the playground work with alike. */
export function sharedParts({ config, database, now }: AppDependencies) {
  const writeCart = createCartWriter(database)
  const store = cartStore(database, { writeCart, maxLines: config.CART_MAX_LINES, now })
  const loadShop = shopSnapshots(database)
  const loadProducts = productCache(database)
  const keepInUse = useKeeper({ noteUse: store.noteUse, keptDays: config.GUEST_CART_TTL_DAYS })
  return {
    store,
    writeCart,
    loadShop,
    loadProducts,
    openCart: cartOpener({
      loadCart: store.loadCart,
      keepInUse,
      loadShop,
      loadProducts,
      now,
      publicUrl: config.PUBLIC_URL,
    }),
    handoffs: handoffStore(database),
    returnPaths: { allowed: config.ALLOWED_RETURN_PATHS, fallback: config.DEFAULT_RETURN_PATH },
  }
}
