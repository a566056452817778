/**
 * Benchmark of the boundary: what rebuilding a request's parts from their schemas adds to checking them, per request.
 * `node bench/boundary.ts`
 */

import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { createSchemaCheck } from '../src/schema/check.ts'
import { Id } from '../src/schema/fields.ts'
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
