/**
 * Benchmark of changes of products. Two cases: long lists of changes beside shoppers who read carts and add items; and single changes of
 * stock, ten a second, beside large campaigns, in turns with and without them.
 * `TEST_POSTGRES_URL=… node bench/catalogue.ts [--seconds 60] [--products 100000] [--reads 100] [--adds 20]`
 * `TEST_POSTGRES_URL=… node bench/catalogue.ts --case campaigns [--seconds 10] [--turns 5] [--campaigns 100] [--ids 10000] [--reads 100]`
 */

import { parseArgs } from 'node:util'
import { engines } from '../test/support/database/engines.ts'
import { measureBesideCampaigns } from './catalogue/campaigns.ts'
import { measureLists } from './catalogue/lists.ts'

const { values } = parseArgs({
  options: {
    case: { type: 'string', default: 'lists' },
    seconds: { type: 'string' },
    products: { type: 'string', default: '100000' },
    reads: { type: 'string', default: '100' },
    adds: { type: 'string', default: '20' },
    turns: { type: 'string', default: '5' },
    campaigns: { type: 'string', default: '100' },
    ids: { type: 'string', default: '10000' },
  },
})
const reads = Number(values.reads)

for (const engine of engines) {
  if (values.case === 'campaigns')
    await measureBesideCampaigns(engine, {
      seconds: Number(values.seconds ?? 10),
      turns: Number(values.turns),
      campaigns: Number(values.campaigns),
      customerIds: Number(values.ids),
      reads,
    })
  else
    await measureLists(engine, {
      seconds: Number(values.seconds ?? 60),
      products: Number(values.products),
      reads,
      adds: Number(values.adds),
    })
}
