/** The texts of the agent in Turkish; their type is that of the agent's texts in every language. */

export const agentTr = {
  title: 'Asistan',
  skip: 'Asistana geç',
  introTitle: 'Bir alışveriş asistanı ve araç çağrıları.',
  introText:
    'Ne istediğinizi yazın. Asistan ürünleri MCP ile arar, bir sepet doldurur ve size bağlantısını verir. Burada dil modeli yok, onun yerine cümledeki kelimelere bakan basit bir program var; gerçek bir asistan da aynı araçları çağırır.',
  startTitle: 'Ne almak istersiniz?',
  start: 'Bir cümle yazın ya da aşağıdaki örneği seçin. Asistanın her çağrısı burada görünür.',
  needsKey:
    'Alışveriş asistanları için anahtar gerekiyor: UCP_API_KEYS ayarlı, bu sayfanın ise anahtarı yok. Asistanı denemek için Sepet’i bu ayar olmadan başlatın.',
  conversation: 'Asistanla konuşma',
  sentence: 'Asistana yazın',
  placeholder: 'iki metre keten ve kesme tahtası',
  send: 'Gönder',
  exampleList: 'Örnekler',
  examples: ['iki metre keten ve kesme tahtası'],
  moreExamples: ['bir de havlu', 'kesme tahtası olmadan'],
  noModel: 'Dil modeli yerine basit bir program çalışır; sayıları, birimleri ve birkaç İngilizce kelimeyi bilir.',
  you: 'Siz:',
  cancelSentence: 'Sepeti iptal et',

  toolCount: (/** @type {string} */ count) => `${count} araç`,
  nothingFound: 'bulunamadı',
  andMore: (/** @type {string} */ count) => `ve ${count} ürün daha`,
  lineCount: (/** @type {string} */ count) => `${count} satır`,
  noCart: 'sepet yok',
  isCancelled: 'iptal edildi',

  notFound: 'bunun için ürün bulunamadı.',
  /** What became of a sentence. @type {Record<string, string>} */
  outcomes: {
    filled: 'Sepetiniz hazır.',
    emptied: 'Asistanın sepeti artık boş.',
    cancelled: 'Asistanın sepeti iptal edildi; bağlantısı artık geçerli değil.',
    unclear: 'Cümlede bir ürün adı bulunamadı.',
    nothing: 'Sepette bir şey değişmedi.',
    refused: 'Bu ürünlerin hiçbiri sepete eklenemedi.',
    gone: 'Bu sepet artık yok: süresi dolmuş ya da iptal edilmiş. Bir sonraki cümle yeni bir sepet başlatır.',
  },
  /** Messages of the shop by their codes. @type {Record<string, string>} */
  remarks: {
    quantity_invalid_minimum_not_met: 'adet en az 1 olmalı.',
    quantity_invalid_limit_exceeded: 'sepete bu kadar eklenemez.',
    item_unavailable: 'satışta değil.',
    out_of_stock: 'tükendi.',
    insufficient_stock: 'stokta bu kadar yok.',
    minimum_order_not_met: 'Sepet, en düşük sipariş tutarının altında.',
  },

  cart: 'Asistanın sepeti',
  cancelCart: 'İptal et',
  /** Labels of totals by their types. @type {Record<string, string>} */
  totals: {
    subtotal: 'Ara toplam',
    discount: 'İndirim',
    fulfillment: 'Kargo',
    tax: 'KDV',
    total: 'Toplam',
  },
  continueOnPhone: 'Telefonda devam et',
  continueInWebView: 'Web görünümünde devam et',
  continueHint: 'Telefonda: ürünler telefonun sepetine eklenir. Web’de: tarayıcıdaki web oturumunun sepetine.',
  webViewHint:
    'Asistanın bağlantısı süresi dolana kadar açılabilir; ürünler bu web oturumunun sepetine bir kez eklenir.',
  /** Why a link brought nothing, by the parameter `continue` of the address. @type {Record<string, string>} */
  deadLinks: {
    gone: 'Bu bağlantı artık geçerli değil: sepetin süresi dolmuş ya da sepet iptal edilmiş.',
    closed: 'Mağaza misafirleri web sitesine almıyor; önce telefonda devam edin.',
    unavailable: 'Veritabanına şu anda ulaşılamıyor; bağlantıyı biraz sonra yeniden açın.',
  },
  /** Protocol errors by their codes. @type {Record<string, string>} */
  problems: {
    unauthorized: 'Alışveriş asistanları için anahtar gerekiyor (UCP_API_KEYS).',
    invalid_profile_url:
      'Asistanın profiline bu adreste izin verilmiyor: PUBLIC_URL http://localhost ya da http://127.0.0.1 olmalı.',
    profile_not_allowed: 'UCP_PLATFORM_PROFILES bu sayfanın asistanını içermiyor.',
    profile_unreachable: 'Sepet, asistanın profilini bu sayfanın adresinden okuyamadı.',
    discovery_busy: 'Sepet şu anda çok sayıda profil okuyor; biraz sonra yeniden deneyin.',
    service_unavailable: 'Sepet şu anda yanıt veremiyor; biraz sonra yeniden deneyin.',
    internal_error: 'Sepet’te bir hata oluştu.',
    not_found: 'Alışveriş asistanları kapalı (UCP_ENABLED).',
  },
}

/** @typedef {typeof agentTr} AgentTexts */
