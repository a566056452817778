/** What the API answers about the results of promotions. */

/** @typedef {{ orders: number, turnover: import('../../../ui/format/money.js').Money }} Sold */
/** @typedef {Sold & { campaignId: number, name: string | null }} CampaignResult */
/** @typedef {Sold & { code: string, description: string | null, campaignId: number | null, batch: string | null }} CouponResult */
/** @typedef {Sold & { campaignId: number, campaignName: string | null, batch: string }} BatchResult */

/**
 * @typedef {object} Results
 * @property {{ campaigns: CampaignResult[], coupons: CouponResult[], batches: BatchResult[] }} data
 * @property {object} meta
 * @property {number} meta.orders
 * @property {Sold['turnover'][]} meta.turnover
 * @property {number} meta.promotedOrders
 * @property {Sold['turnover'][]} meta.promotedTurnover
 * @property {Record<'campaigns' | 'coupons' | 'batches', number>} meta.leftOut
 */

export {}
