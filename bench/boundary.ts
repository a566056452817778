/**
 * Benchmark of the boundary: what rebuilding a request's parts from their schemas adds to checking them, and what the search for unknown
 * fields adds to reading changes of products, per request.
 * `node bench/boundary.ts`
 */

import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { ProductChangeList, readProductChanges } from '../src/catalog/admin/read-product-changes.ts'
import { createSchemaCheck } from '../src/schema/check.ts'
import { Id } from '../src/schema/fields.ts'
import { warnOfUnknownFields } from '../src/schema/warnings.ts'
import { quantile } from './load.ts'

const ROUNDS = 400
const TURN = 5_000

const AddItem = Type.Object({
  productId: Id(),
  variantId: Type.Optional(Id()),
  quantity: Type.Integer({ minimum: 1, maximum: 100_000 }),
})
const Change = Type.Object({ id: Id(), price: Type.String(), stock: Type.Number() })
const Changes = Type.Array(Change, { minItems: 1, maxItems: 1_000 })

const cases = {
  'body of an add': { schema: AddItem, text: '{"productId":108,"variantId":7,"quantity":3}' },
  'the same with 20 unknown members': {
    schema: AddItem,
    text: JSON.stringify({
      productId: 108,
      quantity: 3,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`unknown${n}`, n])),
    }),
  },
  '1,000 changes of products': {
    schema: Changes,
    text: JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ id: n + 1, price: '12.50', stock: n }))),
  },
}

/** Each turn has its own parsed bodies, as each request has: a check that ran before would have seen their shapes. */
function measure(run: (value: unknown) => unknown, text: string, times: number): number {
  const bodies = Array.from({ length: times }, () => JSON.parse(text))
  const begun = performance.now()
  for (const body of bodies) run(body)
  return ((performance.now() - begun) * 1_000) / times
}

console.log('microseconds per request, medians of turns'.padEnd(44), 'check', 'check and rebuild')
for (const [name, { schema, text }] of Object.entries(cases)) {
  const validator = Compile(schema)
  const check = createSchemaCheck(schema)
  const times = Math.max(1, Math.floor((TURN * 50) / text.length))
  const [checked, rebuilt]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    checked.push(measure(value => validator.Check(value), text, times))
    rebuilt.push(measure(check, text, times))
  }
  console.log(name.padEnd(44), quantile(checked, 0.5).toFixed(2), quantile(rebuilt, 0.5).toFixed(2))
}

const productChanges = {
  '1,000 changes of stock': JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ sku: `SKU-${n}`, stock: n }))),
  'the same, each with an unknown field': JSON.stringify(
    Array.from({ length: 1_000 }, (_, n) => ({ sku: `SKU-${n}`, stock: n, stok: n })),
  ),
  '100,000 unknown fields in one change': `[{"id":1${Array.from({ length: 100_000 }, (_, n) => `,"_${n.toString(36)}":0`).join('')}}]`,
}
const SEARCHES = 100

console.log('\nmicroseconds per request, medians'.padEnd(45), 'read', 'search for unknown fields')
for (const [name, text] of Object.entries(productChanges)) {
  const [reads, searches]: [number[], number[]] = [[], []]
  for (let round = 0; round < SEARCHES; round++) {
    reads.push(measure(readProductChanges, text, 1))
    searches.push(measure(body => warnOfUnknownFields(ProductChangeList, body), text, 1))
  }
  console.log(name.padEnd(44), quantile(reads, 0.5).toFixed(0), quantile(searches, 0.5).toFixed(0))
}
