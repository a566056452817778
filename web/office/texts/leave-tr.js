/** Texts of leaving a page with something that is not saved, in Turkish. */

/** Fields that are named; of more their number is said. */
const NAMED = 4

export const leaveTr = {
  title: 'Kaydetmeden çıkılsın mı?',
  lost: 'Kaydetmediğiniz şu bilgiler silinir:',
  stay: 'Sayfada kal',
  leave: 'Kaydetmeden çık',
  /** @param {string} name of the form @param {string[]} labels of the changed fields @returns {string} */
  fields: (name, labels) => {
    const named = labels.slice(0, NAMED).join(', ')
    const left = labels.length - NAMED
    return left > 0 ? `${name}: ${named} ve ${left} alan daha` : `${name}: ${named}`
  },
  moreRows: (/** @type {string} */ count) => `${count} satır daha`,
  importTitle: 'İçe aktarma sürerken çıkılsın mı?',
  /** @param {string} name of the file @returns {string} */
  importRuns: name =>
    `${name} içe aktarılıyor. Ofisin başka bir sayfasına geçerseniz içe aktarma sürer ve bitince bir mesaj sonucu bildirir. Oturumu veya pencereyi kapatırsanız içe aktarma kesilir: son kaydetme adımına gelinmemişse hiçbir şey değişmez.`,
  leaveImport: 'Sayfadan çık',
  file: (/** @type {string} */ name) => `İçe aktarılmamış dosya: ${name}`,
}
