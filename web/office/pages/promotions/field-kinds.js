/** The kinds of fields in the form of a coupon or campaign, and the lists by which a promotion names items. */

/** Lists that are picked by name. @typedef {'brand' | 'category' | 'tag' | 'product' | 'variant' | 'group' | 'customer' | 'campaign'} PickedKind */
/** @typedef {PickedKind | 'text' | 'longText' | 'decimal' | 'required' | 'integer' | 'count' | 'instant' | 'time' | 'ids' | 'flag' | 'choice' | 'scale' | 'tiers' | 'target' | 'audience' | 'weekdays' | 'channels'} FieldKind */
/** @typedef {'basics' | 'gives' | 'period' | 'items' | 'conditions' | 'audience' | 'limits' | 'place'} Section */
/** Rare fields of a section, which are folded while nothing is in them. @typedef {'moreItems' | 'excludedItems' | 'excludedCustomers' | 'channels'} Fold */
/** Ids or terms, as they are written. @typedef {(string | number)[]} List */
/** A tier as it is typed. @typedef {{ from: string, value: string }} TierRow */
/** What is in the form, by the name of the field. @typedef {Record<string, string | boolean | List | TierRow[]>} Values */

/**
 * @typedef {object} PromotionField
 * @property {string} name as the API's pointer has it, without the first slash
 * @property {FieldKind} kind `count`, `required` and `scale` are left out where they are empty, as an integer, a decimal or a choice; the others are null there
 * @property {Section} section
 * @property {Fold} [fold]
 * @property {string[]} [options] of a choice
 * @property {string} [initial] what is shown where the record has nothing
 * @property {string} [rule] of its errors, where it is not that of the kind
 * @property {(values: Values) => string} [textOf] the name of its label and hint, where it is not the field’s
 * @property {(values: Values) => boolean} [isShown]
 */

/** What is shown as a list that is picked by name. @type {readonly FieldKind[]} */
export const PICKED = ['brand', 'category', 'tag', 'product', 'variant', 'group', 'customer', 'campaign']

/** The lists of items, which a promotion covers, leaves out or discounts. @type {readonly (readonly [name: string, kind: PickedKind])[]} */
export const ITEMS = [
  ['categories', 'category'],
  ['brands', 'brand'],
  ['tags', 'tag'],
  ['productIds', 'product'],
  ['variantIds', 'variant'],
]

/** Makes a field. @param {string} name @param {FieldKind} kind @param {Section} section @param {Partial<PromotionField>} [more] @returns {PromotionField} */
export function field(name, kind, section, more = {}) {
  return { name, kind, section, ...more }
}
