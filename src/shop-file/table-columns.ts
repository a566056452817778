/** Columns of the tables of products and coupons that an export writes and an import reads. They have the names of the shop file's fields. */

/** A row for a product, and one for each variant, which `variantId` names. */
export const productColumns = [
  'id',
  'variantId',
  'sku',
  'name',
  'onSale',
  'price',
  'vatRate',
  'stock',
  'backorder',
  'stockUnit',
  'stockIncrement',
  'freeCargo',
  'discountType',
  'discountValue',
  'discountStartsAt',
  'discountEndsAt',
  'groupPrices',
  'tierPrices',
  'image',
  'brand',
  'categories',
  'tags',
] as const

/** Name of a column of products. */
export type ProductColumn = (typeof productColumns)[number]

/** A row for a coupon. The audience counts where `audience` is `listed`; items of lists are separated by semicolons. */
export const couponColumns = [
  'code',
  'description',
  'discountType',
  'value',
  'maximum',
  'by',
  'tiers',
  'campaignId',
  'active',
  'startsAt',
  'endsAt',
  'usageLimit',
  'usageCount',
  'usageLimitPerCustomer',
  'batch',
  'combinesWithCampaigns',
  'minimumTotal',
  'minimumQuantity',
  'productIds',
  'variantIds',
  'brands',
  'categories',
  'tags',
  'priceFrom',
  'priceTo',
  'excludeDiscounted',
  'excludeProductIds',
  'excludeVariantIds',
  'excludeBrands',
  'excludeCategories',
  'excludeTags',
  'audience',
  'audienceVisitors',
  'audienceMembers',
  'audienceDealers',
  'audienceCustomerGroupIds',
  'audienceCustomerIds',
  'audienceFirstOrder',
  'audienceChannels',
  'audienceExcludeVisitors',
  'audienceExcludeMembers',
  'audienceExcludeDealers',
  'audienceExcludeCustomerGroupIds',
  'audienceExcludeCustomerIds',
] as const

/** Name of a column of coupons. */
export type CouponColumn = (typeof couponColumns)[number]

/** Whether a coupon is for everyone, or for those whom its audience lists. */
export const AUDIENCES = ['everyone', 'listed'] as const

/** Returns the column of a member of a coupon: `/audienceExcludeCustomerIds` for `/audience/exclude/customerIds/0`. @param pointer JSON pointer of the member */
export function couponColumnAt(pointer: string): string {
  const [first = '', ...others] = pointer
    .split('/')
    .filter(step => step !== '' && step !== 'conditions' && !/^\d+$/.test(step))
  if (first === 'tiers') return `/${first}`
  return `/${first}${others.map(step => step.charAt(0).toUpperCase() + step.slice(1)).join('')}`
}
