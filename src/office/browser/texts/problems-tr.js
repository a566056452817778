/** Sentences for refused requests in Turkish. */

export const problemsTr = {
  offline: 'Sunucuya ulaşılamadı. Bağlantınızı denetleyip yeniden deneyin.',
  notFound: 'Böyle bir kayıt yok.',
  other: (/** @type {string} */ status) => `Sunucu isteği yerine getiremedi (HTTP ${status}).`,
  /** By the API's code; a code without one shows the API's own sentence. @type {Record<string, string>} */
  codes: {
    customer_not_found: 'Böyle bir müşteri yok.',
    cart_not_found: 'Böyle bir sepet yok ya da süresi dolmuş.',
    checkout_not_found: 'Bu numarayla bir sipariş yok.',
    coupon_not_found: 'Böyle bir kupon yok.',
    campaign_not_found: 'Böyle bir kampanya yok.',
    campaign_in_use: 'Bu kampanyaya bağlı kuponlar var. Önce o kuponları silin ya da başka bir kampanyaya bağlayın.',
    customer_group_not_found: 'Böyle bir müşteri grubu yok.',
    email_taken: 'Bu e-posta başka bir müşterinin.',
    external_id_taken: 'Bu dış kimlik başka bir müşterinin.',
    precondition_failed: 'Kayıt bu arada başkası tarafından değiştirildi; hiçbir şey yazılmadı. Sayfayı yenileyin.',
    webhook_not_found: 'Böyle bir webhook yok.',
    test_running: 'Bu webhook’un bir denemesi sürüyor. Sonucunu bekleyin.',
    payload_too_large: 'Dosya ya da içindekiler çok büyük. Bölüp yeniden deneyin.',
    unsupported_media_type: 'Dosya JSON ya da CSV olmalı, UTF-8 ile yazılmış olmalı.',
    request_timeout: 'Dosya zamanında ulaşmadı. Daha hızlı bir bağlantıyla yeniden deneyin ya da bölün.',
    product_unknown: 'Böyle bir ürün yok.',
    variant_unknown: 'Ürünün böyle bir varyantı yok.',
    insufficient_scope: 'Rolünüz buna izin vermiyor.',
    cross_site_request: 'İstek başka bir siteden geldiği için reddedildi. Sayfayı yeniden yükleyin.',
    parameter_invalid: 'Aranan değerlerden biri geçersiz; yazımını denetleyin. Sepet şöyle yazılır: member:42.',
    rate_limited: 'Kısa sürede çok istek gönderildi. Biraz sonra yeniden deneyin.',
    database_busy: 'Sunucu şu anda meşgul; hiçbir şey değişmedi. Biraz sonra yeniden deneyin.',
    overloaded: 'Sunucu şu anda meşgul; hiçbir şey değişmedi. Biraz sonra yeniden deneyin.',
    unavailable: 'Sunucu şu anda yanıt veremiyor. Biraz sonra yeniden deneyin.',
  },
}
