/** Sentences of the questions before something is switched off, deleted or given up, in English. */

/** @type {typeof import('./asks-tr.js').asksTr} */
export const asksEn = {
  canUndo: 'You can undo it from the message that follows.',
  failed: why => `It could not be done. ${why}`,
  switchOffTitle: name => `Switch off ${name}?`,
  switchOff: 'It applies to no cart until it is switched on again. Orders that were placed stay as they are.',
  codes: count =>
    count === '1' ? 'The code of this campaign does not apply any more.' : `Its ${count} codes do not apply any more.`,
  codesOfDeleted: count =>
    `${count === '1' ? 'One code is' : `${count} codes are`} bound to this campaign, which cannot be deleted before them.`,
  customerOrders: count =>
    count === '1' ? 'One completed order loses its customer.' : `${count} completed orders lose their customer.`,
  cancelRefund: amount => `To be paid back to the customer: ${amount}. Sepet refunds no payment.`,
  cancelPieces: count =>
    `${count === '1' ? 'One piece was' : `${count} pieces were`} not returned: what the order took of that from the stock is added again.`,
  cancelReturns: count =>
    count === '1'
      ? 'The return that was made stays as it is.'
      : `The ${count} returns that were made stay as they are.`,
  final: 'It cannot be undone.',
  productsTitle: 'Save these changes?',
  offSale: count =>
    count === '1'
      ? 'One row goes off sale: it cannot be bought, and stays in carts as not available.'
      : `${count} rows go off sale: they cannot be bought, and stay in carts as not available.`,
  withoutTiers: count =>
    count === '1' ? 'One row loses all its prices by quantity.' : `${count} rows lose all their prices by quantity.`,
  importTitle: 'Import the file?',
  skips: count => `Events that are skipped: ${count} at most.`,
}
