/** What is wrong in files, or worth knowing about them, in Turkish; the key is the sentence of the API, `#` a number. */

/** @type {Record<string, string>} */
export const importCausesTr = {
  'has no name': 'ürünün adı yok',
}
