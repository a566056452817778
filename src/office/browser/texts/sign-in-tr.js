/** Texts of the sign-in in Turkish. */

export const signInTr = {
  title: 'Oturum açın',
  lead: 'Burası mağaza ekibinin çalışma yeridir.',
  withProvider: 'Kurum hesabıyla oturum aç',
  development: 'Bu roller yalnızca bu bilgisayarda, geliştirme sırasında vardır.',
  ended: 'Oturumunuz kapandı.',
  sessionEnded: 'Oturumunuz sona ermişti. Yeniden oturum açınca aynı sayfaya dönersiniz.',
  inputStays: 'Oturumunuz sona erdi; yazdıklarınız bu sayfada duruyor. Başka pencerede oturum açıp yeniden kaydedin.',
  elsewhere: 'Yeni pencerede oturum aç',
  /** The name and a hint of each role. @type {Record<string, [name: string, hint: string]>} */
  roles: {
    support: ['Destek', 'Müşteriler, sepetler, siparişler, kuponlar'],
    marketing: ['Pazarlama', 'Kampanyalar, kuponlar, ürünler'],
    warehouse: ['Depo', 'Ürünler, stok, siparişler'],
    owner: ['Mağaza sahibi', 'Her şey, müşteri silmek de'],
  },
  /** @type {Record<string, string>} */
  problems: {
    denied: 'Oturum açma reddedildi ya da siz vazgeçtiniz. Yeniden deneyin.',
    expired: 'Oturum açma çok uzun sürdü. Yeniden deneyin.',
    no_scopes: 'Hesabınızın ofis için yetkisi yok. Yöneticinizden yetki isteyin.',
    subject: 'Hesabınızın kimliği okunamadı. Yöneticinize bildirin.',
    unavailable: 'Oturum açma hizmetine ulaşılamadı. Biraz sonra yeniden deneyin.',
  },
}
