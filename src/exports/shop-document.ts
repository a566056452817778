/** Settings, groups, shipping companies and payment methods as records of the shop file, each with every field in one order. */

import type { CustomerGroupTable } from '../db/tables.ts'
import type { PaymentMethod, ShippingCompany, Shop } from '../shop/shop.ts'
import type {
  CustomerGroupRecord,
  PaymentMethodRecord,
  ShippingCompanyRecord,
  ShopSection,
} from '../shop-file/shop-file.schema.ts'

/** Presents the section `shop`. A setting that the shop has never set is absent. */
export function presentShop({
  name,
  currencyCode,
  decimalPlaces,
  timeZone,
  imageBaseUrl,
  settings,
}: Shop): ShopSection {
  const { cargoVatRate, campaignWinner, campaignsTogether, showOffers } = settings
  return {
    name,
    currencyCode,
    decimalPlaces,
    timeZone,
    imageBaseUrl,
    settings: {
      SatinAlmaSureciUyeliksizBasla: settings.SatinAlmaSureciUyeliksizBasla,
      UyelikOlmadanDevamEtGoster: settings.UyelikOlmadanDevamEtGoster,
      sellAtNegativeStock: settings.sellAtNegativeStock,
      ...(settings.stockGuard !== undefined && { stockGuard: settings.stockGuard }),
      showCargoPriceInCart: settings.showCargoPriceInCart,
      campaignEngine: settings.campaignEngine,
      grandTotalIncludesCargo: settings.grandTotalIncludesCargo,
      ...(settings.pricesIncludeVat !== undefined && { pricesIncludeVat: settings.pricesIncludeVat }),
      ...(cargoVatRate !== undefined && { cargoVatRate: cargoVatRate === null ? null : Number(cargoVatRate) }),
      ...(campaignWinner !== undefined && { campaignWinner }),
      ...(campaignsTogether !== undefined && { campaignsTogether }),
      ...(showOffers !== undefined && { showOffers }),
      orderNoteMaxLength: settings.orderNoteMaxLength,
      giftNoteMaxLength: settings.giftNoteMaxLength,
    },
  }
}

/** Presents a customer group. */
export function presentGroup({ id, name, free_cargo }: CustomerGroupTable): CustomerGroupRecord {
  return { id, name, freeCargo: free_cargo === 1 }
}

/** Presents a shipping company. */
export function presentShippingCompany(company: ShippingCompany): ShippingCompanyRecord {
  const { id, name, default: isDefault, freeLimit, rates } = company
  return { id, name, default: isDefault, freeLimit, rates: rates.map(({ from, price }) => ({ from, price })) }
}

/** Presents a payment method. */
export function presentPaymentMethod({ id, name, active, minimumOrderAmount }: PaymentMethod): PaymentMethodRecord {
  return { id, name, active, minimumOrderAmount }
}
