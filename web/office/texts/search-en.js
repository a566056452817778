/** Texts of the search in English. */

/** @type {typeof import('./search-tr.js').searchTr} */
export const searchEn = {
  title: 'Search',
  label: words => `Search: ${words}`,
  finds: {
    customers: [
      ['name', 'a name'],
      ['phone', 'a phone number'],
      ['email', 'a part of an email'],
    ],
    checkouts: [['order', 'the end of an order number']],
    products: [
      ['product', 'the name of a product'],
      ['SKU', 'a SKU'],
      ['brand', 'a brand'],
    ],
    coupons: [['coupon', 'the beginning of a coupon code']],
    campaigns: [['campaign', 'a campaign']],
    carts: [['guest', 'the id of a guest']],
  },
  hint: typed => `Type ${typed}.`,
  keysHint: 'The keys / and Ctrl+K lead here from every page.',
  resultsFor: text => `Results for “${text}”`,
  nothing: 'Nothing was found',
  nothingHint:
    'Check the spelling. Two letters are the beginning of a word; an order number takes three characters of its end.',
  failed: group => `${group}: the search failed`,
  groups: {
    customers: 'Customers',
    carts: 'Carts',
    checkouts: 'Orders',
    coupons: 'Coupons',
    campaigns: 'Campaigns',
    products: 'Products',
  },
  cart: 'Cart',
  keys: 'Keys: / or Ctrl+K',
  nothingFor: (text, groups) => `“${text}” was searched for in: ${groups}.`,
  shortGuest: 'The short name of a guest cannot be searched for: open the cart from the list of carts or orders.',
  hidden: groups => `You may not read: ${groups}.`,
  all: group => `${group}: all that match`,
  more: 'There are more. Type more of the text.',
  orders: count => (count === 1 ? '1 order' : `${count} orders`),
  stock: count => `stock ${count}`,
  lowestStock: (variant, count) => `lowest: ${variant}, stock ${count}`,
  priceWithVat: amount => `${amount} with VAT`,
  priceWithoutVat: amount => `${amount} without VAT`,
}
