/** Sentences of the questions before something is switched off, deleted or given up, in Turkish. */

/** @typedef {(value: string) => string} Sentence */

export const asksTr = {
  canUndo: 'Sonra çıkan bildirimden geri alabilirsiniz.',
  failed: /** @type {Sentence} */ (why => `Yapılamadı. ${why}`),
  switchOffTitle: /** @type {Sentence} */ (name => `${name} kapatılsın mı?`),
  switchOff: 'Yeniden açılana kadar hiçbir sepete uygulanmaz. Verilmiş siparişler değişmez.',
  codes: /** @type {Sentence} */ (count => `Bu kampanyanın ${count} kodu da artık geçerli olmaz.`),
  codesOfDeleted: /** @type {Sentence} */ (
    count => `Bu kampanyaya bağlı ${count} kod var. Onlar silinmeden kampanya silinemez.`
  ),
  customerOrders: /** @type {Sentence} */ (count => `Tamamlanmış ${count} siparişi müşterisiz kalır.`),
  cancelRefund: /** @type {Sentence} */ (
    amount => `Müşteriye geri ödenecek tutar: ${amount}. Sepet ödemeyi kendisi iade etmez.`
  ),
  cancelPieces: /** @type {Sentence} */ (
    count => `İade edilmemiş ${count} adetten stoktan düşülenler stoğa geri eklenir.`
  ),
  cancelReturns: /** @type {Sentence} */ (count => `Daha önce yapılan ${count} iade olduğu gibi kalır.`),
  final: 'Geri alınamaz.',
  productsTitle: 'Değişiklikler kaydedilsin mi?',
  offSale: /** @type {Sentence} */ (
    count => `${count} satır satıştan kaldırılır: satın alınamaz, sepetlerde satılmıyor olarak kalır.`
  ),
  withoutTiers: /** @type {Sentence} */ (count => `${count} satırın miktara göre fiyatlarının tümü kaldırılır.`),
  importTitle: 'Dosya içe aktarılsın mı?',
  skips: /** @type {Sentence} */ (count => `Atlanacak olay: en fazla ${count}.`),
}
