/** Default and effect of each field of the shop file's section `shop`, from which `npm run docs` writes docs/shop-settings.md. */

import type { Static } from 'typebox'
import { ShopSection } from '../../src/shop-file/shop-file.schema.ts'

/** Default in a database without imports, and effect as a Markdown text; links are relative to docs/. */
interface Field {
  fallback: string | number | boolean | null
  effect: string
}

type Section = Static<typeof ShopSection>
type Settings = NonNullable<Section['settings']>

/** The fields of `shop`, except `settings`. A field without an entry fails the type check. */
export const shopFields: Record<Exclude<keyof Section, 'settings'>, Field> = {
  name: { fallback: 'Sepet', effect: 'the name of the shop, on Sepet’s reference pages and in the playground' },
  currencyCode: {
    fallback: 'TRY',
    effect:
      '`currencyCode` of every price in a cart. Amounts are not converted: where products are stored, [a change needs permission](importing.md#settings-that-relabel-prices)',
  },
  decimalPlaces: {
    fallback: 2,
    effect:
      'decimal places of prices and totals, to which [the steps of pricing](pricing.md) round. Where products are stored, [a change needs permission](importing.md#settings-that-relabel-prices)',
  },
  timeZone: {
    fallback: 'Europe/Istanbul',
    effect:
      'wall clock of the weekdays and [daily windows](pricing.md#how-campaigns-and-coupons-apply) of campaigns, and of dates in a WooCommerce export',
  },
  imageBaseUrl: {
    fallback: null,
    effect: 'start of the addresses of pictures that the shop file gives as paths; with `null` it is `PUBLIC_URL`',
  },
}

/** The fields of `shop.settings`. A field without an entry fails the type check. */
export const settingFields: Record<keyof Settings, Field> = {
  SatinAlmaSureciUyeliksizBasla: {
    fallback: 1,
    effect:
      '1: the purchase process may start without membership. With 0, guests get no [checkout link](handoff.md#errors) (403 `guest_checkout_closed`), and links issued before open no session',
  },
  UyelikOlmadanDevamEtGoster: {
    fallback: 1,
    effect:
      '1: the option to continue without membership is displayed. 0 closes the checkout for guests in the same way: both settings must be 1',
  },
  sellAtNegativeStock: {
    fallback: false,
    effect:
      '`true`: every line is [available](cart.md#reading-the-document) (`availableForSale`), whatever its stock and `onSale`. `false`: only while it is on sale with a stock above zero or [backorder](catalogue.md#sold-at-any-stock). An add is refused in neither case because of its stock',
  },
  stockGuard: {
    fallback: false,
    effect:
      '`true`: held carts [reserve stock](orders.md#stock), completed orders subtract it, and lines show what is left as `meta.available`. It counts while `sellAtNegativeStock` is `false`',
  },
  showCargoPriceInCart: {
    fallback: true,
    effect:
      '`true`: carts have [`cargoPrice` and `freeCargoThreshold`](pricing.md#when-each-field-is-present). `false`: they have neither, and no shipping is added to the grand total',
  },
  campaignEngine: {
    fallback: true,
    effect:
      '`false`: no campaign applies and none is listed, and no coupon that is bound to a campaign applies. Other coupons apply',
  },
  grandTotalIncludesCargo: {
    fallback: false,
    effect: '`true`: the [grand total](pricing.md) contains the shipping price, where `showCargoPriceInCart` is `true`',
  },
  pricesIncludeVat: {
    fallback: false,
    effect:
      '`true`: prices, discounted prices, group prices and prices by quantity of products, CSV imports included, contain the VAT of the product. `false`: VAT is added to them. Prices are not converted: where products are stored, [a change needs permission](importing.md#settings-that-relabel-prices). A shop that has never set it counts as `false`, and [CSV imports warn](importing.md#shopify-and-woocommerce)',
  },
  cargoVatRate: {
    fallback: null,
    effect:
      'VAT rate of shipping, in percent, which shipping prices contain: `data.meta.vat.cargo` of a cart is the net amount and the VAT of its `cargoPrice`. With `null`, carts have none',
  },
  campaignWinner: {
    fallback: 'best',
    effect:
      'which of the campaigns that apply by themselves (`automatic`) a cart has while the shopper has chosen none: `"best"`, the one that saves most in this cart; `"priority"`, the first of the list',
  },
  campaignsTogether: {
    fallback: 'one',
    effect: '`"one"`: one campaign applies at a time. `"groups"`: one of each `logicalGroup`',
  },
  showOffers: {
    fallback: false,
    effect:
      '`true`: carts have `data.meta.offers`, up to three campaigns that only a minimum total or a minimum quantity keeps from applying',
  },
  orderNoteMaxLength: {
    fallback: 250,
    effect: 'maximum length of a line’s `orderNote`, in Unicode code points; a longer note is 422 `note_too_long`',
  },
  giftNoteMaxLength: {
    fallback: 250,
    effect: 'maximum length of a line’s `giftNote`, in Unicode code points; a longer note is 422 `note_too_long`',
  },
}

/** @returns a heading and a table for `shop` and for `shop.settings` */
export function describeShopSettings(): string {
  const { settings, ...fields } = ShopSection.properties
  return [
    tableOf('Fields of `shop`', fields, shopFields),
    tableOf('Fields of `shop.settings`', settings.properties, settingFields),
  ].join('\n')
}

/** Writes a row for each field of the schema, whose description states the permitted values. */
function tableOf<F extends string>(heading: string, schemas: Record<F, object>, fields: Record<F, Field>): string {
  const rows = (Object.keys(schemas) as F[]).map(name => {
    const { description = '' } = schemas[name] as { description?: string }
    const { fallback, effect } = fields[name]
    return `| \`${name}\` | ${description} | \`${JSON.stringify(fallback)}\` | ${effect} |`
  })
  return [`## ${heading}`, '', '| Field | Value | Default | Effect |', '|---|---|---|---|', ...rows, ''].join('\n')
}
