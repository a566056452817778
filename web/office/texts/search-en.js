/** Texts of the search in English. */

/** @type {typeof import('./search-tr.js').searchTr} */
export const searchEn = {
  title: 'Search',
  label: 'Search: email, customer number, order, coupon, product',
  placeholder: 'Email, order, coupon, product…',
  hint: 'Type an email, a customer number, an order number, a coupon code, an SKU, a product’s name or the id of a guest.',
  resultsFor: text => `Results for “${text}”`,
  nothing: 'Nothing was found',
  nothingHint: 'Check the spelling. Customers are found by their whole email, orders and coupons by their exact code.',
  failed: group => `${group}: the search failed`,
  groups: {
    customers: 'Customers',
    carts: 'Carts',
    checkouts: 'Orders',
    coupons: 'Coupons',
    products: 'Products',
  },
  cart: 'Cart',
}
