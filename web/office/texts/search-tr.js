/** Texts of the search in Turkish. */

export const searchTr = {
  title: 'Arama',
  label: 'Ara: e-posta, müşteri no, sipariş, kupon, ürün',
  placeholder: 'E-posta, sipariş, kupon, ürün…',
  hint: 'E-posta, müşteri numarası, sipariş numarası, kupon kodu, stok kodu, ürün adı veya misafir kimliği yazın.',
  resultsFor: (/** @type {string} */ text) => `“${text}” için sonuçlar`,
  nothing: 'Hiçbir şey bulunamadı',
  nothingHint: 'Yazımı kontrol edin. Müşteriler e-postanın tamamıyla, siparişler ve kuponlar tam kodlarıyla bulunur.',
  failed: (/** @type {string} */ group) => `${group}: arama yapılamadı`,
  groups: {
    customers: 'Müşteriler',
    carts: 'Sepetler',
    checkouts: 'Siparişler',
    coupons: 'Kuponlar',
    products: 'Ürünler',
  },
  cart: 'Sepet',
}
