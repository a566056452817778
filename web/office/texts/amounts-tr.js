/** Texts about amounts in Turkish: what they include, and the parts of the start page that show them. */

/** @typedef {import('../../ui/html.js').Children} Children */

export const priceNotesTr = {
  listWithVat: (/** @type {string} */ currency) => `Fiyatlar KDV dahil, ${currency}.`,
  listWithoutVat: (/** @type {string} */ currency) => `Fiyatlar KDV hariç, ${currency}.`,
  cart: (/** @type {string} */ currency) => `Tutarlar KDV dahil, indirimler düşülmüş, kargo hariç, ${currency}.`,
  paid: (/** @type {string} */ currency) => `Tutarlar müşterinin ödediğidir: KDV ve kargo dahil, ${currency}.`,
  withVat: (/** @type {string} */ currency) => `Tutarlar KDV dahil, ${currency}.`,
}

export const homeAmountsTr = {
  today: {
    title: 'Bugün',
    orders: 'Sipariş',
    turnover: 'Ciro',
    average: 'Sipariş ortalaması',
    refunds: 'İade',
    before: (/** @type {string} */ weekday, /** @type {Children} */ value) => [
      `Geçen ${weekday.toLocaleLowerCase('tr')} bu saate kadar `,
      value,
    ],
    cancelled: 'İptal edilen siparişler ve iadeleri sayılmaz.',
  },
  abandoned: {
    title: 'Terk edilen sepetler',
    carts: 'Sepet',
    value: 'Değeri',
    hint: 'Bir günden uzun süredir değişmeyen, son 30 günün sepetleri.',
    open: 'Sepetleri aç',
  },
  lowStock: {
    title: 'Stoğu azalanlar',
    none: (/** @type {string} */ little) => `Satıştaki hiçbir ürünün ve varyantın stoğu ${little} ya da daha az değil.`,
    some: (/** @type {string} */ count, /** @type {string} */ little) =>
      `Satıştaki ${count} ürünün ya da bir varyantının stoğu ${little} ya da daha az. En az kalanlar:`,
    left: (/** @type {string} */ stock) => `stok: ${stock}`,
    open: 'Ürünleri aç',
  },
  webhooks: {
    title: 'Webhook durumu',
    none: 'Webhook yok.',
    well: 'Webhook’larda bir sorun görünmüyor.',
    open: 'Webhook’ları aç',
  },
}
