/** Why promotions apply or not, in Turkish. */

/** @typedef {(...values: string[]) => string} Sentence */

export const conditionsTr = {
  /** What each condition is about. @type {Record<string, string>} */
  names: {
    campaignEngine: 'Mağazada kampanyalar',
    active: 'Durum',
    dates: 'Tarih',
    weekday: 'Gün',
    time: 'Saat',
    usage: 'Kullanım hakkı',
    customerUsage: 'Bu müşterinin kullanım hakkı',
    audience: 'Kimin için',
    firstOrder: 'İlk sipariş',
    channel: 'Nerede geçerli',
    products: 'Ürünler',
    minimumQuantity: 'En az adet',
    minimumTotal: 'En az tutar',
    coupon: 'Kupon',
    campaign: 'Bağlı olduğu kampanya',
    combination: 'Kuponla birlikte',
  },
  /** @type {Record<string, string>} */
  channels: { app: 'uygulama', web: 'web mağazası', agent: 'alışveriş asistanları' },
  allChannels: 'her yer',
  onChannel: /** @type {Sentence} */ (
    (now, channels) => `Alışverişin yapıldığı yer: ${now}. Geçerli olduğu yer: ${channels}.`
  ),
  hasOrdered: 'Müşterinin daha önce siparişi var.',
  hasNotOrdered: 'Müşterinin henüz siparişi yok.',
  noCouponApplies: 'Sepette geçerli bir kupon yok.',
  couponAlone: /** @type {Sentence} */ (
    code => `Sepette ${code} kuponu geçerli ve bu kuponla birlikte kampanya uygulanmaz.`
  ),
  campaignAlone: /** @type {Sentence} */ (
    code => `Sepette ${code} kuponu geçerli ve bu kampanya kuponla birlikte uygulanmaz.`
  ),
  switchedOn: 'Açık.',
  switchedOff: 'Kapalı.',
  noLimit: 'Sınır yok.',
  noMinimum: 'Alt sınır yok.',
  ofCampaign: 'Bağlı olduğu kampanyanın koşulu geçerli.',
  between: /** @type {Sentence} */ ((from, to) => `${from} ile ${to} arasında geçerli.`),
  from: /** @type {Sentence} */ (from => `${from} tarihinden beri geçerli.`),
  notYet: /** @type {Sentence} */ (from => `${from} tarihinde başlayacak.`),
  until: /** @type {Sentence} */ (to => `${to} tarihine kadar geçerli.`),
  ended: /** @type {Sentence} */ (to => `${to} tarihinde bitti.`),
  always: 'Tarih sınırı yok.',
  weekdays: /** @type {Sentence} */ ((today, days) => `Bugün ${today}; geçerli günler: ${days}.`),
  everyDay: 'Her gün.',
  allDay: 'Bütün gün.',
  hours: /** @type {Sentence} */ ((now, from, to) => `Şu an ${now}; ${from} ile ${to} arasında geçerli.`),
  used: /** @type {Sentence} */ ((used, limit) => `${used} / ${limit} kullanıldı.`),
  guestsHaveNone: 'Misafirler kullanamaz; müşteri giriş yapmalı.',
  everyone: 'Herkes için.',
  excluded: 'Bu sepetin sahibi hariç tutulanlar arasında.',
  notForOwner: 'Bu sepetin sahibi için değil.',
  guest: 'Sepet bir misafire ait.',
  member: 'Sepet bir üyeye ait; üye hiçbir grupta değil.',
  groupMember: /** @type {Sentence} */ (group => `Sepet ${group} numaralı gruptaki bir üyeye ait.`),
  dealer: 'Müşteri bir bayi.',
  forCampaign: /** @type {Sentence} */ (id => `Kampanya ${id} bu müşteri için değil.`),
  noLines: 'Sepet boş.',
  noLinesOf: /** @type {Sentence} */ (products => `Uygun ${products} ürünün hiçbiri sepette yok.`),
  linesOfAll: /** @type {Sentence} */ (lines => `Sepette ${lines} satır var; her ürün uygundur.`),
  linesOf: /** @type {Sentence} */ ((lines, products) => `Uygun ${products} üründen sepette ${lines} satır var.`),
  of: /** @type {Sentence} */ ((value, minimum) => `Gereken ${minimum}, sepette ${value} var.`),
  /** What limits the products beside their list, by the name of the condition. @type {Record<string, string>} */
  limits: {
    variantIds: 'varyantlar',
    brands: 'markalar',
    categories: 'kategoriler',
    tags: 'etiketler',
    priceFrom: 'en düşük fiyat',
    priceTo: 'en yüksek fiyat',
    excludeDiscounted: 'indirimli ürünler hariç',
    exclude: 'hariç tutulan ürünler',
  },
  listed: /** @type {Sentence} */ (products => `seçilen ${products} ürün`),
  linesWithin: /** @type {Sentence} */ (
    (lines, limits) => `Sepette koşula uyan ${lines} satır var. Ürünleri sınırlayan: ${limits}.`
  ),
  noLinesWithin: /** @type {Sentence} */ (limits => `Sepette koşula uyan ürün yok. Ürünleri sınırlayan: ${limits}.`),
  needsNoCoupon: 'Kupon gerekmez.',
  needsCoupon: 'Sepette bu kampanyaya bağlı bir kupon yok.',
  chosen: /** @type {Sentence} */ (code => `${code} girilmiş.`),
  chosenInVain: /** @type {Sentence} */ (code => `${code} girilmiş, ama kuponun kendi koşulları sağlanmıyor.`),
  boundToNone: 'Bir kampanyaya bağlı değil.',
  noCampaign: /** @type {Sentence} */ (id => `Bağlı olduğu kampanya (${id}) yok ya da kupon istemiyor.`),
  campaignApplies: /** @type {Sentence} */ (id => `Kampanya ${id} geçerli.`),
  memberOfGroup: /** @type {Sentence} */ (name => `Sepet, ${name} grubundaki bir üyenin.`),
  notForThem: /** @type {Sentence} */ (campaign => `${campaign} kampanyası bu müşteri için değil.`),
  appliesByName: /** @type {Sentence} */ (campaign => `${campaign} kampanyası geçerli.`),
  failsByName: /** @type {Sentence} */ (
    campaign => `${campaign} kampanyası bu sepet için geçerli değil; nedeni aşağıda.`
  ),
  othersHold: /** @type {Sentence} */ (count => `${count} koşul sağlanıyor`),
  campaignFails: /** @type {Sentence} */ (id => `Kampanya ${id} bu sepet için geçerli değil; nedeni aşağıda.`),
  holds: 'Sağlanıyor:',
  fails: 'Sağlanmıyor:',
  lacks: /** @type {Sentence} */ (missing => `${missing} daha eklenirse geçerli olur.`),
  pieces: /** @type {Sentence} */ (count => `${count} adet`),
  and: ' ve toplamda ',
  toCoupon: 'Kuponu aç',
  toCampaign: 'Kampanyayı aç',
  toCustomer: 'Müşteriyi aç',
}
