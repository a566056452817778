/** Formats of cells: whether a number is shown as a date, as a percentage, or as it is. */

import type { Archive } from './archive.ts'
import { MAX_PART_BYTES } from './book.ts'
import { type Attributes, readXml } from './xml.ts'

/** How a number is shown. */
export type NumberKind = 'number' | 'date' | 'percent'

/** Reads the kinds of numbers by the index of the format that a cell names. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<NumberKind[]> {
  if (part === undefined) return []
  const custom = new Map<string, NumberKind>()
  const kinds: NumberKind[] = []
  let isOfCells = false
  const open = (name: string, attributes: Attributes) => {
    const id = attributes.numFmtId ?? ''
    if (name === 'numFmt') custom.set(id, kindOfFormat(attributes.formatCode ?? ''))
    else if (name === 'cellXfs') isOfCells = true
    else if (name === 'xf' && isOfCells) kinds.push(custom.get(id) ?? kindOfNumber(Number(id)))
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isOfCells = false
  }
  await readXml(archive.textOf(part, MAX_PART_BYTES), { open, close })
  return kinds
}

/** The formats that every workbook has without writing them. */
function kindOfNumber(id: number): NumberKind {
  if (id === 9 || id === 10) return 'percent'
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/**
 * The kind of a format.
 * @example kindOfFormat('dd.mm.yyyy') // date
 */
export function kindOfFormat(code: string): NumberKind {
  const [positive = ''] = code.replace(/"[^"]*"|\\.|[_*]./g, '').split(';')
  // Elapsed hours are a number of days.
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'number'
  const signs = positive.replace(/\[[^\]]*\]/g, '')
  if (signs.includes('%')) return 'percent'
  return /[dmyhs]/i.test(signs) && !/general/i.test(signs) ? 'date' : 'number'
}
