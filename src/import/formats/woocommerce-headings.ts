/** Headings of WooCommerce's product export, which are in the language of the shop's staff. */

/** What a column of the export says. */
export type WooField =
  | 'id'
  | 'type'
  | 'sku'
  | 'name'
  | 'published'
  | 'saleStarts'
  | 'saleEnds'
  | 'taxStatus'
  | 'inStock'
  | 'stock'
  | 'backorders'
  | 'salePrice'
  | 'regularPrice'
  | 'images'
  | 'parent'

/** Headings of one language; `attributeValue` has `#` where the number of the attribute stands. */
export type WooHeadings = Record<WooField | 'attributeValue', string>

/** The headings by language. */
export const headings: Record<string, Partial<WooHeadings>> = {
  en: {
    ...{ id: 'ID', type: 'Type', sku: 'SKU', name: 'Name', published: 'Published' },
    ...{ saleStarts: 'Date sale price starts', saleEnds: 'Date sale price ends', taxStatus: 'Tax status' },
    ...{ inStock: 'In stock?', stock: 'Stock', backorders: 'Backorders allowed?' },
    ...{ salePrice: 'Sale price', regularPrice: 'Regular price', images: 'Images', parent: 'Parent' },
    attributeValue: 'Attribute # value(s)',
  },
  tr: {
    ...{ id: 'ID', type: 'Tür', sku: 'Stok kodu (SKU)', name: 'İsim', published: 'Yayımlanmış' },
    ...{ salePrice: 'İndirimli satış fiyatı', regularPrice: 'Normal fiyat' },
  },
}
