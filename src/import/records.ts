/** The records that every import format is read into, before any of them meets the database. */

import type { Discount, GroupPrices } from '../catalog/price.ts'
import type { CustomerDetails } from '../customers/customer.ts'
import type { Campaign, Coupon } from '../promotions/campaign.ts'
import type { PaymentMethod, ShippingCompany, Shop, ShopSettings } from '../shop/shop.ts'

export interface CustomerGroup {
  id: number
  name: string
  freeCargo: boolean
}

/** A null email keeps the stored one, or takes a generated one. */
export interface ImportedCustomer extends CustomerDetails {
  /** Null: a new customer, who gets the next id. */
  id: number | null
  /** What a stored customer keeps instead of taking it from here. */
  kept: (keyof CustomerDetails)[]
}

export interface ImportedVariant {
  /** Null: the stored variant with this `sourceKey`, or a new id. */
  id: number | null
  sourceKey: string | null
  name: string
  onSale: boolean
  price: string | null
  stock: string
  discount: Discount | null
  groupPrices: GroupPrices | null
}

export interface ImportedProduct {
  /** Null: the stored product with this `sourceKey`, or a new id. */
  id: number | null
  sourceKey: string | null
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
}

/** The members of `shop` that a file gives; the others keep their value. */
export interface ShopPatch extends Partial<Omit<Shop, 'settings'>> {
  settings?: Partial<ShopSettings>
}

/** The record lists of a shop file. */
export interface Records {
  customerGroups: CustomerGroup
  customers: ImportedCustomer
  products: ImportedProduct
  shippingCompanies: ShippingCompany
  paymentMethods: PaymentMethod
  campaigns: Campaign
  coupons: Coupon
}

export type ListSection = keyof Records

/** A record that may be written, with its place in its file. */
export type Imported = { [S in ListSection]: { section: S; record: Records[S]; at: string } }[ListSection]
