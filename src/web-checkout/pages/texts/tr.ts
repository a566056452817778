/** The page texts in Turkish. */

/** The texts in Turkish, whose keys every language has. */
export const tr = {
  language: 'tr',
  /** The locale of numbers and money. */
  locale: 'tr-TR',

  skip: 'İçeriğe geç',
  pages: 'Sayfalar',
  nav: { cart: 'Sepet', checkout: 'Ödeme', orders: 'Siparişlerim' },
  titles: { cart: 'Sepetim', checkout: 'Ödeme', orders: 'Siparişlerim' },

  asMember: (customerId: number) => `Üye olarak alışveriş yapıyorsunuz · Müşteri no. ${customerId}`,
  asGuest: 'Misafir olarak alışveriş yapıyorsunuz',
  noSession: 'Oturum yok',
  unknownUser: {
    title: 'Sizi tanıyamadık',
    paragraphs: [
      'Oturumunuz yok: bu bağlantı daha önce kullanılmış ya da süresi dolmuş olabilir. Her bağlantı yalnızca bir kez ve kısa bir süre için geçerlidir.',
      'Uygulamaya dönüp yeniden deneyin; size yeni bir bağlantı verilir. Sepetiniz uygulamada duruyor.',
    ],
  },

  items: (count: number) => `${count} ürün`,
  products: 'Ürünler',
  emptyCart: {
    title: 'Sepetiniz boş',
    paragraphs: ['Ürünleri uygulamada sepete ekleyin, sonra ödemeye yeniden geçin.'],
  },
  toPayment: 'Ödemeye geç',
  toCart: 'Sepete dön',

  quantityAndUnitPrice: 'Miktar ve birim fiyat: ',
  amount: 'Tutar: ',
  before: 'Eski fiyat: ',
  now: 'Yeni fiyat: ',
  vatIncluded: (rate: string) => `%${rate} KDV dahil`,
  notOnSale: 'Şu anda satışta değil',
  outOfStock: 'Stokta yok',
  stockLeft: (stock: string, unit: string) => `Stokta ${stock} ${unit || 'adet'} kaldı`,
  orderNote: 'Sipariş notu',
  giftNote: 'Hediye notu',
  giftPackage: 'Hediye paketi yapılacak',

  orderSummary: 'Sipariş özeti',
  yourCart: 'Sepetiniz',
  subtotal: 'Ara toplam',
  vatOfRate: (rate: string) => `KDV %${rate} (dahil)`,
  vatOfShipping: (rate: string) => `Kargo KDV’si %${rate} (dahil)`,
  coupon: 'Kupon',
  campaign: 'Kampanya',
  applied: 'Uygulandı',
  byItself: 'Kendiliğinden uygulandı.',
  offers: 'Az kaldı',
  offer: (missing: string) => ({ before: '', after: ` için ${missing} daha ekleyin.` }),
  offerPieces: (count: string) => ({ before: '', after: ` için ${count} adet daha ekleyin.` }),
  couponElsewhere: (code: string) => `${code} kuponu web sitesinde geçerli değil; indirimi bu toplamda yok.`,
  couponUnapplied: (code: string) => `${code} kuponu bu sepette geçerli değil; indirimi bu toplamda yok.`,
  shipping: 'Kargo',
  free: 'Ücretsiz',
  freeFrom: (money: string) => `${money} ve üzerinde kargo ücretsiz`,
  shippingApart: 'Genel toplama dahil değildir.',
  grandTotal: 'Genel toplam',
  withVat: 'KDV dahil',
  unavailableItems: (count: number) => `Sepetinizdeki ${count} ürün şu anda satın alınamıyor.`,
  belowMinimum: (money: string) => `En düşük sipariş tutarı ${money}; sepetiniz bunun altında.`,

  payer: 'Siparişi veren',
  member: (customerId: number) => `Üye · Müşteri no. ${customerId}`,
  guest: 'Misafir',
  notYou: 'Bu siz değilseniz devam etmeyin; uygulamaya dönüp yeniden deneyin.',
  deliveryAndPayment: 'Teslimat ve ödeme',
  paymentElsewhere: 'Teslimat ve ödeme adımları mağazanın kendi web sitesinde tamamlanır.',
  paymentExample:
    'Bu sayfa, mağazanın ödeme sayfası bağlanana kadar onun yerini tutan bir örnektir: burada ödeme alınmaz, kart bilgisi istenmez ve sipariş oluşturulmaz.',

  noOrders: 'Gösterilecek sipariş yok',
  ordersElsewhere:
    'Siparişlerinizi burada mağazanın kendi sayfaları gösterir. Bu sayfa, onların yerini tutan bir örnektir.',
  membersOnly: 'Bu sayfa üyeler içindir',
  logIn: 'Siparişlerinizi görmek için uygulamada üye girişi yapıp yeniden deneyin.',

  linkFailures: {
    gone: {
      title: 'Bu bağlantı artık geçerli değil',
      paragraphs: [
        'Açtığınız sepet bağlantısının süresi dolmuş ya da sepet iptal edilmiş. Asistanınızdan yeni bir bağlantı isteyin.',
      ],
    },
    closed: {
      title: 'Bu mağazada yalnızca üyeler sipariş verebilir',
      paragraphs: ['Üye girişi yapın, sonra sepet bağlantısını yeniden açın.'],
    },
    unavailable: {
      title: 'Sepet bağlantısı şu anda açılamadı',
      paragraphs: ['Sepetteki ürünler eklenmedi. Biraz sonra bağlantıyı yeniden açın.'],
    },
  },
  unavailable: {
    title: 'Şu anda hizmet veremiyoruz',
    paragraphs: ['Lütfen biraz sonra yeniden deneyin. Sepetiniz duruyor.'],
  },
  limited: {
    title: 'Kısa sürede çok fazla istek geldi',
    paragraphs: ['Lütfen bir dakika sonra yeniden deneyin. Sepetiniz duruyor.'],
  },
}

/** The page texts of one language, with the keys of `tr`. */
export type Texts = typeof tr
