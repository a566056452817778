/** Texts about amounts in English: what they include, and the parts of the start page that show them. */

/** @type {typeof import('./amounts-tr.js').priceNotesTr} */
export const priceNotesEn = {
  listWithVat: currency => `Prices include VAT, ${currency}.`,
  listWithoutVat: currency => `Prices exclude VAT, ${currency}.`,
  cart: currency => `Amounts include VAT and discounts, and exclude shipping, ${currency}.`,
  paid: currency => `Amounts are what the customer pays: with VAT and shipping, ${currency}.`,
  withVat: currency => `Amounts include VAT, ${currency}.`,
}

/** @type {typeof import('./amounts-tr.js').homeAmountsTr} */
export const homeAmountsEn = {
  today: {
    title: 'Today',
    orders: 'Orders',
    turnover: 'Turnover',
    average: 'Average order',
    refunds: 'Refunds',
    before: (weekday, value) => [`Last ${weekday} by this time: `, value],
    cancelled: 'Cancelled orders and their returns do not count.',
  },
  abandoned: {
    title: 'Abandoned carts',
    carts: 'Carts',
    value: 'Worth',
    hint: 'Carts of the last 30 days that have not changed for more than a day.',
    open: 'Open the carts',
  },
  lowStock: {
    title: 'Low stock',
    none: little => `No product on sale, and no variant of one, has a stock of ${little} or less.`,
    some: (count, little) =>
      `${count === '1' ? '1 product on sale, or a variant of it, has' : `${count} products on sale, or a variant of each, have`} a stock of ${little} or less. The least is left of:`,
    left: stock => `${stock} left`,
    open: 'Open the products',
  },
  webhooks: {
    title: 'State of the webhooks',
    none: 'There is no webhook.',
    well: 'No webhook reports a problem.',
    open: 'Open the webhooks',
  },
}
