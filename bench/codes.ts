/**
 * Benchmark of codes in bulk: how long 100,000 of them take over HTTP while carts are read, and what a read of a cart with a code costs beside a
 * hundred codes and beside a million. The two shops take turns in each round, and their difference is the median of the rounds' differences.
 * `node --conditions=sepet-source bench/codes.ts [--engine sqlite|postgres] [--codes 1000000] [--rounds 10] [--seconds 2]`: the built package.
 * PostgreSQL is the one in `TEST_POSTGRES_URL`.
 */

import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { type CodedShop, makeCodes, serveCodes } from './codes/shop.ts'
import { columnsOf, inTurn } from './promotions/turns.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    codes: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '2' },
  },
})
const engine = values.engine as Engine
const codes = Number(values.codes)
const AT_ONCE = 100_000

const shops: CodedShop[] = []
try {
  const few = await serveCodes(engine, 'a hundred codes')
  shops.push(few)
  await makeCodes(few, 100)
  const many = await serveCodes(engine, `${codes} codes`)
  shops.push(many)
  const made: object[] = []
  for (let before = 0; before < codes; before += AT_ONCE) made.push({ before, ...(await makeCodes(many, AT_ONCE)) })
  console.log(`${engine}: ${AT_ONCE} codes`)
  console.table(made)
  for (const shop of shops) await shop.chooseCodes()
  const turns = await inTurn(shops, Number(values.rounds), each => each.measure(Number(values.seconds)))
  console.log(`${engine}: a read of a cart with three lines and a code`)
  console.table(shops.map(({ name, memoryMb }) => ({ shop: name, ...columnsOf(turns, name), 'memory MB': memoryMb() })))
} finally {
  for (const shop of shops) await shop.stop()
}
