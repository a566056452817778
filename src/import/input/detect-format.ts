/** Tells what an import file is from its first characters. */

import { isCustomerList } from '../formats/customer-list/customer-columns.ts'

export type Format = 'shop file' | CsvFormat

export type CsvFormat = 'Shopify export' | 'WooCommerce export' | 'customer list'

export interface DetectedFormat {
  format: Format
  /** Of a CSV; spreadsheets of many countries write semicolons. */
  delimiter: string
}

/** Columns, each under all of its names, that every export of a kind has. */
const signatures: [CsvFormat, string[][]][] = [
  ['Shopify export', [['handle', 'url handle'], ['title'], ['variant price', 'price']]],
  ['WooCommerce export', [['type'], ['name'], ['regular price']]],
]

/**
 * Recognises a shop file by its opening brace, an export or a customer list by its header.
 * @param head the file's first characters
 * @returns null when it is none of them
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

/** Header cells hold no line breaks, so that the first line is the header. */
function headerOf(head: string, delimiter: string): Set<string> {
  const [line = ''] = head.split(/\r\n|\n|\r/, 1)
  return new Set(line.split(delimiter).map(cell => columnName(cell.trim().replace(/^"|"$/g, ''))))
}

/** A column's name as columns are looked up: exports differ in case only. */
export function columnName(cell: string): string {
  return cell.trim().toLowerCase()
}
