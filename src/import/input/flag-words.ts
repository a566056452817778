/** Words for true and false, as people and spreadsheets write them. */

/** Spreadsheets write their words in the language of their user: English, Turkish, German, French, Spanish, Italian, Dutch, Portuguese. */
const TRUE = ['true', 'doğru', 'wahr', 'vrai', 'verdadero', 'vero', 'waar', 'verdadeiro']
const FALSE = ['false', 'yanlış', 'falsch', 'faux', 'falso', 'onwaar']
const YES = ['1', 'yes', 'evet', 'var', 'aktif', 'etkin', 'ja', 'oui', 'sí', 'si', 'sì', 'sim']
const NO = ['0', 'no', 'hayır', 'yok', 'pasif', 'nein', 'non', 'nee', 'não', 'nao']

/** Maximum length of a cell that is compared: normalisation takes quadratic time. */
const MAX_LENGTH = 100

const flags = new Map([
  ...[...TRUE, ...YES].map(word => [folded(word), true] as const),
  ...[...FALSE, ...NO].map(word => [folded(word), false] as const),
])

/**
 * Reads a flag in any letter case, also with the Turkish letters İ and ı.
 * @returns null where the text is no such word
 * @example readFlag('DOĞRU') // true
 */
export function readFlag(text: string): boolean | null {
  return flags.get(text) ?? (text.length > MAX_LENGTH ? null : (flags.get(folded(text.trim())) ?? null))
}

/** Capital I is that of `yanlış` and of `si`. */
function folded(word: string): string {
  return word.normalize('NFC').toLowerCase().replaceAll('ı', 'i').replaceAll('\u0307', '')
}
