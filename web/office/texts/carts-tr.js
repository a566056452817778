/** Texts of the carts' pages in Turkish. */

export const cartsTr = {
  title: 'Sepetler',
  lead: 'Boş olmayan sepetler, en uzun süredir değişmeyen önce.',
  label: 'Sepetler',
  empty: 'Bu süzgece uyan sepet yok',
  kinds: {
    all: 'Üyeler ve misafirler',
    member: 'Üyeler',
    guest: 'Misafirler',
    ucp: 'Alışveriş asistanları',
  },
  age: 'Son değişiklik',
  /** @type {[value: string, label: string][]} */
  ages: [
    ['', 'Herhangi bir zaman'],
    ['1h', '1 saatten uzun süre önce'],
    ['1d', '1 günden uzun süre önce'],
    ['3d', '3 günden uzun süre önce'],
    ['7d', '1 haftadan uzun süre önce'],
    ['30d', '30 günden uzun süre önce'],
  ],
  owner: 'Sepetin sahibi',
  lines: 'Ürün',
  pieces: 'Adet',
  member: (/** @type {string} */ id) => `Müşteri ${id}`,
  guest: 'Misafir',
  ucp: 'Alışveriş asistanı',
  ofMember: (/** @type {string} */ name) => `Sepet · ${name}`,
  ofGuest: 'Bir misafirin sepeti',
  ofUcp: 'Bir alışveriş asistanının sepeti',
  changed: 'Son değişiklik:',
  never: 'Bu sepete hiç ürün eklenmemiş.',
  merged: 'Bu misafir giriş yaptı; ürünleri artık şu müşterinin sepetinde:',
  openMember: (/** @type {string} */ id) => `Müşteri ${id}`,
  cannotShop: 'Müşteri etkin olmadığı için alışveriş yapamaz.',
  toCustomer: 'Müşteriyi aç',

  contents: 'Müşterinin gördüğü sepet',
  emptyCart: 'Sepet boş',
  unavailable: 'Şu anda satın alınamaz',
  backorder: 'Stoksuz satış',
  /** Before the stock keeping unit of a line. */
  sku: 'Stok kodu',
  stockLeft: (/** @type {string} */ stock) => `Stokta ${stock}`,
  /** The unit of a stock, as the shop writes it. */
  unit: (/** @type {string} */ unit) => unit,
  quantity: (/** @type {string} */ quantity, /** @type {string} */ price) => `${quantity} × ${price}`,
  before: 'İndirimden önce: ',
  beforeDiscount: 'Kupon ve kampanyadan önce: ',
  now: 'İndirimli: ',
  orderNote: 'Sipariş notu',
  giftNote: 'Hediye notu',
  giftPackage: 'Hediye paketi',
  subtotal: 'Ara toplam',
  coupon: 'Kupon',
  campaign: 'Kampanya',
  applied: 'Uygulandı',
  shipping: 'Kargo',
  free: 'Ücretsiz',
  freeFrom: (/** @type {string} */ amount) => `${amount} ve üzeri ücretsiz`,
  shippingApart: 'Toplama dahil değildir.',
  grandTotal: 'Toplam (KDV dahil)',
  totalWithoutShipping: 'Toplam, kargo hariç (KDV dahil)',
  belowMinimum: (/** @type {string} */ amount) =>
    `En düşük sipariş tutarı ${amount}; sepet bunun altında, ödeme yapılamaz.`,

  /** A link to the cart. */
  link: {
    title: 'Bu sepetin bağlantısı',
    hint: 'Bağlantıyı açan herkesin sepetine bu ürünler eklenir. Bağlantı, sepetin kime ait olduğunu ve notlarını göstermez.',
    open: 'Bağlantı oluştur',
    make: 'Oluştur',
    couponCode: 'Kupon kodu (isteğe bağlı)',
    couponHint: 'Açan kişinin sepetinde kupon yoksa bu kod girilir.',
    days: 'Kaç gün geçerli olsun',
    daysHint: 'En fazla 365 gün.',
    uses: 'Kaç kişi kullanabilsin',
    usesHint: 'Sınır yoksa boş bırakın.',
    wrong: /** @type {Record<string, string>} */ ({
      couponCode: 'Mağazada bu kodla bir kupon yok.',
      days: '1 ile 365 arasında bir gün sayısı yazın.',
      uses: '1 ya da daha büyük bir sayı yazın; sınır yoksa boş bırakın.',
    }),
    nothing: 'Sepette bağlantıya eklenebilecek ürün yok.',
    url: 'Bağlantı',
    once: 'Bu bağlantı bir daha gösterilmez.',
    expires: 'Geçerlilik bitişi:',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    qrCode: 'Bağlantının QR kodu',
    download: 'QR kodunu indir (SVG)',
    another: 'Başka bir bağlantı oluştur',
  },

  noCoupon: 'Sepette kupon yok',
  noCouponHint:
    'Mağazanın bir kuponu kabul edilmezse burada bir gün boyunca gösterilir. Mağazada olmayan bir kod ise saklanmaz: müşterinin yazdığı kodu aramada deneyin.',
  /** The code that was refused last. */
  refused: {
    title: (/** @type {string} */ code) => `${code} kodu girildi, kabul edilmedi`,
    tell: 'Müşteriye söylenecek:',
    again: 'Kabul edilmeyen bir kod sonradan kendiliğinden geçerli olmaz: engel kalkınca müşteri kodu yeniden girmeli.',
    /** @type {Record<string, { why: string, tell: string }>} */
    reasons: {
      inactive: { why: 'Kupon kapalıydı.', tell: 'Bu kupon şu anda kullanılmıyor.' },
      not_started: { why: 'Kupon henüz başlamamıştı.', tell: 'Kupon henüz başlamadı.' },
      expired: { why: 'Kuponun süresi dolmuştu.', tell: 'Kuponun süresi doldu.' },
      used_up: { why: 'Kuponun kullanım hakkı bitmişti.', tell: 'Kuponun kullanım hakkı bitti.' },
      used_by_customer: {
        why: 'Müşterinin bu kuponu kullanma hakkı bitmişti ya da kupon ilk siparişe özeldi.',
        tell: 'Bu kuponu kullanma hakkınız bitti ya da kupon yalnızca ilk siparişte geçerli.',
      },
      audience: {
        why: 'Kupon bu sepetin sahibi için değildi. Müşteriye böyle bir kupon olmadığı söylendi.',
        tell: 'Bu kod bu sepette geçerli değil. Hesabınız varsa giriş yapıp kodu yeniden girin.',
      },
      channel: {
        why: 'Kupon, müşterinin alışveriş yaptığı yerde geçerli değildi.',
        tell: 'Bu kupon burada geçerli değil, kodu geçerli olduğu yerde girin.',
      },
    },
    otherReason: { why: 'Kupon o sırada geçerli değildi.', tell: 'Kupon o sırada geçerli değildi.' },
  },
  couponOf: (/** @type {string} */ code) => `Kupon ${code}`,
  couponApplies: (/** @type {string} */ code) => `${code} kuponu geçerli`,
  couponFails: (/** @type {string} */ code) => `${code} kuponu geçerli değil`,
  channel: 'Alışverişin yapıldığı yer:',
  /** Why an automatic campaign applies, or another one. */
  contest: {
    off: 'Müşteri, kendiliğinden uygulanan kampanyaları bu sepette kapattı.',
    heldTooOften:
      'Müşteri 24 saat içinde bu kampanyayla çok sayıda ödeme başlattı, sipariş vermedi: kampanya kendiliğinden uygulanmıyor.',
    chosen: 'Bu kampanyayı müşteri seçti.',
    savesMost: (/** @type {string} */ amount) =>
      `Kendiliğinden uygulandı: bu sepette en çok bu kazandırıyor (${amount}).`,
    first: (/** @type {string} */ names) =>
      `Kendiliğinden uygulandı: mağazanın sıralamasında şunlardan önce geliyor: ${names}.`,
    alone: 'Kendiliğinden uygulandı: bu sepete uyan tek otomatik kampanya.',
    otherChosen: (/** @type {string} */ name) => `Müşteri “${name}” kampanyasını seçti.`,
    otherSaves: (/** @type {string} */ name, /** @type {string} */ best, /** @type {string} */ own) =>
      `“${name}” daha çok kazandırıyor: ${best}. Bu kampanya ${own} kazandırırdı.`,
    otherEqual: (/** @type {string} */ name, /** @type {string} */ own) =>
      `Mağazanın sıralamasında önce geldiği için “${name}” uygulandı. İkisi de ${own} kazandırır.`,
    otherFirst: (/** @type {string} */ name) => `Mağazanın sıralamasında önce geldiği için “${name}” uygulandı.`,
  },
  /** What a reward does in the cart. */
  reward: {
    tier: (/** @type {string} */ start) => `Ulaşılan kademe: ${start}.`,
    noTier: 'Henüz hiçbir kademeye ulaşılmadı.',
    sets: (/** @type {string} */ count) => `Sepette ${count} set var.`,
    noSet: 'Sepette tamamlanmış set yok.',
    paid: 'Tam fiyatla ödenen',
    discounted: 'İndirimli',
    units: (/** @type {string} */ count, /** @type {string} */ name) => `${count} × ${name}`,
  },
  campaigns: 'Kampanyalar',
  boundTo: (/** @type {string} */ name) => `Bağlı olduğu kampanya: ${name}`,
  noCampaigns: 'Mağazada kampanya yok',
  states: { applied: 'Uygulandı', available: 'Seçilebilir', applies: 'Geçerli', no: 'Geçerli değil' },
  value: 'Değeri',
}
