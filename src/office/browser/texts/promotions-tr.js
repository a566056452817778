/** Texts of the coupons' and campaigns' pages in Turkish. */

import { promotionFieldsTr } from './promotion-fields-tr.js'

/** @typedef {(...values: string[]) => string} Sentence */

export const promotionsTr = {
  coupons: {
    title: 'Kuponlar',
    lead: 'Müşterinin sepette yazdığı kodlar, harf sırasıyla.',
    empty: 'Henüz kupon yok',
    add: 'Yeni kupon',
    edit: 'Kupon',
    key: 'Kod',
    find: 'Kuponu aç',
    deleteTitle: /** @type {Sentence} */ (name => `${name} kuponu silinsin mi?`),
    taken: 'Bu kodla bir kupon var. Başka bir kod yazın.',
  },
  campaigns: {
    title: 'Kampanyalar',
    lead: 'Sepetin kendiliğinden önerdiği indirimler, numaralarının sırasıyla.',
    empty: 'Henüz kampanya yok',
    add: 'Yeni kampanya',
    edit: 'Kampanya',
    key: 'Numara',
    find: 'Kampanyayı aç',
    deleteTitle: /** @type {Sentence} */ (name => `${name} kampanyası silinsin mi?`),
    taken: 'Bu numarayla bir kampanya var. Başka bir numara yazın.',
  },
  name: 'Ad',
  summary: 'Özet',
  gives: 'Ne veriyor',
  validity: 'Geçerlilik',
  uses: 'Kullanım',
  state: 'Durum',
  states: { active: 'Geçerli', planned: 'Planlandı', ended: 'Bitti', usedUp: 'Tükendi', off: 'Kapalı' },
  percent: /** @type {Sentence} */ (value => `%${value} indirim`),
  percentUpTo: /** @type {Sentence} */ ((value, maximum) => `%${value} indirim, en fazla ${maximum}`),
  fixed: /** @type {Sentence} */ (amount => `${amount} indirim`),
  buyPay: /** @type {Sentence} */ ((buy, pay) => `${buy} al ${pay} öde`),
  freeShipping: 'Kargo ücretsiz',
  ofCampaign: /** @type {Sentence} */ (id => `Kampanya ${id} ne veriyorsa`),
  nothing: 'Belirtilmemiş',
  always: 'Süresiz',
  from: /** @type {Sentence} */ (time => `${time} tarihinden itibaren`),
  until: /** @type {Sentence} */ (time => `${time} tarihine kadar`),
  between: /** @type {Sentence} */ ((from, to) => `${from} – ${to}`),
  usesOf: /** @type {Sentence} */ ((count, limit) => `${count} / ${limit}`),
  allUsesHint: '“Kullanım” Sepet dışındakileri, tamamlanan siparişleri ve ödeme bekleyenleri birlikte sayar.',
  usesHint: 'Buradaki kullanım ve durum yalnızca Sepet dışındakileri sayar; liste Sepet siparişlerini de sayar.',

  ...promotionFieldsTr,

  create: 'Oluştur',
  duplicate: 'Çoğalt',
  copyOf: /** @type {Sentence} */ (name => `${name} kopyası`),
  switchOff: 'Kapat',
  switchOn: 'Aç',
  delete: 'Sil',
  deleteHint: 'Bir daha hiçbir sepete uygulanmaz. Verilmiş siparişler değişmez.',
  created: /** @type {Sentence} */ (name => `${name} oluşturuldu.`),
  saved: /** @type {Sentence} */ (name => `${name} kaydedildi.`),
  unchanged: /** @type {Sentence} */ (name => `${name} zaten böyleydi; hiçbir şey değişmedi.`),
  switchedOff: /** @type {Sentence} */ (name => `${name} kapatıldı: müşteriler artık kullanamaz.`),
  switchedOn: /** @type {Sentence} */ (name => `${name} açıldı.`),
  deleted: /** @type {Sentence} */ (name => `${name} silindi.`),
  restored: /** @type {Sentence} */ (name => `${name} önceki haline getirildi.`),
  outdated: /** @type {Sentence} */ (
    name => `${name} bu arada başkası tarafından değiştirildi; hiçbir şey yazılmadı. Sayfa son halini gösteriyor.`
  ),
  gone: 'Bu kaydı bu arada başkası sildi. Yazdıklarınız burada; kaydederseniz yeniden oluşturulur.',
  readOnly: 'Rolünüz bu kaydı değiştirmeye izin vermiyor.',

  compare: {
    title: 'Bu arada başkası da kaydetti',
    lead: 'Hiçbir şey kaybolmadı ve henüz hiçbir şey yazılmadı. Her alan için hangi değerin kalacağını seçin.',
    before: 'Önceki değer',
    mine: 'Benimki kalsın',
    theirs: 'Diğerininkini al',
    changedBy: {
      mine: 'Yalnızca siz değiştirdiniz',
      theirs: 'Yalnızca diğer kişi değiştirdi',
      both: 'İkiniz de değiştirdiniz: seçin',
    },
    missing: 'Önce işaretli her alan için bir seçim yapın.',
    save: 'Seçtiklerimi kaydet',
    back: 'Forma dön',
    none: 'boş',
  },

  preview: {
    title: 'Bir sepette etkisi',
    lead: 'Kayıtlı hali gösterir; formda henüz kaydedilmemiş olanı değil.',
    subject: 'Sepet',
    subjectHint: 'member:42 (müşteri 42) veya guest: ve misafirin kimliği',
    show: 'Göster',
    discount: /** @type {Sentence} */ (amount => `Bu sepette: ${amount}`),
    shipping: 'Bu sepette kargo ücretsiz olur.',
    available: 'Bu sepet için geçerli, ama müşteri henüz seçmedi. Tutar, seçildiğinde belli olur.',
    fails: 'Bu sepet için geçerli değil.',
    noCoupon: 'Bu sepette bir kupon girilmemiş; bu kuponun etkisi bilinmiyor.',
    otherCoupon: /** @type {Sentence} */ (
      code => `Bu sepette başka bir kupon girilmiş: ${code}. Bu kuponun etkisi bilinmiyor.`
    ),
    openCart: 'Sepeti aç',
  },
}
