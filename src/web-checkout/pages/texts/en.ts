/** The page texts in English. */

import type { Texts } from './tr.ts'

/** The texts in English. */
export const en: Texts = {
  language: 'en',
  locale: 'en',

  skip: 'Skip to the content',
  pages: 'Pages',
  nav: { cart: 'Cart', checkout: 'Payment', orders: 'My orders' },
  titles: { cart: 'My cart', checkout: 'Payment', orders: 'My orders' },

  asMember: customerId => `You are shopping as a member · Customer no. ${customerId}`,
  asGuest: 'You are shopping as a guest',
  noSession: 'No session',
  unknownUser: {
    title: 'We do not recognise you',
    paragraphs: [
      'You have no session: this link may have been used before, or it has expired. Each link works only once and for a short time.',
      'Go back to the app and try again; you will be given a new link. Your cart is still in the app.',
    ],
  },

  items: count => `${count} ${count === 1 ? 'item' : 'items'}`,
  products: 'Products',
  emptyCart: {
    title: 'Your cart is empty',
    paragraphs: ['Add products to the cart in the app, then check out again.'],
  },
  toPayment: 'Go to payment',
  toCart: 'Back to the cart',

  quantityAndUnitPrice: 'Quantity and unit price: ',
  amount: 'Amount: ',
  before: 'Was: ',
  now: 'Now: ',
  vatIncluded: rate => `incl. ${rate}% VAT`,
  notOnSale: 'Not on sale right now',
  outOfStock: 'Out of stock',
  stockLeft: (stock, unit) => ['Only', stock, unit, 'left in stock'].filter(Boolean).join(' '),
  orderNote: 'Order note',
  giftNote: 'Gift note',
  giftPackage: 'Will be wrapped as a gift',

  orderSummary: 'Order summary',
  yourCart: 'Your cart',
  subtotal: 'Subtotal',
  vatOfRate: rate => `incl. ${rate}% VAT`,
  vatOfShipping: rate => `incl. ${rate}% VAT on shipping`,
  coupon: 'Coupon',
  campaign: 'Campaign',
  applied: 'Applied',
  byItself: 'Applies by itself.',
  offers: 'Almost there',
  offer: missing => ({ before: `Add ${missing} more for `, after: '.' }),
  offerPieces: count => ({ before: `Add ${count} more ${count === '1' ? 'item' : 'items'} for `, after: '.' }),
  couponElsewhere: code => `The coupon ${code} does not apply on the website, so its discount is not in this total.`,
  couponUnapplied: code => `The coupon ${code} does not apply to this cart, so its discount is not in this total.`,
  shipping: 'Shipping',
  free: 'Free',
  freeFrom: money => `Free shipping from ${money}`,
  shippingApart: 'Not included in the grand total.',
  grandTotal: 'Grand total',
  withVat: 'with VAT',
  unavailableItems: count => `${count} ${count === 1 ? 'item' : 'items'} in your cart cannot be bought right now.`,
  belowMinimum: money => `Your cart is below the minimum order of ${money}.`,

  payer: 'Ordered by',
  member: customerId => `Member · Customer no. ${customerId}`,
  guest: 'Guest',
  notYou: 'If this is not you, do not go on; return to the app and try again.',
  deliveryAndPayment: 'Delivery and payment',
  paymentElsewhere: 'Delivery and payment are completed on the shop’s own website.',
  paymentExample:
    'This page is an example that stands in for the shop’s payment page until that is connected: no payment is taken here, no card details are asked for, and no order is placed.',

  noOrders: 'No orders to show',
  ordersElsewhere: 'The shop’s own pages show your orders here. This page is an example that stands in for them.',
  membersOnly: 'This page is for members',
  logIn: 'To see your orders, log in as a member in the app and try again.',

  linkFailures: {
    gone: {
      title: 'This link no longer works',
      paragraphs: [
        'The cart link that you opened has expired, or its cart was cancelled. Ask your assistant for a new link.',
      ],
    },
    closed: {
      title: 'Only members can order from this shop',
      paragraphs: ['Log in as a member, then open the cart link again.'],
    },
    unavailable: {
      title: 'The cart link could not be opened right now',
      paragraphs: ['Its products were not added. Open the link again in a moment.'],
    },
  },
  unavailable: {
    title: 'We cannot serve you right now',
    paragraphs: ['Please try again shortly. Your cart is still there.'],
  },
  limited: {
    title: 'Too many requests came within a short time',
    paragraphs: ['Please try again in a minute. Your cart is still there.'],
  },
}
