/** Loads the shop's data and the products at the shopper's prices. */

/** @typedef {import('../app.js').App} App */

/** Maximum number of ids that `GET /playground/products` accepts. */
const MAX_IDS = 60

/** Loads the shop's name and limits, and the coupons, campaigns and members to try. @param {App} app */
export async function loadShop({ state, api }) {
  state.shop = await api.send('GET /playground/shop')
}

/**
 * Loads the products again from the first page, since prices depend on the shopper; also the products in the cart.
 * @param {App} app
 */
export async function loadProductsAnew(app) {
  const { state } = app
  const { products, next } = await fetchProducts(app, {})
  state.products = products
  state.next = next
  const { chosen } = state
  if (chosen) chosen.product = products.find(({ id }) => id === chosen.product.id) ?? chosen.product
  const missing = new Set(state.cart?.included.map(({ attributes }) => attributes.productId))
  for (const { id } of products) missing.delete(id)
  // Cart lines of products beyond that number show no variant name.
  if (missing.size > 0) await loadMissing(app, [...missing].slice(0, MAX_IDS))
}

/** Loads the next page of products. @param {App} app */
export async function loadMoreProducts(app) {
  const { state } = app
  if (state.next === null) return
  const { products, next } = await fetchProducts(app, { after: state.next })
  state.products = merge(state.products ?? [], products)
  state.next = next
}

/** Loads the products again that are known, such as after an order, which changes their stocks. @param {App} app */
export async function refreshProducts(app) {
  const ids = app.state.products?.map(({ id }) => id) ?? []
  if (ids.length > 0) await loadMissing(app, ids.slice(0, MAX_IDS))
}

/** @param {App} app @param {number[]} ids */
async function loadMissing(app, ids) {
  const { products } = await fetchProducts(app, { ids: ids.join(',') })
  app.state.products = merge(app.state.products ?? [], products)
}

/**
 * @param {App} app
 * @param {Record<string, string | number>} query
 * @returns {Promise<import('../../../src/playground/catalogue.document.ts').CatalogueDocument>}
 */
async function fetchProducts({ state, api }, query) {
  const { shopper } = state
  const customer = shopper?.kind === 'member' ? { customerId: shopper.id } : {}
  return api.send('GET /playground/products', { query: { ...query, ...customer } })
}

/**
 * Merges products by id, in the order of their ids; later data replaces earlier.
 * @param {import('../state.js').Product[]} known
 * @param {import('../state.js').Product[]} more
 */
function merge(known, more) {
  const byId = new Map([...known, ...more].map(product => [product.id, product]))
  return [...byId.values()].toSorted((a, b) => a.id - b.id)
}
