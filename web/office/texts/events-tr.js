/** Texts of the events in Turkish. */

export const eventsTr = {
  title: 'Olaylar',
  lead: 'Mağazada olanlar, en yenisi üstte. Olaylar sınırlı bir süre saklanır.',
  list: 'Olay listesi',
  filter: 'Olay türü',
  refresh: 'Yeni olayları göster',
  older: 'Daha eskileri göster',
  empty: 'Böyle bir olay yok',
  looked: (/** @type {string} */ count, /** @type {string} */ looked) =>
    `İncelenen ${looked} olaydan ${count} tanesi gösteriliyor.`,
  reaches: 'Şu zamana kadar incelendi:',
  reachesAll: 'Saklanan ilk olay:',
  /** @type {Record<string, string>} */
  groups: {
    checkout: 'Siparişler',
    customer: 'Müşteriler',
    product: 'Ürünler',
    coupon: 'Kuponlar',
    campaign: 'Kampanyalar',
    import: 'İçe aktarmalar',
    cart: 'Birleşen sepetler',
    ucp_cart: 'Asistan sepetleri',
    handoff: 'Web sitesine geçişler',
  },
  /** By the type of the event; the parameter is the order, coupon, customer … @type {Record<string, (name: string) => string>} */
  sentences: {
    'cart.merged': name => `Bir misafirin sepeti ${name} numaralı müşterinin sepetiyle birleşti`,
    'ucp_cart.continued': () => 'Bir alışveriş asistanının sepeti mağazada açıldı',
    'handoff.consumed': () => 'Bir sepet web sitesinde açıldı',
    'checkout.held': name => `${name} siparişi ödeme bekliyor`,
    'checkout.completed': name => `${name} siparişi tamamlandı`,
    'checkout.released': name => `${name} siparişinin rezervasyonu kaldırıldı`,
    'checkout.cancelled': name => `${name} siparişi iptal edildi`,
    'checkout.expired': name => `${name} siparişinin süresi ödenmeden doldu`,
    'checkout.returned': name => `${name} siparişinden iade alındı`,
    'product.sold_out': name => `${name} numaralı ürün tükendi`,
    'customer.created': name => `${name} numaralı müşteri eklendi`,
    'customer.updated': name => `${name} numaralı müşteri değişti`,
    'customer.deleted': name => `${name} numaralı müşteri silindi`,
    'coupon.changed': name => `${name} kuponu değişti`,
    'coupon.deleted': name => `${name} kuponu silindi`,
    'campaign.changed': name => `${name} numaralı kampanya değişti`,
    'campaign.deleted': name => `${name} numaralı kampanya silindi`,
    'campaign.codes_created': name => `${name} numaralı kampanyanın kodları oluşturuldu`,
    'campaign.codes_switched_off': name => `${name} numaralı kampanyanın kodları kapatıldı`,
    'import.applied': () => 'Bir dosya içe aktarıldı',
  },
  /** @param {string} product @param {string} variant numbers @returns {string} */
  variantSoldOut: (product, variant) => `${product} numaralı ürünün ${variant} numaralı varyantı tükendi`,
  /** Of a campaign whose name is known. @type {Record<string, (name: string) => string>} */
  named: {
    'campaign.changed': name => `“${name}” kampanyası değişti`,
    'campaign.deleted': name => `“${name}” kampanyası silindi`,
    'campaign.codes_created': name => `“${name}” kampanyasının kodları oluşturuldu`,
    'campaign.codes_switched_off': name => `“${name}” kampanyasının kodları kapatıldı`,
  },
  actors: {
    deleted: 'Silinmiş bir müşteri',
    /** @type {Record<string, (name: string) => string>} */
    by: {
      admin: name => `Yapan: ${name}`,
      member: name => `Yapan: müşteri ${name}`,
      guest: () => 'Yapan: bir misafir',
      'command-line': () => 'Yapan: sunucudaki komut satırı',
      clock: () => 'Kendiliğinden: süresi doldu',
    },
  },
  overLimit: 'Bir promosyon sınırından fazla kullanıldı.',
  overStock: 'Kalan stoktan fazlası sipariş edildi.',
  codes: (/** @type {string} */ batch, /** @type {string} */ count) => `${batch} paketi: ${count} kod`,
  fields: (/** @type {string} */ names) => `Değişen alanlar: ${names}`,
  section: (/** @type {string} */ section, /** @type {string} */ created, /** @type {string} */ updated) =>
    `${section}: ${created} yeni, ${updated} güncellenen`,
  withdrawn: (/** @type {string} */ count) => `${count} ürün satıştan kaldırıldı`,
  links: {
    checkout: 'Sipariş',
    customer: 'Müşteri',
    cart: 'Sepet',
    coupon: 'Kupon',
    campaign: 'Kampanya',
    product: 'Ürün',
  },
}
