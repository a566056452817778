/** What columns of a table are, as a caller says it: `Ürün Kodu=sku,Satış Fiyatı=price`. */

import { fieldNames } from '../model/customer-fields.ts'
import { codeFields } from './formats/codes/code-columns.ts'
import { sheetColumns } from './formats/sheet-columns.ts'
import { isTierField } from './formats/tier-headings.ts'

/** Fields that a column can be, besides prices by quantity. */
export const mappableFields: readonly string[] = [
  ...new Set([...Object.keys(sheetColumns), 'email', ...fieldNames, ...codeFields]),
]

/** Maximum number of columns in a mapping. */
const MAX_COLUMNS = 200

/**
 * Reads a mapping. A backslash is in front of a comma, an equals sign or a backslash of a heading.
 * @returns fields by heading; a text that completes the sentence "It …" where it is not valid
 * @example readColumns('Ürün Kodu=sku') // { 'Ürün Kodu': 'sku' }
 */
export function readColumns(text: string): Record<string, string> | string {
  const pairs = text.match(/(?:\\.|[^,\\])+/g) ?? []
  if (pairs.length === 0 || pairs.length > MAX_COLUMNS) return 'must be a list such as "Ürün Kodu=sku,Fiyat=price"'
  const columns = new Map<string, string>()
  for (const pair of pairs) {
    const [, heading = '', field = ''] = /^((?:\\.|[^=\\])+)=([^=]*)$/.exec(pair) ?? []
    const name = heading.replace(/\\(.)/g, '$1').trim()
    if (name === '') return `must be pairs of a heading and a field, and not ${pair.trim()}`
    if (!mappableFields.includes(field.trim()) && !isTierField(field.trim()))
      return `must name a field, and not ${field.trim() || 'nothing'}: ${mappableFields.join(', ')}, price_from_10`
    if ([...columns.values()].includes(field.trim())) return `must name one heading as ${field.trim()}`
    if (columns.has(name)) return `must name the heading ${name} once`
    columns.set(name, field.trim())
  }
  return Object.fromEntries(columns)
}
