/** Format detection: recognises the format of an import file by its first characters. */

import type { TableSystem } from '../table-system.ts'
import { tableSystems } from '../table-systems.ts'
import { columnName } from './column-name.ts'

/** Format of a shop file in reports. */
export const SHOP_FILE = 'shop file'

/** Detected format of a file: a shop file, or a table of a system. */
export interface DetectedFormat {
  /** The system of a table; null for a shop file. */
  system: TableSystem | null
  /** Delimiter of a CSV file (spreadsheets write semicolons in many countries); empty for a shop file. */
  delimiter: string
}

/**
 * Recognises a shop file by its opening bracket or its name, and an export or a customer list by its header.
 * @param head first characters of the file
 * @returns null when the format is not recognised
 */
export function detectFormat(path: string, head: string): DetectedFormat | null {
  if (/^\s*[{[]/.test(head) || (/\.json$/i.test(path) && head.trim() !== '')) return { system: null, delimiter: '' }
  for (const delimiter of [',', ';', '\t']) {
    const header = headerOf(head, delimiter)
    const system = tableSystems.find(each => each.recognises(header))
    if (system) return { system, delimiter }
  }
  return null
}

/** Names of the columns in the first line: cells of a header contain no line breaks. */
function headerOf(head: string, delimiter: string): Set<string> {
  const [line = ''] = head.split(/\r\n|\n|\r/, 1)
  return new Set(line.split(delimiter).map(cell => columnName(cell.trim().replace(/^"|"$/g, ''))))
}
