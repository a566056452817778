/** Columns of a sheet that updates products: their headings in English and Turkish. */

import type { TierField } from './tier-headings.ts'

/** What a column of a sheet says, besides prices by quantity. */
export type NamedField =
  | 'id'
  | 'variantId'
  | 'sku'
  | 'name'
  | 'price'
  | 'salePrice'
  | 'saleStartsAt'
  | 'saleEndsAt'
  | 'stock'
  | 'stockChange'
  | 'onSale'
  | 'backorder'
  | 'vatRate'
  | 'brand'
  | 'categories'
  | 'tags'

/** What a column of a sheet says. */
export type SheetField = NamedField | TierField

/** Headings by field; letter case does not count. The names of the fields are headings, too. */
export const sheetColumns: Record<NamedField, string[]> = {
  // No words such as "product ID": other systems call theirs so.
  id: ['id'],
  variantId: ['variantid'],
  sku: ['sku', 'stok kodu', 'stok kodu (sku)', 'ürün kodu', 'stock code', 'product code', 'item code'],
  name: ['name', 'product name', 'title', 'ad', 'adı', 'isim', 'ürün adı', 'ürün ismi'],
  price: ['price', 'regular price', 'fiyat', 'fiyatı', 'satış fiyatı', 'normal fiyat', 'liste fiyatı', 'list price'],
  salePrice: [
    'saleprice',
    'sale price',
    'discounted price',
    'indirimli fiyat',
    'indirimli satış fiyatı',
    'kampanya fiyatı',
  ],
  saleStartsAt: [
    'salestartsat',
    'sale starts at',
    'sale start',
    'indirim başlangıcı',
    'indirim başlangıç',
    'indirim başlangıç tarihi',
  ],
  saleEndsAt: ['saleendsat', 'sale ends at', 'sale end', 'indirim bitişi', 'indirim bitiş', 'indirim bitiş tarihi'],
  stock: ['stock', 'quantity', 'qty', 'stock quantity', 'stok', 'stok adedi', 'stok miktarı', 'adet', 'miktar'],
  stockChange: ['stockchange', 'stock change', 'stok değişimi', 'stok farkı', 'eklenen stok'],
  onSale: ['onsale', 'on sale', 'active', 'published', 'satışta', 'aktif', 'yayında'],
  backorder: ['backorder', 'backorders', 'stoksuz satış', 'stoksuz satılır', 'ön sipariş'],
  vatRate: ['vatrate', 'vat rate', 'vat', 'vat %', 'tax rate', 'kdv', 'kdv oranı', 'kdv %'],
  brand: ['brand', 'brand name', 'marka', 'marka adı'],
  categories: [
    'categories',
    'category',
    'product category',
    'product categories',
    'kategori',
    'kategoriler',
    'kategori adı',
    'ürün kategorisi',
    'ürün kategorileri',
  ],
  tags: ['tags', 'tag', 'product tags', 'etiket', 'etiketler', 'ürün etiketleri'],
}

/** Fields that tell which item a row is for. */
export const KEYS: NamedField[] = ['id', 'variantId', 'sku']
