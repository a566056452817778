/** Texts of the frame and of the components in Turkish. */

export const commonTr = {
  locale: 'tr-TR',
  office: 'ofis',
  language: 'Dil',
  skip: 'İçeriğe geç',
  menu: 'Menü',
  pages: 'Sayfalar',
  signedInAs: 'Oturum açan:',
  signOut: 'Çıkış',
  loading: 'Yükleniyor…',
  cancel: 'Vazgeç',
  save: 'Kaydet',
  dismiss: 'Bildirimi kapat',
  yes: 'Evet',
  no: 'Hayır',
  undo: 'Geri al',

  list: {
    more: 'Daha fazla göster',
    shown: (/** @type {string} */ count) => `${count} kayıt gösteriliyor`,
    filter: 'Süz',
    all: 'Tümü',
    clear: 'Süzgeci kaldır',
    download: 'CSV olarak indir',
    /** Names of the files without their ending. */
    files: { products: 'urunler', coupons: 'kuponlar', orders: 'siparisler' },
  },
  states: {
    notFound: 'Bulunamadı',
    forbidden: 'Bunun için yetkiniz yok',
    failed: 'Yüklenemedi',
    again: 'Yeniden dene',
    noPage: 'Sayfa yok',
    noPageHint: 'Bu adreste bir sayfa yok.',
    needsScope: 'Bu sayfa için gereken yetki:',
  },
  confirm: {
    type: 'Onaylamak için yazın:',
    mismatch: (/** @type {string} */ word) => `Yazdığınız ${word} ile aynı değil.`,
  },
}
