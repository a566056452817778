/** Texts of the start page in Turkish. */

/** @typedef {(...values: string[]) => string} Sentence */

export const homeTr = {
  title: 'Başlangıç',
  welcome: (/** @type {string} */ name) => `Merhaba ${name}`,
  lead: 'Mağazanızın son günleri ve ilgilenmeniz gerekenler.',
  find: 'Ne arıyorsunuz?',
  asTable: 'Sayıları tablo olarak göster',
  day: 'Gün',
  shopsClock: (/** @type {string} */ zone) => `Günler ve saatler mağazanın saat dilimindedir (${zone}).`,
  browsersClock: (/** @type {string} */ zone) => `Günler ve saatler bu tarayıcının saat dilimindedir (${zone}).`,
  cut: (/** @type {string} */ time) => `Olay sayısı çok fazla: ${time} öncesi eksik olabilir.`,

  quick: {
    customers: 'Müşteri bul',
    left: 'Bir gündür bekleyen sepetler',
    held: 'Ödeme bekleyenler',
    coupon: 'Yeni kupon',
    campaign: 'Yeni kampanya',
    products: 'Fiyat ve stok',
    imports: 'Dosya içe aktar',
  },

  orders: {
    title: 'Siparişler, son 14 gün',
    completed: 'Tamamlanan',
    held: 'Ödemeye geçen',
    cancelled: 'İptal edilen',
    cancelledHint: 'Tamamlananlar, sonradan iptal edilenleri de içerir.',
    none: 'Son 14 günde tamamlanan sipariş yok.',
    /** @type {Sentence} */
    most: (count, day, most) => `Son 14 günde ${count} sipariş tamamlandı. En çok sipariş: ${day}, ${most}.`,
    /** @type {Sentence} */
    bar: (day, held, completed, cancelled) =>
      `${day}: ${held} ödemeye geçti, ${completed} tamamlandı, ${cancelled} iptal edildi`,
  },
  soldOut: {
    title: 'Tükenen ürünler',
    count: 'Tükenen ürün',
    now: {
      none: 'Şu anda satıştaki hiçbir ürünün ve varyantın stoğu tükenmiş değil.',
      some: (/** @type {string} */ count) => `Şu anda satıştaki ${count} ürünün ya da bir varyantının stoğu tükenmiş`,
    },
    none: 'Son 14 günde hiçbir ürün tükenmedi.',
    /** @type {Sentence} */
    most: (count, day, most) => `Son 14 günde ürünler ve varyantlar ${count} kez tükendi. En çok: ${day}, ${most}.`,
  },
  carts: {
    title: 'Bekleyen sepetler',
    carts: 'Sepet',
    lines: 'Ürün satırı',
    pieces: 'Adet',
    age: 'Son değişiklik',
    /** Names of the groups, below the bars and in the table. @type {[short: string, long: string][]} */
    groups: [
      ['< 1 sa', 'Son bir saat'],
      ['1–24 sa', '1 ile 24 saat önce'],
      ['1–3 gün', '1 ile 3 gün önce'],
      ['3–7 gün', '3 ile 7 gün önce'],
      ['7–30 gün', '7 ile 30 gün önce'],
    ],
    none: 'Son 30 günde dolu kalan sepet yok.',
    /** @type {Sentence} */
    most: (carts, pieces, rested) =>
      `${carts} sepette ${pieces} adet ürün var. ${rested} sepet bir gündür ya da daha uzun süredir değişmedi.`,
    /** @type {Sentence} */
    more: limit => `Daha fazlası var: her gruptan ilk ${limit} sepet sayıldı.`,
    open: 'Sepet listesini aç',
  },
  attention: {
    title: 'İlgilenmeniz gerekenler',
    expired: 'Yarım kalan ödemeler',
    expiredHint: 'Son 14 günde ödemeye geçildi, ama ödeme süresi doldu.',
    beyond: 'Sınırı ya da stoğu aşan siparişler',
    beyondHint: 'Son 14 günün ödenmiş siparişleri. Gönderemeyeceğinizi iptal edin; ötekiler olduğu gibi kalabilir.',
    open: 'Listeyi aç',
    show: 'Siparişleri göster',
    nothing: 'Yapılacak bir şey yok.',
    listed: 'Bunlar sipariş listesindedir.',
    /** @type {Sentence} */
    more: count => `Daha fazlası var: son ${count} sipariş incelendi.`,
  },
}
