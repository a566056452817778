/** Texts of the search in Turkish. */

export const searchTr = {
  title: 'Arama',
  label: (/** @type {string} */ words) => `Ara: ${words}`,
  /** What the field finds, by the group that it is in: a word, and what is typed. @type {Record<string, [word: string, typed: string][]>} */
  finds: {
    customers: [
      ['ad', 'ad'],
      ['telefon', 'telefon'],
      ['e-posta', 'e-postanın bir kısmı'],
    ],
    checkouts: [['sipariş', 'sipariş numarasının sonu']],
    products: [
      ['ürün', 'ürün adı'],
      ['stok kodu', 'stok kodu'],
      ['marka', 'marka'],
    ],
    coupons: [['kupon', 'kupon kodunun başı']],
    campaigns: [['kampanya', 'kampanya']],
    carts: [['misafir', 'misafir kimliği']],
  },
  hint: (/** @type {string} */ typed) => `${typed} yazın.`,
  keysHint: '/ ve Ctrl+K tuşları her sayfadan buraya getirir.',
  resultsFor: (/** @type {string} */ text) => `“${text}” için sonuçlar`,
  nothing: 'Hiçbir şey bulunamadı',
  nothingHint:
    'Yazımı kontrol edin. İki harfle kelime başları aranır; sipariş numarasının sonundan en az üç karakter yazın.',
  failed: (/** @type {string} */ group) => `${group}: arama yapılamadı`,
  groups: {
    customers: 'Müşteriler',
    carts: 'Sepetler',
    checkouts: 'Siparişler',
    coupons: 'Kuponlar',
    campaigns: 'Kampanyalar',
    products: 'Ürünler',
  },
  cart: 'Sepet',
  keys: 'Tuşlar: / veya Ctrl+K',
  nothingFor: (/** @type {string} */ text, /** @type {string} */ groups) => `“${text}” şunlarda arandı: ${groups}.`,
  shortGuest: 'Misafirin kısa adı aranamaz: sepetini sepet ya da sipariş listesinden açın.',
  hidden: (/** @type {string} */ groups) => `Şunları görme yetkiniz yok: ${groups}.`,
  all: (/** @type {string} */ group) => `${group}: eşleşenlerin tümü`,
  more: 'Başka sonuçlar da var. Metnin devamını yazın.',
  orders: (/** @type {number} */ count) => `${count} sipariş`,
  stock: (/** @type {string} */ count) => `stok ${count}`,
  lowestStock: (/** @type {string} */ variant, /** @type {string} */ count) => `en az kalan: ${variant}, stok ${count}`,
  priceWithVat: (/** @type {string} */ amount) => `KDV dahil ${amount}`,
  priceWithoutVat: (/** @type {string} */ amount) => `KDV hariç ${amount}`,
}
