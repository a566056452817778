/** kill -9 while customers are created in bulk: each list is there whole or not at all, and wholly where it was acknowledged. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUSTOMERS } from '../../src/customers/customers.routes.ts'
import { engines } from '../support/engines.ts'
import { rounds } from '../support/extent.ts'
import { serveProcess } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

const ROUNDS = rounds({ short: 5, long: 100 })
const WRITERS = 4

for (const engine of engines) {
  describe(`kill -9 during bulk creation on ${engine}`, () => {
    it(`${ROUNDS} times leaves no list half written`, async () => {
      const witness = await startService(engine)
      const acknowledged = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) await writeUntilKilled(witness, round, acknowledged)
      const { kysely } = witness.database
      const lists = await kysely
        .selectFrom('customers')
        .select(['company', ({ fn }) => fn.countAll().as('customers')])
        .where('company', 'is not', null)
        .groupBy('company')
        .execute()
      assert.ok(acknowledged.size >= ROUNDS)
      assert.deepEqual([...new Set(lists.map(({ customers }) => Number(customers)))], [100])
      const written = new Set(lists.map(({ company }) => company))
      assert.deepEqual(
        [...acknowledged].filter(list => !written.has(list)),
        [],
      )
      await witness.stop()
    })
  })
}

async function writeUntilKilled(witness: TestService, round: number, acknowledged: Set<string>): Promise<void> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = witness.config
  const serving = await serveProcess({ DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, LOG_LEVEL: 'silent' })
  const token = await witness.token('admin')
  const before = acknowledged.size
  let alive = true
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; alive; n++) {
      const company = `${round}-${writer}-${n}`
      const answer = await fetch(`${serving.url}${CUSTOMERS}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(Array.from({ length: 100 }, () => ({ company }))),
      }).catch(() => undefined)
      if (answer?.status === 201) acknowledged.add(company)
    }
  })
  while (acknowledged.size === before) await sleep(5)
  await sleep(50 + 30 * (round % 5))
  const killed = serving.kill('SIGKILL')
  alive = false
  assert.equal(await killed, null)
  await Promise.all(writers)
}
