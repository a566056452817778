/** What there is to look at: the products at this shopper's prices. */

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export async function loadShop({ state, api }) {
  state.shop = await api.send('GET /playground/shop')
}

/** From the first page on, since prices follow from who looks; with those that lie in the cart. @param {App} app */
export async function loadProductsAnew(app) {
  const { state } = app
  const { products, next } = await ask(app, {})
  state.products = products
  state.next = next
  const { chosen } = state
  if (chosen) chosen.product = products.find(({ id }) => id === chosen.product.id) ?? chosen.product
  const missing = new Set(state.cart?.included.map(({ attributes }) => attributes.productId))
  for (const { id } of products) missing.delete(id)
  // The page asks for sixty at most; of those beyond it, lines show no variant.
  if (missing.size > 0) await loadMissing(app, [...missing].slice(0, 60))
}

/** @param {App} app */
export async function loadMoreProducts(app) {
  const { state } = app
  if (state.next === null) return
  const { products, next } = await ask(app, { after: state.next })
  state.products = merge(state.products ?? [], products)
  state.next = next
}

/** @param {App} app @param {number[]} ids */
async function loadMissing(app, ids) {
  const { products } = await ask(app, { ids: ids.join(',') })
  app.state.products = merge(app.state.products ?? [], products)
}

/** @param {App} app @param {Record<string, string | number>} query @returns {Promise<import('../../catalogue.document.ts').CatalogueDocument>} */
async function ask({ state, api }, query) {
  const { shopper } = state
  const customer = shopper?.kind === 'member' ? { customerId: shopper.id } : {}
  return api.send('GET /playground/products', { query: { ...query, ...customer } })
}

/** @param {import('../state.js').Product[]} known @param {import('../state.js').Product[]} more */
function merge(known, more) {
  const byId = new Map([...known, ...more].map(product => [product.id, product]))
  return [...byId.values()].toSorted((a, b) => a.id - b.id)
}
