/** Sentences for refusals that any page may meet, in Turkish. */

/** By the API's code. @type {Record<string, string>} */
export const serverCodesTr = {
  not_found: 'Bu adreste bir şey yok. Sayfayı, sunucunun yazdığı adresten açın.',
  method_not_allowed: 'Sunucu bu işlemi tanımıyor. Sayfayı yenileyin.',
  malformed_request: 'İstek okunamadı. Sayfayı yenileyip yeniden deneyin.',
  malformed_json: 'Dosya ya da istek geçerli bir JSON değil.',
  invalid_encoding: 'Metin UTF-8 değil.',
  not_acceptable: 'Sunucu bu biçimde yanıt veremiyor.',
  headers_too_large: 'İstek çok büyük. Tarayıcının bu siteye ait çerezlerini silip yeniden deneyin.',
  precondition_unsupported: 'Sunucu bu koşulu desteklemiyor. Sayfayı yenileyin.',
  internal_error: 'Sunucuda bir hata oluştu. Biraz sonra yeniden deneyin.',
  cart_busy: 'Sepet şu anda başka bir istekle değişiyor. Biraz sonra yeniden deneyin.',
  token_invalid: 'Oturumunuz sona erdi; hiçbir şey kaydedilmedi. Yeniden oturum açın.',
  wrong_token_kind: 'Bu oturumla bu işlem yapılamaz.',
  customer_not_eligible: 'Bu müşteri etkin olmadığı için işlem yapılamadı.',
  sku_ambiguous: 'Bu stok kodu birden çok kayıtta var. Ürünün numarasını kullanın.',
  ids_exhausted: 'Yeni kayıt için numara kalmadı.',
  bulk_size_invalid: 'Kayıt sayısı izin verilenden az ya da çok.',
}
