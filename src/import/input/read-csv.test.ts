/** Tests of the CSV reader. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrokenCsv, readCsv } from './read-csv.ts'
import type { TableRow } from './table-row.ts'

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += 5) yield bytes.subarray(start, start + 5)
}

/** Returns rows as `line: cells`, then the error. */
async function read(text: string, delimiter = ','): Promise<string[]> {
  const seen: string[] = []
  const show = ({ line, fields }: TableRow) => `${line}: ${fields.join('|')}`
  try {
    for await (const row of readCsv(chunks(text), delimiter)) seen.push(show(row))
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    seen.push(`${error.line}! ${error.message}`)
  }
  return seen
}

test('a row has the number of its first line, after quoted line breaks and empty lines', async () => {
  for (const newline of ['\n', '\r\n']) {
    const text = ['a,b', '1,"x', '', 'y"', '', '2,3', ''].join(newline)
    assert.deepEqual(await read(text), ['1: a|b', `2: 1|x${newline}${newline}y`, '6: 2|3'])
  }
})

test('quoted cells keep quotation marks, delimiters and non-ASCII letters', async () => {
  assert.deepEqual(await read('ad;fiyat\n"Çay ""demli""; sıcak";19,90\n', ';'), [
    '1: ad|fiyat',
    '2: Çay "demli"; sıcak|19,90',
  ])
})

test('an unclosed quotation mark is reported with the line of its row, after the rows before it', async () => {
  assert.deepEqual(await read('a,b\n1,2\n\n3,"4\n5,6\n'), [
    '1: a|b',
    '2: 1|2',
    '4! a quotation mark in this row is not closed',
  ])
})

test('a misplaced quotation mark is reported with the line of its row', async () => {
  assert.match((await read('a,b\n1,2\n3,"4"x\n')).at(-1) ?? '', /^3! text follows a closing quotation mark/)
  assert.match((await read('a,b\n1,2\n3,4"x\n')).at(-1) ?? '', /^3! a quotation mark stands inside a field/)
})

test('readCsv rejects with the error of its file', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a,b\n')
    throw new Error('disk')
  }
  await assert.rejects(Array.fromAsync(readCsv(broken(), ',')), /disk/)
})
