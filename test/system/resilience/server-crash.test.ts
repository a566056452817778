/**
 * kill -9 of the server during writes: no acknowledged write is lost, no write is done twice, and no merge or
 * checkout is partial or without its event.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Queries } from '../../../src/db/database.ts'
import { assertUsesMatch } from '../../support/checkouts/settled.ts'
import { engines } from '../../support/database/engines.ts'
import { untilIdle } from '../../support/database/outage.ts'
import { assertEventsMatch } from '../../support/events/events-match.ts'
import { ids } from '../../support/import/shop-file.ts'
import { killWhileWriting } from '../../support/resilience/crash.ts'
import { orderer } from '../../support/resilience/crash-orders.ts'
import { adder, deleter, merger, repeater, setter } from '../../support/resilience/crash-writers.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 2, long: 100 })

for (const engine of engines) {
  describe(`kill -9 on ${engine}`, () => {
    it(`${ROUNDS} times during writes and merges loses no acknowledged write and leaves no partial merge or checkout`, async () => {
      const witness = await startService(engine)
      const writers = await Promise.all([
        ...[1, 2, 3].map(() => adder(witness)),
        repeater(witness),
        setter(witness),
        deleter(witness),
        ...[ids.member, ids.otherMember, ids.dealer].map(id => merger(witness, id)),
        orderer(witness),
      ])
      await killWhileWriting(witness, ROUNDS, writers, () => randomInt(150))
      await untilIdle(witness.database)
      for (const { check } of writers) await check()
      assert.deepEqual(await linesOfMerged(witness.database), [])
      await assertUsesMatch(witness.database)
      await assertEventsMatch(witness.database)
      const acknowledged = writers.reduce((total, each) => total + each.acknowledged(), 0)
      record(`kill -9 on ${engine}`, `${ROUNDS} times; ${acknowledged} acknowledged writes and merges all there, once`)
      await witness.stop()
    })
  })
}

/** @returns the lines in carts of merged guests, which must be empty */
async function linesOfMerged({ kysely }: Queries): Promise<unknown[]> {
  return kysely
    .selectFrom('cart_lines')
    .innerJoin('carts', 'carts.id', 'cart_lines.cart_id')
    .where('carts.merged_into', 'is not', null)
    .select('cart_lines.id')
    .execute()
}
