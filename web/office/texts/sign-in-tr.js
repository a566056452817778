/** Texts of the sign-in in Turkish. */

export const signInTr = {
  title: 'Oturum açın',
  lead: 'Bu sayfalar mağaza ekibi içindir.',
  withProvider: 'Kurum hesabıyla oturum aç',
  development: 'Bu roller yalnızca bu bilgisayarda, geliştirme ortamında vardır.',
  withoutKey:
    'Sepet’in başlarken terminale yazdığı bağlantıyı açın. Bağlantı, #key= ve data klasöründeki (DATA_DIR) office-key dosyasının içeriğiyle biter.',
  wrongKey: 'Bu anahtar bu sunucuya ait değil.',
  ended: 'Oturumunuz kapatıldı.',
  sessionEnded: 'Oturumunuz sona ermişti. Yeniden oturum açınca aynı sayfaya dönersiniz.',
  already: (/** @type {string} */ name) => `Oturum açan: ${name}`,
  goOn: 'Ofise dön',
  inputStays: 'Oturumunuz sona erdi; yazdıklarınız bu sayfada duruyor. Başka pencerede oturum açıp yeniden kaydedin.',
  importGoesOn: 'Oturumunuz sona erdi; içe aktarma sürüyor. Bu pencereyi kapatmayın, başka pencerede oturum açın.',
  elsewhere: 'Yeni pencerede oturum aç',
  /** The name and a hint of each role. @type {Record<string, [name: string, hint: string]>} */
  roles: {
    support: ['Destek', 'Müşteriler, sepetler, siparişler, kuponlar'],
    marketing: ['Pazarlama', 'Kampanyalar, kuponlar, ürünler'],
    warehouse: ['Depo', 'Ürünler, stok, siparişler'],
    owner: ['Mağaza sahibi', 'Her şey, müşteri silme dahil'],
  },
  /** @type {Record<string, string>} */
  problems: {
    denied: 'Oturum açma reddedildi ya da siz vazgeçtiniz. Yeniden deneyin.',
    expired: 'Bu oturum açma isteğinin süresi dolmuş ya da istek daha önce kullanılmış. Yeniden deneyin.',
    misconfigured: 'Oturum açma ayarları hatalı. Yöneticinize bildirin; nedeni sunucu günlüğünde yazıyor.',
    no_scopes: 'Hesabınızın ofis için yetkisi yok. Yöneticinizden yetki isteyin.',
    subject: 'Hesabınızın kimliği okunamadı. Yöneticinize bildirin.',
    unavailable: 'Oturum açma hizmetine ulaşılamadı. Biraz sonra yeniden deneyin.',
  },
}
