/** What amounts of a page or a table are: with or without VAT, with or without shipping, and in which currency. */

/**
 * The sentence.
 * @param {import('../app.js').App} app
 * @param {'list' | 'cart' | 'paid' | 'withVat'} kind of products as they are typed; of carts in a list; of what customers paid; of the lines of a cart, and of promotions
 */
export function priceNote(app, kind) {
  const { currencyCode, pricesIncludeVat } = app.session().shop
  const { priceNotes: t } = app.texts()
  if (kind === 'list') return pricesIncludeVat ? t.listWithVat(currencyCode) : t.listWithoutVat(currencyCode)
  return t[kind](currencyCode)
}
