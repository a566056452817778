/** Texts of lists that are picked by name, in English. */

/** @type {typeof import('./picker-tr.js').pickerTr} */
export const pickerEn = {
  add: label => `${label}: search and add`,
  search: 'Search…',
  type: 'Type, and press Enter',
  offers: label => `${label}: found`,
  picked: (label, count) => `${label}: ${count} picked`,
  remove: text => `Remove ${text}`,
  found: count => (count === '1' ? '1 result.' : `${count} results.`),
  none: 'Nothing was found.',
  failed: 'The search failed. Try again.',
  enter: text => `Enter adds “${text}”.`,
  left: count => `${count} more are picked.`,
  more: count => `Show ${count} more`,
  clear: count => `Remove all ${count}`,
  products: count => (count === '1' ? '1 product' : `${count} products`),
  variant: id => `Variant ${id}`,
  group: id => `Group ${id}`,
  campaign: id => `Campaign ${id}`,
  guest: 'A guest',
  customers: count => (count === '1' ? '1 customer' : `${count} customers`),
  missing: text => `${text} (does not exist)`,
  unknown: texts => `There is no such record in the shop: ${texts}. Check it before you save.`,
}
