/** The texts of the agent in Turkish; their type is that of the agent's texts in every language. */

export const agentTr = {
  title: 'Ajan',
  skip: 'Ajana geç',
  introTitle: 'Alışveriş yapan bir ajan ve araç çağrıları.',
  introText:
    'Ne istediğinizi yazın. Ajan ürünleri MCP ile arar, bir sepet doldurur ve size bağlantısını verir. Burada model yok: yerinde basit bir kelime eşleştirici var; gerçek bir ajan da aynı araçları çağırır.',
  startTitle: 'Ne almak istersiniz?',
  start: 'Bir cümle yazın ya da aşağıdaki örneği seçin. Ajanın her çağrısı burada görünür.',
  needsKey:
    'Ajanların kapısı anahtar istiyor: UCP_API_KEYS ayarlı, bu sayfanın ise anahtarı yok. Ajanı denemek için Sepet’i bu ayar olmadan başlatın.',
  conversation: 'Ajanla konuşma',
  sentence: 'Ajana söyleyin',
  placeholder: 'iki metre keten ve kesme tahtası',
  send: 'Gönder',
  exampleList: 'Örnekler',
  examples: ['iki metre keten ve kesme tahtası'],
  moreExamples: ['bir de havlu', 'kesme tahtası olmadan'],
  noModel: 'Model yerine basit bir kelime eşleştirici çalışır; sayıları, birimleri ve birkaç İngilizce kelimeyi bilir.',
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
    emptied: 'Ajanın sepeti artık boş.',
    cancelled: 'Ajanın sepeti iptal edildi; bağlantısı artık geçerli değil.',
    unclear: 'Cümlede bir ürün adı bulamadım.',
    nothing: 'Sepette bir şey değişmedi.',
    refused: 'Mağaza bunların hiçbirini sepete almadı.',
    gone: 'Bu sepet artık yok: süresi dolmuş ya da iptal edilmiş. Bir sonraki cümle yeni bir sepet başlatır.',
  },
  /** Messages of the shop by their codes. @type {Record<string, string>} */
  remarks: {
    quantity_invalid_minimum_not_met: 'adet en az 1 olmalı.',
    quantity_invalid_limit_exceeded: 'bu kadarı sepete sığmaz.',
    item_unavailable: 'satışta değil.',
    out_of_stock: 'tükendi.',
    insufficient_stock: 'stokta bu kadar yok.',
    minimum_order_not_met: 'Sepet, en az sipariş tutarının altında.',
  },

  cart: 'Ajanın sepeti',
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
  webViewHint: 'Ajanın bağlantısı süresi dolana kadar açılabilir; ürünler bu web oturumunun sepetine bir kez eklenir.',
  /** Why a link brought nothing, by the parameter `continue` of the address. @type {Record<string, string>} */
  deadLinks: {
    gone: 'Bu bağlantı artık geçerli değil: sepetin süresi dolmuş ya da sepet iptal edilmiş.',
    closed: 'Mağaza misafirleri web sitesine almıyor; önce telefonda devam edin.',
    unavailable: 'Veritabanına şu anda ulaşılamıyor; bağlantıyı birazdan yeniden açın.',
  },
  /** Protocol errors by their codes. @type {Record<string, string>} */
  problems: {
    unauthorized: 'Ajanların kapısı bir anahtar istiyor (UCP_API_KEYS).',
    invalid_profile_url:
      'Ajanın profiline bu adreste izin verilmiyor: PUBLIC_URL http://localhost ya da http://127.0.0.1 olmalı.',
    profile_not_allowed: 'UCP_PLATFORM_PROFILES bu sayfanın ajanını içermiyor.',
    profile_unreachable: 'Sepet, ajanın profilini bu sayfanın adresinden okuyamadı.',
    discovery_busy: 'Sepet şu anda çok sayıda profil okuyor; birazdan yeniden deneyin.',
    service_unavailable: 'Sepet şu anda yanıt veremiyor; birazdan yeniden deneyin.',
    internal_error: 'Sepette bir hata oldu.',
    not_found: 'Ajanların kapısı kapalı (UCP_ENABLED).',
  },
}

/** @typedef {typeof agentTr} AgentTexts */
