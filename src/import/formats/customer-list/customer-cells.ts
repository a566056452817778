/** Reads the cells of a customer list as members of a record. What makes no sense stays text, for the schema to refuse. */

import { unescapeFormula } from '../../../customers/formula-text.ts'
import type { CustomerField } from './customer-columns.ts'

/** Undefined: the row does not say. */
type Read = (cell: string) => string | number | boolean | null | undefined

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const integer: Read = cell => (/^\d+$/.test(cell) ? Number(cell) : cell)
const flag: Read = cell => flags.get(cell.toLowerCase()) ?? cell
const word: Read = cell => cell

/** Texts are kept to the letter: blanks around them may be meant. */
const text: Read = cell => (cell === '' ? null : cell)

function otherwise(read: Read, whenEmpty: null | undefined): Read {
  return cell => (cell.trim() === '' ? whenEmpty : read(cell.trim()))
}

const optionalFlag = otherwise(flag, undefined)

const readers: Record<CustomerField, Read> = {
  id: otherwise(integer, undefined),
  email: otherwise(word, null),
  name: text,
  surname: text,
  company: text,
  customerGroupId: otherwise(integer, null),
  mobilePhone: text,
  businessPhone: text,
  countryCode: text,
  cityCode: text,
  address: text,
  status: otherwise(word, undefined),
  dealer: optionalFlag,
  freeCargo: optionalFlag,
  emailNotification: optionalFlag,
  smsNotification: optionalFlag,
  phoneCallNotification: optionalFlag,
}

/** What a cell says of a member: null that it has no value, undefined nothing. */
export function readCell(member: CustomerField, cell: string): ReturnType<Read> {
  return readers[member](unescapeFormula(cell))
}
