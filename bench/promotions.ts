/**
 * Benchmark of what promotions cost a read, with the shops in turn in each round. The difference of a shop to the first one is the median of the
 * rounds' differences, so that other load on the machine affects both.
 * `node --conditions=sepet-source bench/promotions.ts [--rounds 60] [--milliseconds 20] [--only <words of a shop's name>]`: pricing a cart and
 * writing its text, in this process.
 * `node --conditions=sepet-source bench/promotions.ts --served [--rounds 8] [--seconds 2]`: whole reads of the built package on the embedded
 * database.
 */

import { parseArgs } from 'node:util'
import { measureInProcess } from './promotions/in-process.ts'
import { measureServed } from './promotions/served.ts'

const { values } = parseArgs({
  options: {
    served: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    milliseconds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const SIZES = [3, 500]

for (const lines of SIZES) {
  const rows = values.served
    ? await measureServed(lines, {
        rounds: Number(values.rounds ?? 8),
        seconds: Number(values.seconds),
        only: values.only,
      })
    : await measureInProcess(lines, {
        rounds: Number(values.rounds ?? 60),
        milliseconds: Number(values.milliseconds),
        only: values.only,
      })
  console.log(`${lines} lines`)
  console.table(rows)
}
