/** Conversion of checked shop file records to domain types; missing fields get their defaults. */

import { linesOf } from '../cart/content/cart-content.ts'
import type { Discount, GroupPrices, TierPrice } from '../catalog/price.ts'
import type { CustomerRecord } from '../customers/customer.schema.ts'
import { toCustomerDetails } from '../customers/customer.ts'
import { distinctTerms } from '../model/term.ts'
import { parseInstant } from '../schema/instants.ts'
import type { PaymentMethod, ShippingCompany } from '../shop/shop.ts'
import { compareDecimals, decimalText } from './decimal-text.ts'
import type {
  CustomerGroup,
  ImportedCart,
  ImportedCustomer,
  ImportedProduct,
  ImportedVariant,
  ShopPatch,
} from './imported-records.ts'
import { normaliseImage } from './normalise-image.ts'
import type {
  CartRecord,
  CustomerGroupRecord,
  DiscountRecord,
  PaymentMethodRecord,
  ProductRecord,
  ShippingCompanyRecord,
  ShopSection,
  VariantRecord,
} from './shop-file.schema.ts'

/** Converts a cart. */
export function toCart({ externalId, subject, couponCode, lines }: CartRecord): ImportedCart {
  return {
    ...{ externalId: externalId ?? null, cartId: subject?.toLowerCase() ?? null, lines: linesOf({ lines }) },
    ...(couponCode !== undefined && { couponCode }),
  }
}

/** Converts the `shop` section to a patch of the fields it contains; the shop keeps all other fields. */
export function toShopPatch({
  name,
  currencyCode,
  decimalPlaces,
  timeZone,
  imageBaseUrl,
  settings,
}: ShopSection): ShopPatch {
  return {
    ...(name !== undefined && { name }),
    ...(currencyCode !== undefined && { currencyCode }),
    ...(decimalPlaces !== undefined && { decimalPlaces }),
    ...(timeZone !== undefined && { timeZone }),
    ...(imageBaseUrl !== undefined && { imageBaseUrl: imageBaseUrl && new URL(imageBaseUrl).href }),
    ...(settings !== undefined && { settings: toSettings(settings) }),
  }
}

function toSettings({
  cargoVatRate,
  ...settings
}: NonNullable<ShopSection['settings']>): NonNullable<ShopPatch['settings']> {
  const known = [
    'SatinAlmaSureciUyeliksizBasla',
    'UyelikOlmadanDevamEtGoster',
    'sellAtNegativeStock',
    'stockGuard',
    'showCargoPriceInCart',
    'campaignEngine',
    'grandTotalIncludesCargo',
    'pricesIncludeVat',
    'campaignWinner',
    'campaignsTogether',
    'showOffers',
    'orderNoteMaxLength',
    'giftNoteMaxLength',
  ] as const
  return {
    ...Object.fromEntries(known.filter(name => settings[name] !== undefined).map(name => [name, settings[name]])),
    ...(cargoVatRate !== undefined && { cargoVatRate: cargoVatRate === null ? null : decimalText(cargoVatRate) }),
  }
}

/** Converts a customer group. */
export function toCustomerGroup({ id, name, freeCargo = false }: CustomerGroupRecord): CustomerGroup {
  return { id, name, freeCargo }
}

/**
 * Fields that a stored customer keeps when the record leaves them out. The external id belongs to the identity provider, and without it the
 * customer could not log in; with orders elsewhere that are forgotten, promotions of first orders would apply again.
 */
const KEPT_OF_CUSTOMERS = ['externalId', 'orderCount'] as const

/** Converts a customer. A stored customer keeps its email when the record has none, and the fields above. */
export function toCustomer({ id, ...customer }: CustomerRecord): ImportedCustomer {
  return {
    id,
    ...toCustomerDetails(customer),
    kept: KEPT_OF_CUSTOMERS.filter(name => customer[name] === undefined),
    byEmail: false,
    sourceNumber: null,
    keepsBan: false,
  }
}

/** A record of a shop file replaces the stored one whole. */
const replaced = { sourceKey: null, bySku: false, kept: [], partial: null, updatesOnly: false }

/** Converts a product with its variants. */
export function toProduct(record: ProductRecord): ImportedProduct {
  return {
    id: record.id,
    ...replaced,
    sku: record.sku ?? null,
    name: record.name,
    image: toImage(record),
    onSale: record.onSale ?? true,
    price: record.price,
    vatRate: decimalText(record.vatRate ?? 0),
    stock: decimalText(record.stock ?? 0),
    stockUnit: record.stockUnit ?? '',
    stockIncrement: decimalText(record.stockIncrement ?? 1),
    freeCargo: record.freeCargo ?? false,
    backorder: record.backorder ?? false,
    discount: toDiscount(record.discount),
    groupPrices: toGroupPrices(record.groupPrices),
    tierPrices: toTierPrices(record.tierPrices),
    brand: record.brand?.trim() ?? null,
    categories: distinctTerms('category', record.categories ?? []),
    tags: distinctTerms('tag', record.tags ?? []),
    variants: (record.variants ?? []).map(toVariant),
    listsVariants: true,
    omitted: (['vatRate', 'tierPrices', 'variants'] as const).filter(field => record[field] === undefined),
  }
}

function toVariant(record: VariantRecord): ImportedVariant {
  return {
    id: record.id,
    ...replaced,
    sku: record.sku ?? null,
    name: record.name,
    image: toImage(record),
    onSale: record.onSale ?? true,
    price: record.price ?? null,
    stock: decimalText(record.stock ?? 0),
    backorder: record.backorder ?? null,
    discount: toDiscount(record.discount),
    groupPrices: toGroupPrices(record.groupPrices),
    tierPrices: toTierPrices(record.tierPrices),
  }
}

function toImage({ image }: ProductRecord | VariantRecord): string | null {
  return image ? normaliseImage(image) : null
}

/** Converts a discount; null for none. */
export function toDiscount(record: DiscountRecord | null | undefined): Discount | null {
  return record ? { type: record.type, value: record.value, ...toPeriod(record) } : null
}

/** Converts a period to milliseconds since the epoch. */
export function toPeriod({ startsAt, endsAt }: { startsAt?: string | null; endsAt?: string | null }) {
  return { startsAt: startsAt ? parseInstant(startsAt) : null, endsAt: endsAt ? parseInstant(endsAt) : null }
}

function toGroupPrices(list: ProductRecord['groupPrices'] = []): GroupPrices | null {
  return list.length > 0 ? Object.fromEntries(list.map(each => [each.customerGroupId, each.price])) : null
}

/** Converts prices by quantity; null is an empty list. */
export function toTierPrices(list: ProductRecord['tierPrices']): TierPrice[] {
  return (list ?? []).map(({ from, price, customerGroupId = null }) => ({
    from,
    price,
    ...(customerGroupId !== null && { customerGroupId }),
  }))
}

/** Converts a shipping company; its rates are in ascending order. */
export function toShippingCompany(record: ShippingCompanyRecord): ShippingCompany {
  const rates = (record.rates ?? []).map(({ from, price }) => ({ from, price }))
  return {
    id: record.id,
    name: record.name,
    default: record.default ?? false,
    freeLimit: record.freeLimit ?? null,
    rates: rates.sort((a, b) => compareDecimals(a.from, b.from)),
  }
}

/** Converts a payment method. */
export function toPaymentMethod(record: PaymentMethodRecord): PaymentMethod {
  return {
    id: record.id,
    name: record.name,
    active: record.active ?? true,
    minimumOrderAmount: record.minimumOrderAmount ?? null,
  }
}
