/**
 * kill -9 of the server during bulk creation of customers: each list is complete, with its events, or absent, and
 * complete when it was acknowledged.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { CUSTOMERS } from '../../../src/api-paths.ts'

import { engines } from '../../support/database/engines.ts'
import { untilIdle } from '../../support/database/outage.ts'
import { assertEventsMatch } from '../../support/events/events-match.ts'
import { killWhileWriting, type Writer } from '../../support/resilience/crash.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 2, long: 100 })
const WRITERS = 4

for (const engine of engines) {
  describe(`kill -9 during bulk creation on ${engine}`, () => {
    it(`${ROUNDS} times leaves no partial list`, async () => {
      const witness = await startService(engine)
      const token = await witness.token('admin', { ttlSeconds: 6 * 3600 })
      const acknowledged = new Set<string>()
      const writers = Array.from({ length: WRITERS }, (_, n) => listWriter(String(n), token, acknowledged))
      await killWhileWriting(witness, ROUNDS, writers, () => randomInt(150))
      await untilIdle(witness.database)
      const { kysely } = witness.database
      const lists = await kysely
        .selectFrom('customers')
        .select(['company', ({ fn }) => fn.countAll().as('customers')])
        .where('company', 'is not', null)
        .groupBy('company')
        .execute()
      assert.ok(acknowledged.size >= ROUNDS)
      assert.deepEqual([...new Set(lists.map(({ customers }) => Number(customers)))], [100])
      await assertEventsMatch(witness.database)
      const written = new Set(lists.map(({ company }) => company))
      assert.deepEqual(
        [...acknowledged].filter(list => !written.has(list)),
        [],
      )
      record(
        `kill -9 during bulk creation on ${engine}`,
        `${ROUNDS} times; ${acknowledged.size} lists all there, whole`,
      )
      await witness.stop()
    })
  })
}

/** Creates lists of a hundred customers, each list with its own company. */
function listWriter(name: string, token: string, acknowledged: Set<string>): Writer {
  let [lists, done] = [0, 0]
  return {
    acknowledged: () => done,
    write: async url => {
      const company = `${name}-${lists++}`
      const answer = await fetch(`${url}${CUSTOMERS}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(Array.from({ length: 100 }, () => ({ company }))),
      }).catch(() => undefined)
      if (answer?.status !== 201) return
      done++
      acknowledged.add(company)
    },
  }
}
