/** Tests of the shop file reader. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ShopFilePart } from '../../shop-file/shop-file.ts'
import { readShopFile, ShopFileSyntaxError } from './read-shop-file.ts'

async function* chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(text: string, size = 7): Promise<ShopFilePart[]> {
  const parts: ShopFilePart[] = []
  for await (const part of readShopFile(chunks(text, size), ['products'])) parts.push(part)
  return parts
}

const refusal = (text: string) =>
  read(text).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ShopFileSyntaxError ? `${error.message} @${error.offset}` : error),
  )

test('readShopFile yields each record of a list, then the section without its records', async () => {
  assert.deepEqual(await read('{"shop":{"name":"Ş"},"products":[{"id":1},{"id":2}]}'), [
    { section: 'shop', index: null, value: { name: 'Ş' } },
    { section: 'products', index: 0, value: { id: 1 } },
    { section: 'products', index: 1, value: { id: 2 } },
    { section: 'products', index: null, value: [undefined, undefined] },
  ])
})

test('readShopFile yields a section that is not a list as one part', async () => {
  assert.deepEqual(await read('{"products":{"a":{"id":1}}}'), [
    { section: 'products', index: null, value: { a: { id: 1 } } },
  ])
})

test('readShopFile yields the values of JSON.parse for chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (products, size) => {
        const parts = await read(JSON.stringify({ products }), size)
        const records = parts.filter(part => part.index !== null).map(part => part.value)
        assert.equal(JSON.stringify(records), JSON.stringify(products))
      },
    ),
  )
})

test('text that is not JSON is refused with the byte offset of the error', async () => {
  assert.equal(await refusal('{"products":[{"id":1,}]}'), 'is not JSON @21')
  assert.equal(await refusal('{"shop":{}} x'), 'is not JSON @12')
  assert.equal(await refusal('{"shop":tru}'), 'is not JSON @11')
  assert.equal(await refusal("{'shop':1}"), 'is not JSON @1')
})

test('incomplete JSON is refused without an offset', async () => {
  for (const text of ['', '  ', '{', '{"products":[', '{"products":[{"id":1}', '{"shop":"abc']) {
    assert.equal(await refusal(text), 'is not JSON: it ends too early @null', text)
  }
})

test('JSON that is not an object is refused', async () => {
  for (const text of ['[{"id":1}]', '[]', '5', '"shop"', 'null']) {
    assert.equal(
      await refusal(text),
      'must be a JSON object with lists of records, such as {"products": [{…}]} @0',
      text,
    )
  }
})
