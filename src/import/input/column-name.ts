/** Names of columns, as tables are recognised by them. */

/** Maximum length of a name that is composed: normalisation takes quadratic time. */
const MAX_COMPOSED = 300

/**
 * Normalises the name of a column: names differ only in letter case, in kinds of blanks and of apostrophes. The Turkish letters ı and İ are i, as in
 * headings in capitals.
 * @example columnName('SATIŞ  FİYATI') // satiş fiyati
 */
export function columnName(cell: string): string {
  const name = cell.trim()
  return (name.length > MAX_COMPOSED ? name : name.normalize('NFC'))
    .toLowerCase()
    .replaceAll('\u0307', '')
    .replaceAll('ı', 'i')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
}
