/** Whom the audience of a promotion includes, as a form asks for it: everybody, or chosen ones, within limits such as the first order. */

/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('./field-kinds.js').Values} Values */

/** The members of an audience that name whom it includes. */
const NOBODY = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }

/** Whether an audience, or what it leaves out, names a kind of customers. @param {PromotionRecord} kinds */
function namesCustomers(kinds) {
  return Object.keys(NOBODY).some(name => (Array.isArray(kinds[name]) ? kinds[name].length > 0 : kinds[name] === true))
}

/** Whether an audience is limited by anything beside those whom it names. @param {PromotionRecord} audience */
function limitsCustomers({ firstOrder, exclude, channels }) {
  return firstOrder === true || namesCustomers(exclude ?? {}) || (channels ?? []).length > 0
}

/** Whether nobody is named although only those who are named are meant: with a limit beside it, the API would include everybody else. @param {PromotionRecord} record @param {Values} values */
export function lacksCustomers({ audience }, values) {
  return values.audience === 'chosen' && audience && !namesCustomers(audience) && limitsCustomers(audience)
}

/** The choice that a form shows for an audience. @param {PromotionRecord | null} audience */
export function choiceOf(audience) {
  return audience && (namesCustomers(audience) || !limitsCustomers(audience)) ? 'chosen' : 'everyone'
}

/** An audience that names nobody: of everybody, or of everybody whom its limits let in. @param {PromotionRecord} audience */
export function everyoneWithin(audience) {
  return limitsCustomers(audience) ? { ...audience, ...NOBODY } : null
}
