/** Format detection: recognises the format of an import file by its first characters. */

import { isCustomerList } from '../formats/customer-list/customer-columns.ts'

/** Format of an import file. */
export type Format = 'shop file' | CsvFormat

/** Format of a CSV file. */
export type CsvFormat = 'Shopify export' | 'WooCommerce export' | 'customer list'

/** Detected format of a file. */
export interface DetectedFormat {
  format: Format
  /** Delimiter of a CSV file (spreadsheets write semicolons in many countries); empty for a shop file. */
  delimiter: string
}

/** Columns that every export of a format has, each with all of its names. */
const signatures: [CsvFormat, string[][]][] = [
  ['Shopify export', [['handle', 'url handle'], ['title'], ['variant price', 'price']]],
  ['WooCommerce export', [['type'], ['name'], ['regular price']]],
]

/**
 * Recognises a shop file by its opening bracket or its name, and an export or a customer list by its header.
 * @param head first characters of the file
 * @returns null when the format is not recognised
 */
export function detectFormat(path: string, head: string): DetectedFormat | null {
  if (/^\s*[{[]/.test(head) || (/\.json$/i.test(path) && head.trim() !== ''))
    return { format: 'shop file', delimiter: '' }
  for (const delimiter of [',', ';', '\t']) {
    const header = headerOf(head, delimiter)
    const format = formatOf(header)
    if (format) return { format, delimiter }
  }
  return null
}

function formatOf(header: Set<string>): CsvFormat | null {
  const found = signatures.find(([, columns]) => columns.every(names => names.some(name => header.has(name))))
  return found?.[0] ?? (isCustomerList(header) ? 'customer list' : null)
}

/** Names of the columns in the first line: cells of a header contain no line breaks. */
function headerOf(head: string, delimiter: string): Set<string> {
  const [line = ''] = head.split(/\r\n|\n|\r/, 1)
  return new Set(line.split(delimiter).map(cell => columnName(cell.trim().replace(/^"|"$/g, ''))))
}

/** Normalises the name of a column: names in exports differ only in letter case. */
export function columnName(cell: string): string {
  return cell.trim().toLowerCase()
}
