/** What a shop decides for all of its carts: currency, settings, shipping and payment limits. */

import type { Currency } from '../money/money.ts'
import type { Campaign } from '../promotions/campaign.ts'

/** The settings of a shop file, under the names that shops know them by. */
export interface ShopSettings {
  /** 1: the purchase process may start without membership. */
  SatinAlmaSureciUyeliksizBasla: 0 | 1
  /** 1: the option to continue without membership is displayed. */
  UyelikOlmadanDevamEtGoster: 0 | 1
  sellAtNegativeStock: boolean
  showCargoPriceInCart: boolean
  campaignEngine: boolean
  grandTotalIncludesCargo: boolean
  /** Unicode code points. */
  orderNoteMaxLength: number
  /** Unicode code points. */
  giftNoteMaxLength: number
}

export interface Shop extends Currency {
  name: string
  /** IANA name, such as `Europe/Istanbul`. */
  timeZone: string
  /** Where relative picture paths begin; null: at Sepet itself. */
  imageBaseUrl: string | null
  settings: ShopSettings
}

export interface ShippingCompany {
  id: number
  name: string
  default: boolean
  /** VAT-inclusive total from which shipping is free; null: never. */
  freeLimit: string | null
  /** Ascending by `from`, the VAT-inclusive total at which a rate begins. */
  rates: { from: string; price: string }[]
}

export interface PaymentMethod {
  id: number
  name: string
  active: boolean
  minimumOrderAmount: string | null
}

/** Everything that a shop decides for all of its carts, as of one revision. */
export interface ShopSnapshot {
  /** Moves with every import. */
  revision: number
  shop: Shop
  shippingCompanies: ShippingCompany[]
  paymentMethods: PaymentMethod[]
  campaigns: Campaign[]
}
