/** Where a condition that does not hold can be mended. */

import { isSegment, path } from '../../url.js'
import { campaignOf } from './missing.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./conditions.js').Remedy} Remedy */
/** @typedef {import('./cart-types.js').Condition} Condition */

/** The links for a condition of a coupon. @param {App} app @param {string} code @param {number | null} customerId @param {Condition} condition @returns {Remedy[]} */
export function couponRemedies(app, code, customerId, condition) {
  const campaign = campaignOf(condition)
  if (campaign !== undefined) return campaignRemedies(app, campaign, customerId, condition)
  const { conditions: t } = app.texts()
  const coupon = app.can('promotions:read') && isSegment(code)
  return [
    ...(coupon ? [{ href: path`/office/coupons/${code}`, text: t.toCoupon }] : []),
    ...customerRemedies(app, customerId, condition),
  ]
}

/** The links for a condition of a campaign. @param {App} app @param {number | string} id @param {number | null} customerId @param {Condition} condition @returns {Remedy[]} */
export function campaignRemedies(app, id, customerId, condition) {
  const { conditions: t } = app.texts()
  // The campaign engine is a setting of the shop, and a coupon is entered by the shopper.
  const isElsewhere = ['campaignEngine', 'coupon'].includes(condition.name)
  const campaign = app.can('promotions:read') && !isElsewhere
  return [
    ...(campaign ? [{ href: path`/office/campaigns/${id}`, text: t.toCampaign }] : []),
    ...customerRemedies(app, customerId, condition),
  ]
}

/** Who a promotion is for depends on the customer's group and orders, too. @param {App} app @param {number | null} customerId @param {Condition} condition @returns {Remedy[]} */
function customerRemedies(app, customerId, { name }) {
  if ((name !== 'audience' && name !== 'firstOrder') || customerId === null || !app.can('customers:read')) return []
  return [{ href: path`/office/customers/${customerId}`, text: app.texts().conditions.toCustomer }]
}
