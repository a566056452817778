/** Texts of the search in Turkish. */

export const searchTr = {
  title: 'Arama',
  label: 'Ara: ad, e-posta, telefon, sipariş, kupon, kampanya, ürün',
  placeholder: 'Ad, telefon, sipariş, ürün…',
  hint: 'Ad, e-postanın bir kısmı, telefon, sipariş numarasının sonu, kupon kodunun başı, kampanya, ürün adı, stok kodu, marka veya misafir kimliği yazın. / ve Ctrl+K tuşları her sayfadan buraya getirir.',
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
  hidden: (/** @type {string} */ groups) => `Şunları görme yetkiniz yok: ${groups}.`,
  all: (/** @type {string} */ group) => `${group}: eşleşenlerin tümü`,
  more: 'Başka sonuçlar da var. Metnin devamını yazın.',
  orders: (/** @type {number} */ count) => `${count} sipariş`,
  stock: (/** @type {string} */ count) => `stok ${count}`,
  lowestStock: (/** @type {string} */ variant, /** @type {string} */ count) => `en az kalan: ${variant}, stok ${count}`,
  priceWithVat: (/** @type {string} */ amount) => `KDV dahil ${amount}`,
  priceWithoutVat: (/** @type {string} */ amount) => `KDV hariç ${amount}`,
}
