/**
 * The form in which lines are written as JSON text, compiled from their table of fields. As code that is compiled for a shop each field is a
 * call of its own, which the engine inlines: a loop over the table took twice the time.
 */

import Type from 'typebox'
import type { Decimal } from '../../money/money.ts'
import type { Field, Fields, Shown } from './fields.ts'
import { lineFields, type ShownLine } from './line-fields.ts'

/** The form of the lines of a shop. */
export interface LineForm {
  shown: Shown
  /** Returns the text of a line behind its type and id. @param itemTexts result of `writeItem` for a line with the same item */
  write: (line: ShownLine, itemTexts: readonly string[]) => string
  /** Returns the texts that all lines with an item have. */
  writeItem: (line: ShownLine) => string[]
}

/** A part of a line's text: constant, or a field. */
type Part = string | LineField
type LineField = Field<ShownLine> & { start?: string }

/** Compiles the form. */
export function compileLineForm(shown: Shown): LineForm {
  const { currencyCode, decimalPlaces } = shown.shop
  const money = `","currencyCode":${JSON.stringify(currencyCode)},"decimalPlaces":${decimalPlaces}}`
  const [, ...parts] = partsOf(lineFields, money)
  const items: Part[][] = []
  const constants: unknown[] = []
  const refer = (constant: unknown) => `c${constants.push(constant) - 1}`
  const code = piecesOf([',', ...parts]).map(({ kind, parts: piece }) => {
    if (kind === 'text') return JSON.stringify(piece.join(''))
    if (kind === 'item') return `items[${items.push(piece) - 1}]`
    return kind === 'usual' ? codeOfUsual(piece, shown, refer) : piece.map(part => codeOf(part, shown, refer)).join('+')
  })
  const create = new Function(...constants.map((_, n) => `c${n}`), `return (line, items) => ${code.join('+')}`)
  return {
    shown,
    write: create(...constants) as LineForm['write'],
    writeItem: line => items.map(piece => piece.map(part => textOfPart(part, line, shown)).join('')),
  }
}

/** Returns the parts of an object, whose first field is never optional. @param money what follows an amount */
function partsOf(fields: Fields<ShownLine>, money: string): Part[] {
  const members = Object.entries(fields).flatMap(([name, field], index): Part[] => {
    const start = `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (Type.IsOptional(field.schema)) return [{ ...field, start }]
    if (field.fields) return [start, ...partsOf(field.fields, money)]
    return field.amount ? [`${start}{"amount":"`, field, money] : [start, field]
  })
  return ['{', ...members, '}']
}

/** A piece of a line's text: constant, fields of the item or fields that have usual values with the texts beside them, or another field. */
interface Piece {
  kind: 'text' | 'item' | 'usual' | 'own'
  parts: Part[]
}

function piecesOf(parts: readonly Part[]): Piece[] {
  const pieces: Piece[] = []
  for (const part of parts) {
    const kind = kindOf(part)
    const piece = pieces.at(-1)
    if (piece && isJoined(piece.kind, kind)) {
      piece.parts.push(part)
      if (kind !== 'text') piece.kind = kind
    } else pieces.push({ kind, parts: [part] })
  }
  return pieces
}

function kindOf(part: Part): Piece['kind'] {
  if (typeof part === 'string') return 'text'
  if (part.isOfItem) return 'item'
  return part.usual === undefined ? 'own' : 'usual'
}

function isJoined(kind: Piece['kind'], next: Piece['kind']): boolean {
  if (kind === 'own' || next === 'own') return false
  return kind === next || kind === 'text' || next === 'text'
}

function codeOf(part: Part, { shop, publicUrl }: Shown, refer: (constant: unknown) => string): string {
  if (typeof part === 'string') return JSON.stringify(part)
  if (part.amount) return `${refer(part.amount)}(line).toFixed(${shop.decimalPlaces})`
  const value = `${refer(part.take)}(line, ${refer({ shop, publicUrl })})`
  return part.start === undefined
    ? `${refer(textOf)}(${value})`
    : `${refer(textOfOptional)}(${JSON.stringify(part.start)}, ${value})`
}

/** Fields that all have their usual values are one constant text. */
function codeOfUsual(piece: readonly Part[], shown: Shown, refer: (constant: unknown) => string): string {
  const places = shown.shop.decimalPlaces
  const fields = piece.filter(part => typeof part === 'object')
  const areUsual = fields.map(({ amount, take, usual }) => `${refer(amount ?? take)}(line) === ${refer(usual)}`)
  const text = piece.map(part => {
    if (typeof part === 'string') return part
    return part.amount ? (part.usual as Decimal).toFixed(places) : textOf(part.usual)
  })
  const others = piece.map(part => codeOf(part, shown, refer)).join('+')
  return `(${areUsual.join(' && ')} ? ${JSON.stringify(text.join(''))} : ${others})`
}

function textOfPart(part: Part, line: ShownLine, shown: Shown): string {
  return typeof part === 'string' ? part : textOf(part.take(line, shown))
}

/** Numbers and booleans in the form of `JSON.stringify`, for less. */
function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : JSON.stringify(value)
}

function textOfOptional(start: string, value: unknown): string {
  return value === undefined ? '' : start + textOf(value)
}
