/** Cells of tables that an export has written, as values of fields. An invalid cell stays text, which the schema refuses. */

import { unescapeFormula } from '../../../customers/formula-text.ts'
import { parseInstant } from '../../../schema/instants.ts'
import { splitList } from '../../../shop-file/cell-lists.ts'
import { parsePrice } from '../../../shop-file/decimal-text.ts'
import { readNumber } from '../../input/cell-numbers.ts'
import { readFlag } from '../../input/flag-words.ts'
import type { TableContext } from '../../table-system.ts'
import { toBrand, type Warn } from '../term-cells.ts'

/** Value of a cell. Null where an empty cell clears the field; undefined where it says nothing. */
export type CellValue = string | number | boolean | null | number[] | string[] | Record<string, unknown>[] | undefined

/** Reads a cell. @param at its place in findings, such as `line 12 /price` */
export type ReadCell = (cell: string, context: TableContext, at: string) => CellValue

/** Reads a trimmed cell that is not blank. @param blank the value of a blank cell */
function trimmed(blank: CellValue, read: ReadCell): ReadCell {
  return (cell, context, at) => {
    const content = unescapeFormula(cell).trim()
    return content === '' ? blank : read(content, context, at)
  }
}

/** A text, which keeps its blanks. @param blank the value of an empty cell */
export function text(blank: null | undefined | ''): ReadCell {
  return cell => {
    const content = unescapeFormula(cell)
    return content === '' ? blank : content
  }
}

/** A word, such as a kind of discount. */
export function word(blank: CellValue): ReadCell {
  return trimmed(blank, cell => cell)
}

/** An integer. */
export function integer(blank: CellValue): ReadCell {
  return trimmed(blank, cell => (/^\d+$/.test(cell) ? Number(cell) : cell))
}

/** A decimal as text, with a point or a comma, and perhaps a minus. */
export function decimalCell(blank: CellValue): ReadCell {
  return trimmed(blank, (cell, context, at) => {
    const [, sign = '', size = ''] = /^(-?)(.*)$/s.exec(cell) ?? []
    const decimal = parsePrice(size)
    warnOfThousands(cell, context, at)
    return decimal === null ? cell : sign + decimal
  })
}

/** An export writes points: a comma is that of a spreadsheet. */
function warnOfThousands(cell: string, { checks, decimalPlaces }: TableContext, at: string): void {
  const number = cell.includes(',') && decimalPlaces < 3 ? readNumber(cell) : null
  if (!number?.asThousands) return
  const message = 'has three digits behind its comma: write it without the comma if it means thousands'
  checks.warning(at, message, `${cell} is read as ${number.value}, not as ${number.asThousands}`)
}

/** True or false. */
export function flagCell(blank: CellValue): ReadCell {
  return trimmed(blank, cell => readFlag(cell) ?? cell)
}

/** A time in milliseconds since the epoch: ISO 8601 with an offset, or a date or date-time in the time zone of the shop. */
export function timeCell(localTime: 'startOf' | 'endOf'): ReadCell {
  return trimmed(null, (cell, { times }) => parseInstant(cell) ?? times[localTime](cell) ?? cell)
}

/** Ids that are separated by semicolons. */
export const idsCell: ReadCell = trimmed([], cell => {
  const ids = cell.split(';').map(id => id.trim())
  return ids.every(id => /^\d+$/.test(id)) ? ids.map(Number) : cell
})

/** Texts that are separated by semicolons; blank ones are none. */
export const textsCell: ReadCell = cell => splitTexts(cell).filter(text => text.trim() !== '')

/** Prices by customer group: `1=150;2=140`. */
export const groupPricesCell: ReadCell = trimmed([], cell => {
  const prices = cell.split(';').map(each => /^\s*(\d+)\s*=\s*(\S+)\s*$/.exec(each))
  const isPrices = prices.every(each => each !== null)
  if (!isPrices) return cell
  return prices.map(([, id, price = '']) => ({ customerGroupId: Number(id), price: parsePrice(price) ?? price }))
})

/** Tiers of a reward: `500=50;1000=120`. */
export const tiersCell: ReadCell = trimmed([], cell => {
  const tiers = cell.split(';').map(each => /^\s*([^\s=:]+)\s*[=:]\s*([^\s=:]+)\s*$/.exec(each))
  const isTiers = tiers.every(each => each !== null)
  if (!isTiers) return cell
  return tiers.map(([, from = '', value = '']) => ({
    from: parsePrice(from) ?? from,
    value: parsePrice(value) ?? value,
  }))
})

/** Prices by quantity, for everyone or for a customer group: `10=89.90;10@1=85`. */
export const tierPricesCell: ReadCell = trimmed([], cell => {
  const prices = cell.split(';').map(each => /^\s*(\d+)\s*(?:@\s*(\d+)\s*)?=\s*(\S+)\s*$/.exec(each))
  const isPrices = prices.every(each => each !== null)
  if (!isPrices) return cell
  return prices.map(([, from, id, price = '']) => ({
    from: Number(from),
    price: parsePrice(price) ?? price,
    ...(id !== undefined && { customerGroupId: Number(id) }),
  }))
})

/** A brand. */
export const brandCell: ReadCell = (cell, context, at) => toBrand([unescapeFormula(cell)], warnOf(context, at))

/** Terms that are separated by semicolons. @param toTerms leaves out what is none */
export function termsCell(toTerms: (texts: string[], warn: Warn) => string[]): ReadCell {
  return (cell, context, at) => toTerms(splitTexts(cell), warnOf(context, at))
}

function splitTexts(cell: string): string[] {
  return splitList(unescapeFormula(cell), ';', { escapesItself: true })
}

function warnOf({ checks }: TableContext, at: string): Warn {
  return (message, value) => checks.warning(at, message, value)
}
