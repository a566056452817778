/** Builders of small, complete shop files for tests; every field can be overridden. */

/** The ids of the records in `shopFile`. */
export const ids = {
  plain: 101,
  variants: 102,
  smallBlue: 1021,
  largeBlue: 1022,
  offSale: 103,
  soldOut: 104,
  taxFree: 105,
  member: 1,
  dealer: 2,
  inactive: 3,
  banned: 4,
  otherMember: 5,
  group: 7,
} as const

/** A product on sale at 10.00 with 20 % VAT and a stock of 5, unless overridden. */
export function product(overrides: { id: number } & Record<string, unknown>): object {
  return { name: `Ürün ${overrides.id}`, image: '/p/1.jpg', price: '10.00', vatRate: 20, stock: 5, ...overrides }
}

/** An active customer. */
export function customer(id: number, overrides: Record<string, unknown> = {}): object {
  return { id, email: `musteri${id}@example.com`, ...overrides }
}

/** The shop of most tests. */
export function shopFile(overrides: Record<string, unknown> = {}): object {
  return {
    shop: {
      name: 'Deneme',
      currencyCode: 'TRY',
      decimalPlaces: 2,
      timeZone: 'Europe/Istanbul',
      imageBaseUrl: 'https://cdn.example.com/shop/',
    },
    customerGroups: [{ id: ids.group, name: 'Bayi' }],
    customers: [
      customer(ids.member),
      customer(ids.dealer, { customerGroupId: ids.group, dealer: true }),
      customer(ids.inactive, { status: 'inactive' }),
      customer(ids.banned, { status: 'banned' }),
      customer(ids.otherMember),
    ],
    products: [
      product({
        id: ids.plain,
        name: 'Keten gömlek',
        price: '199.905',
        groupPrices: [{ customerGroupId: ids.group, price: '150' }],
      }),
      product({
        id: ids.variants,
        name: 'Yün kazak',
        price: '100',
        vatRate: 10,
        variants: [
          { id: ids.smallBlue, name: 'Mavi / S', stock: 3 },
          { id: ids.largeBlue, name: 'Mavi / L', stock: 0, price: '120' },
        ],
      }),
      product({ id: ids.offSale, sku: 'OFF', onSale: false }),
      product({ id: ids.soldOut, stock: 0, image: null }),
      product({
        id: ids.taxFree,
        sku: 'TAX-FREE',
        vatRate: 0,
        price: '0.005',
        stock: 12.5,
        stockUnit: 'metre',
        stockIncrement: 0.5,
      }),
    ],
    ...overrides,
  }
}
