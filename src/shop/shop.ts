/** The shop model: currency, settings, shipping companies and payment methods. */

import type { Campaign } from '../model/campaign.ts'
import type { Currency } from '../money/money.ts'

/** The settings of a shop file, by their names in the shop file. */
export interface ShopSettings {
  /** 1: the purchase process may start without membership. */
  SatinAlmaSureciUyeliksizBasla: 0 | 1
  /** 1: the option to continue without membership is displayed. */
  UyelikOlmadanDevamEtGoster: 0 | 1
  sellAtNegativeStock: boolean
  /** Whether held carts reserve stock and orders subtract it; absent counts as false, and so does any value while `sellAtNegativeStock` is on. */
  stockGuard?: boolean
  showCargoPriceInCart: boolean
  campaignEngine: boolean
  grandTotalIncludesCargo: boolean
  /** Unicode code points. */
  orderNoteMaxLength: number
  /** Unicode code points. */
  giftNoteMaxLength: number
  /** Whether prices of products include VAT. Absent while the shop has never set it, which counts as false. */
  pricesIncludeVat?: boolean
  /** VAT rate of shipping in percent, as a decimal text; null or absent for none. */
  cargoVatRate?: string | null
  /** Which automatic campaign applies: the first in list order, or the one that saves most; absent counts as `best`. */
  campaignWinner?: (typeof CAMPAIGN_WINNERS)[number]
  /** Whether one campaign applies, or one of each logical group; absent counts as `one`. */
  campaignsTogether?: (typeof CAMPAIGNS_TOGETHER)[number]
  /** Whether carts show the campaigns that only a minimum keeps from applying; absent counts as false. */
  showOffers?: boolean
}

/** Which of several automatic campaigns applies. */
export const CAMPAIGN_WINNERS = ['best', 'priority'] as const
/** How many campaigns apply at once. */
export const CAMPAIGNS_TOGETHER = ['one', 'groups'] as const

/** A shop with its currency and settings. */
export interface Shop extends Currency {
  name: string
  /** IANA name, such as `Europe/Istanbul`. */
  timeZone: string
  /** Base URL of relative picture paths; null for Sepet's own URL. */
  imageBaseUrl: string | null
  settings: ShopSettings
}

/** A shipping company with its rates. Amounts are decimal texts. */
export interface ShippingCompany {
  id: number
  name: string
  default: boolean
  /** VAT-inclusive total from which shipping is free; null for no such threshold. */
  freeLimit: string | null
  /** Ascending by `from`, the VAT-inclusive total from which a rate applies. */
  rates: { from: string; price: string }[]
}

/** A payment method with its minimum order amount, if it has one. */
export interface PaymentMethod {
  id: number
  name: string
  active: boolean
  minimumOrderAmount: string | null
}

/** The shop and the records that carts are priced by, except products, at one revision. */
export interface ShopSnapshot {
  /** Incremented by every import, and by every change of campaigns and of products. */
  revision: number
  /** The revision of settings and promotions: a change of products alone keeps it. */
  settingsRevision: number
  shop: Shop
  shippingCompanies: ShippingCompany[]
  paymentMethods: PaymentMethod[]
  campaigns: Campaign[]
  /** Ids of the active campaigns with a usage limit, as JSON, by which carts ask for their uses. */
  limitedCampaigns: string
  /** Ids of the active campaigns with a usage limit per customer, as JSON, by which carts ask for the uses of their customer. */
  limitedPerCustomer: string
  /** Whether a campaign is of first orders alone, by which carts ask whether their customer has ordered. */
  countsOrders: boolean
  /**
   * How often and how long a cart may hold a promotion without an order, as a JSON array, by which carts ask which they have held too often. Null
   * where no active campaign is automatic and has a usage limit, and where holds are not limited.
   */
  holdLimit: string | null
}

/** What carts ask of the database for the campaigns of a snapshot. */
export type CountedFacts = Pick<ShopSnapshot, 'limitedCampaigns' | 'limitedPerCustomer' | 'countsOrders' | 'holdLimit'>
