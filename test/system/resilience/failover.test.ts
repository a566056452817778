/** Failover of a PostgreSQL pair: two instances continue on the standby, and no acknowledged write is lost. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  acknowledgedAgain,
  acknowledgedBy,
  assertNothingLost,
  createWriters,
  type Ledger,
  startAdding,
} from '../../support/cart/cart-writers.ts'
import { assertUnavailable, untilReady } from '../../support/database/outage.ts'
import { withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Pair, startPair } from '../../support/database/postgres-pair.ts'
import { query } from '../../support/database/query.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startServiceAt, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 1, long: 20 })
const WRITERS = 8

/** What happens to the pair while guests add items. */
type FailoverEvent = (pair: Pair, witness: TestService, ledgers: Ledger[]) => Promise<void>

/** Time without the standby: a write that is acknowledged meanwhile would be lost. */
const SPLIT_MS = 300

const ends = [
  { how: 'is killed', end: ({ primary }: Pair) => primary.kill() },
  {
    how: 'is killed when its standby is dead already',
    end: async ({ primary, standby }: Pair) => {
      await standby.kill()
      await sleep(SPLIT_MS)
      await primary.kill()
      await standby.start()
    },
  },
]

describe('a pair of PostgreSQL servers', { skip: withoutClusters }, () => {
  for (const { how, end } of ends) {
    it(`whose primary ${how} loses no acknowledged write, and doubles no line`, async () => {
      let acknowledged = 0
      for (let round = 0; round < ROUNDS; round++) {
        acknowledged += await withPair(async (pair, witness, ledgers) => {
          await end(pair)
          assertUnavailable(await witness.call('GET', '/cart', { token: ledgers[0]?.token ?? '' }))
          await pair.standby.promote()
          await untilReady(witness)
        })
      }
      record(`a primary ${how}, its standby promoted`, `${ROUNDS} times, ${acknowledged} writes acknowledged, all kept`)
    })
  }

  it('is read and written through the promoted standby when its primary is read-only', async () => {
    await withPair(async ({ primary, standby }, witness) => {
      await query(primary.url, 'alter system set default_transaction_read_only = on')
      await query(primary.url, 'select pg_reload_conf()')
      while (!(await isReadOnly(primary.url))) await sleep(5)
      await standby.promote()
      await untilReady(witness)
    })
  })
})

/** Whether new transactions are read-only; those of open connections are then too, since they are told before. */
async function isReadOnly(url: string): Promise<boolean> {
  const [row] = await query<{ transaction_read_only: string }>(url, 'show transaction_read_only')
  return row?.transaction_read_only === 'on'
}

/**
 * Guests add items through two processes before, during and after a failure of the pair.
 * @returns the number of acknowledged writes
 */
async function withPair(happens: FailoverEvent): Promise<number> {
  const pair = await startPair()
  try {
    const witness = await startServiceAt(pair.url)
    const processes = await Promise.all([serve(witness), serve(witness)])
    const ledgers = await createWriters(witness, WRITERS)
    const stopAdding = startAdding(
      processes.map(({ url }) => url),
      ledgers,
    )
    await acknowledgedAgain(ledgers)
    await happens(pair, witness, ledgers)
    await acknowledgedAgain(ledgers)
    await stopAdding()
    await assertNothingLost(witness, ledgers)
    for (const each of processes) assert.equal(await each.kill('SIGTERM'), 0)
    await witness.stop()
    return acknowledgedBy(ledgers)
  } finally {
    await pair.remove()
  }
}

function serve({ config }: TestService): Promise<ServingProcess> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = config
  return serveProcess({ DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
}
