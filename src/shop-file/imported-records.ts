/** Records that every import format is converted to. */

import type { ContentLine } from '../cart/content/cart-content.ts'
import type { Discount, GroupPrices, TierPrice } from '../catalog/price.ts'
import type { CustomerDetails } from '../customers/customer.ts'
import type { Audience, Campaign, Conditions, Coupon, CustomerKinds } from '../model/campaign.ts'
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
  /** How the stored customer is found where `id` is null: by the email, and where there is none, by the external id. */
  byEmail: boolean
  /** The customer's number in another system, which becomes the external id of a customer that has none. */
  sourceNumber: string | null
  /** Whether a ban stays, whatever the record says of the status. */
  keepsBan: boolean
}

/** Fields of a variant that a file may leave unsaid. */
export type VariantField =
  | 'sku'
  | 'name'
  | 'image'
  | 'onSale'
  | 'price'
  | 'stock'
  | 'backorder'
  | 'discount'
  | 'groupPrices'
  | 'tierPrices'

/** Fields of a product that a file may leave unsaid. */
export type ProductField =
  | VariantField
  | 'vatRate'
  | 'stockUnit'
  | 'stockIncrement'
  | 'freeCargo'
  | 'brand'
  | 'categories'
  | 'tags'

/** What a file says of an offer only in part, so that the rest depends on the stored item. Says nothing of a new item. */
export interface PartialOffer {
  /** What is paid, where the file does not say the price before a sale: that of the stored item stays. Decimal text. */
  paid?: string
  /** The sale: a null price ends it, an absent price keeps it; an absent instant, in milliseconds since the epoch, keeps the stored one. */
  sale?: { price?: string | null; startsAt?: number | null; endsAt?: number | null }
  /** What is added to the stored stock; decimal text with an optional sign. */
  stockChange?: string
  /** Prices from quantities on for everyone, those of other quantities and of customer groups stay; a null price ends one. */
  tierPrices?: { from: number; price: string | null }[]
}

/** How an imported item meets its stored one. */
interface Met<Field> {
  /** Null: the id of the stored item with this `sourceKey`, else, where `bySku` is set, of the only one with this SKU, else a new id. */
  id: number | null
  /** Where the item comes from, such as `woocommerce:12`. A stored item with the same key is the same item, whatever the ids. */
  sourceKey: string | null
  /** Whether the item is found by its SKU where its id and key are unknown; two stored items with the SKU are a problem. */
  bySku: boolean
  /** Fields that the file does not say: a stored item keeps its own, a new one gets those of the record. */
  kept: Field[]
  partial: PartialOffer | null
  /** Whether an item that is not stored is left out, and told. */
  updatesOnly: boolean
}

/** A variant to import. */
export interface ImportedVariant extends Met<VariantField> {
  sku: string | null
  name: string
  /** Null for that of the product. */
  image: string | null
  onSale: boolean
  price: string | null
  stock: string
  /** Whether the variant is sold at any stock; null for the product's value. */
  backorder: boolean | null
  discount: Discount | null
  groupPrices: GroupPrices | null
  /** Empty for those of the product. */
  tierPrices: TierPrice[]
}

/** A product to import, with its variants. */
export interface ImportedProduct extends Met<ProductField> {
  /** Stock keeping unit; several products and variants may have the same. */
  sku: string | null
  name: string
  image: string | null
  onSale: boolean
  /** Null where the file has none: a new product without a price is left out, and told. */
  price: string | null
  vatRate: string
  stock: string
  stockUnit: string
  stockIncrement: string
  freeCargo: boolean
  brand: string | null
  /** Paths such as `Giyim > Gömlek`, each once. */
  categories: string[]
  tags: string[]
  /** Whether the product is sold at any stock, and its variants without a value of their own. */
  backorder: boolean
  discount: Discount | null
  groupPrices: GroupPrices | null
  tierPrices: TierPrice[]
  variants: ImportedVariant[]
  /** Whether `variants` are all of the product's: stored ones that it lacks go off sale. */
  listsVariants: boolean
  /** Fields that the record leaves out, and that a stored product loses. */
  omitted: ('vatRate' | 'tierPrices' | 'variants')[]
}

/** A promotion to import. A null count of uses keeps the stored one; a new promotion gets 0. */
type WithUsageCount<T> = Omit<T, 'usageCount'> & { usageCount: number | null }

/** A campaign to import. */
export type ImportedCampaign = WithUsageCount<Campaign>

/** A coupon to import. */
export type ImportedCoupon = WithUsageCount<Coupon>

/** A cart to import: its owner by one of two names, and what replaces its content. */
export interface ImportedCart {
  externalId: string | null
  /** Such as `member:42`; UUIDs in lower case. */
  cartId: string | null
  lines: ContentLine[]
  /** Left out, the cart keeps its coupon. */
  couponCode?: string | null
}

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
  carts: ImportedCart
}

/** Name of a section. */
export type ListSection = keyof Records

/**
 * A change of a stored product or variant by a row of a sheet or of an inventory. It creates nothing; what is not stored is left out, and told.
 * @example { item: { sku: 'KG-M' }, values: { price: '199.90' }, partial: null }
 */
export interface ImportedChange {
  item: ChangedItem
  /** What the row says. */
  values: Partial<Pick<ImportedProduct, ProductField>>
  partial: PartialOffer | null
}

/** Whom a change is for. */
export type ChangedItem =
  /** A product, or a variant of it. An SKU tells the variant where its id is null, and must be that of the item. */
  | { id: number; variantId: number | null; sku: string | null }
  /** Whatever has the SKU. */
  | { sku: string }
  /** An item of an export; `variant` is null for a product without variants. */
  | { sourceKey: string; variant: string | null }
  /** The product or variant that came from a record of an export; where none did, whatever has the SKU. */
  | { recordKey: string; sku: string | null }

/** Fields of a coupon that a table may leave unsaid. */
export type CouponField =
  | 'description'
  | 'discountType'
  | 'value'
  | 'maximum'
  | 'by'
  | 'tiers'
  | 'active'
  | 'startsAt'
  | 'endsAt'
  | 'usageLimit'
  | 'usageLimitPerCustomer'
  | 'batch'
  | 'combinesWithCampaigns'
  | 'audience'
  | `audience.${Exclude<keyof Audience, keyof CustomerKinds>}`
  | 'conditions'
  | `conditions.${Exclude<keyof Conditions, 'minimumTotal' | 'minimumQuantity' | 'productIds'>}`

/** A valid record, with its place in its file. */
export type Imported =
  | { [S in Exclude<ListSection, 'coupons'>]: { section: S; record: Records[S]; at: string } }[Exclude<
      ListSection,
      'coupons'
    >]
  /** A stored coupon keeps its own of the fields in `kept`, a new one gets those of the record. */
  | { section: 'coupons'; record: ImportedCoupon; at: string; kept?: CouponField[] }
  | { section: 'changes'; record: ImportedChange; at: string }
