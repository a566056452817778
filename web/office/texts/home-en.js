/** Texts of the start page in English. */

/** @type {typeof import('./home-tr.js').homeTr} */
export const homeEn = {
  title: 'Home',
  welcome: name => `Hello, ${name}`,
  lead: 'The last days of your shop, and what needs attention.',
  find: 'What are you looking for?',
  asTable: 'Show the numbers as a table',
  day: 'Day',
  shopsClock: zone => `Days and hours are those of the shop’s clock (${zone}).`,
  browsersClock: zone => `Days and hours are those of this browser’s clock (${zone}).`,
  cut: time => `There are very many events: not all of those before ${time} are counted.`,

  quick: {
    customers: 'Find a customer',
    left: 'Carts left for a day',
    held: 'Orders that await payment',
    coupon: 'New coupon',
    campaign: 'New campaign',
    products: 'Prices and stocks',
    imports: 'Import a file',
  },

  orders: {
    title: 'Orders of the last 14 days',
    completed: 'Completed orders',
    held: 'Went to payment',
    cancelled: 'Cancelled',
    cancelledHint: 'Completed orders include those that were cancelled afterwards.',
    none: 'No order was completed in the last 14 days.',
    most: (count, day, most) =>
      count === '1'
        ? `1 order was completed in the last 14 days: on ${day}.`
        : `${count} orders were completed in the last 14 days. Most were on ${day}: ${most}.`,
    bar: (day, held, completed, cancelled) =>
      `${day}: ${held} went to payment, ${completed} completed, ${cancelled} cancelled`,
  },
  soldOut: {
    title: 'Products that sold out',
    count: 'Sold out',
    now: {
      none: 'No product on sale, and no variant of one, is sold out now.',
      some: count =>
        count === '1'
          ? '1 product on sale, or a variant of it, is sold out now'
          : `${count} products on sale, or a variant of each, are sold out now`,
    },
    none: 'No product has sold out in the last 14 days.',
    most: (count, day, most) =>
      count === '1'
        ? `A product or a variant has sold out once in the last 14 days: on ${day}.`
        : `Products and variants have sold out ${count} times in the last 14 days. Most was on ${day}: ${most}.`,
  },
  carts: {
    title: 'Left in carts',
    carts: 'Carts',
    lines: 'Lines',
    pieces: 'Pieces',
    age: 'Last change',
    groups: [
      ['< 1 h', 'Within the last hour'],
      ['1–24 h', '1 to 24 hours ago'],
      ['1–3 d', '1 to 3 days ago'],
      ['3–7 d', '3 to 7 days ago'],
      ['7–30 d', '7 to 30 days ago'],
    ],
    none: 'No cart of the last 30 days has anything in it.',
    most: (carts, pieces, rested) =>
      `${carts === '1' ? '1 cart has' : `${carts} carts have`} ${pieces === '1' ? '1 piece' : `${pieces} pieces`}. ${rested} of them ${rested === '1' ? 'has' : 'have'} not changed for a day or longer.`,
    more: limit => `There are more: the first ${limit} carts of each group are counted.`,
    open: 'Open the list of carts',
  },
  attention: {
    title: 'Needs attention',
    expired: 'Payments that were not finished',
    expiredHint: 'They began in the last 14 days, and their time is over.',
    beyond: 'Orders beyond a limit or the stock',
    beyondHint: 'Paid orders of the last 14 days. Cancel what you cannot send; the others may stay.',
    open: 'Open the list',
    show: 'Show the orders',
    nothing: 'There is nothing to do.',
    listed: 'They are in the list of orders.',
    more: count => `There are more: the last ${count} orders were looked at.`,
  },
}
