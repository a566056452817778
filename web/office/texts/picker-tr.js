/** Texts of lists that are picked by name, in Turkish. */

export const pickerTr = {
  add: (/** @type {string} */ label) => `${label}: ara ve ekle`,
  search: 'Ara…',
  type: 'Yazıp Enter’a basın',
  offers: (/** @type {string} */ label) => `${label}: bulunanlar`,
  picked: (/** @type {string} */ label, /** @type {string} */ count) => `${label}: seçilen ${count}`,
  remove: (/** @type {string} */ text) => `Çıkar: ${text}`,
  found: (/** @type {string} */ count) => `${count} sonuç.`,
  none: 'Sonuç yok.',
  failed: 'Arama yapılamadı. Yeniden deneyin.',
  enter: (/** @type {string} */ text) => `Enter “${text}” ekler.`,
  left: (/** @type {string} */ count) => `${count} tane daha seçili.`,
  more: (/** @type {string} */ count) => `${count} tanesini daha göster`,
  clear: (/** @type {string} */ count) => `Seçilen ${count} kaydı temizle`,
  products: (/** @type {string} */ count) => `${count} ürün`,
  variant: (/** @type {string} */ id) => `Varyant ${id}`,
}
