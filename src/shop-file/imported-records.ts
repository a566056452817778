/** Records that every import format is converted to. */

import type { Discount, GroupPrices } from '../catalog/price.ts'
import type { CustomerDetails } from '../customers/customer.ts'
import type { Campaign, Coupon } from '../model/campaign.ts'
import type { PaymentMethod, ShippingCompany, Shop, ShopSettings } from '../shop/shop.ts'

/** A customer group to import. */
export interface CustomerGroup {
  id: number
  name: string
  freeCargo: boolean
}

/** A customer to import. A null email keeps the stored email; a new customer gets a generated one. */
export interface ImportedCustomer extends CustomerDetails {
  /** Null for a new customer, who gets the next id. */
  id: number | null
  /** Fields that a stored customer keeps. */
  kept: (keyof CustomerDetails)[]
}

/** A variant to import. */
export interface ImportedVariant {
  /** Null: the id of the stored variant with this `sourceKey`, else a new id. */
  id: number | null
  sourceKey: string | null
  sku: string | null
  name: string
  onSale: boolean
  price: string | null
  stock: string
  discount: Discount | null
  groupPrices: GroupPrices | null
}

/** A product to import, with its variants. */
export interface ImportedProduct {
  /** Null: the id of the stored product with this `sourceKey`, else a new id. */
  id: number | null
  sourceKey: string | null
  /** Stock keeping unit; several products and variants may have the same. */
  sku: string | null
  name: string
  image: string | null
  onSale: boolean
  price: string
  vatRate: string
  stock: string
  stockUnit: string
  stockIncrement: string
  freeCargo: boolean
  discount: Discount | null
  groupPrices: GroupPrices | null
  variants: ImportedVariant[]
  /** Fields that the record leaves out, and that a stored product loses. */
  omitted: ('vatRate' | 'variants')[]
}

/** A promotion to import. A null count of uses keeps the stored one; a new promotion gets 0. */
type WithUsageCount<T> = Omit<T, 'usageCount'> & { usageCount: number | null }

/** A campaign to import. */
export type ImportedCampaign = WithUsageCount<Campaign>

/** A coupon to import. */
export type ImportedCoupon = WithUsageCount<Coupon>

/** Settings of `shop` in a file; settings left out keep their value. */
export interface ShopPatch extends Partial<Omit<Shop, 'settings'>> {
  settings?: Partial<ShopSettings>
}

/** Sections of a shop file that are lists of records. */
export interface Records {
  customerGroups: CustomerGroup
  customers: ImportedCustomer
  products: ImportedProduct
  shippingCompanies: ShippingCompany
  paymentMethods: PaymentMethod
  campaigns: ImportedCampaign
  coupons: ImportedCoupon
}

/** Name of a section. */
export type ListSection = keyof Records

/** A valid record, with its place in its file. */
export type Imported = { [S in ListSection]: { section: S; record: Records[S]; at: string } }[ListSection]
