/** kill -9 of the server while codes are made and switched off: of each request all codes are there or none, and a repetition makes none twice. */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { untilIdle } from '../../support/database/outage.ts'
import { codesPath, createBindable } from '../../support/promotions/codes.ts'
import { promotionCaller, SCOPE } from '../../support/promotions/promotions.ts'
import { killWhileWriting, type Writer } from '../../support/resilience/crash.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { callAt, startService, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 3, long: 60 })
const CAMPAIGN = 8_100
/** Several statements. */
const COUNT = 1_200

/** A writer that makes a batch with each request. */
interface Maker extends Writer {
  /** The batches of all requests, answered or not. */
  batches: string[]
}

function makerOf(token: string): Maker {
  const batches: string[] = []
  let made = 0
  return {
    batches,
    acknowledged: () => made,
    write: async url => {
      const batch = `batch-${batches.length}`
      batches.push(batch)
      made += await isAnswered(url, ['POST', codesPath(CAMPAIGN)], { token, ...bodyOf(batch) }, 201)
    },
  }
}

const bodyOf = (batch: string) => ({ body: { count: COUNT, batch }, headers: { 'Idempotency-Key': batch } })

/** Switches batches of a maker off, one after the other. */
function switchOf(token: string, { batches }: Maker): Writer {
  let [next, switched] = [0, 0]
  return {
    acknowledged: () => switched,
    write: async url => {
      const path = codesPath(CAMPAIGN, { 'filter[batch]': batches[next] ?? 'batch-0' })
      // The codes of a request that was cut off may be none.
      switched += await isAnswered(url, ['DELETE', path], { token }, 200)
      if (next + 1 < batches.length) next++
    },
  }
}

async function isAnswered(
  url: string,
  [method, path]: [string, string],
  call: Parameters<TestService['call']>[2],
  status: number,
): Promise<0 | 1> {
  try {
    return (await callAt(url)(method, path, call)).status === status ? 1 : 0
  } catch {
    // The server was killed.
    return 0
  }
}

for (const engine of engines) {
  describe(`kill -9 while codes are made and switched off on ${engine}`, () => {
    it(`${ROUNDS} times leaves all codes of a request or none`, async () => {
      const witness = await startService(engine)
      const call = await promotionCaller(witness)
      await createBindable(call, CAMPAIGN)
      const token = await witness.token('admin', { scope: SCOPE })
      const maker = makerOf(token)
      await killWhileWriting(witness, ROUNDS, [maker, switchOf(token, maker)], () => randomInt(200))
      await untilIdle(witness.database)
      await assertWhole(witness, maker.batches)
      for (const batch of maker.batches) {
        const { headers, body } = bodyOf(batch)
        const again = await call('POST', codesPath(CAMPAIGN), body, headers)
        assert.deepEqual([again.status, again.json], [201, { data: { batch, count: COUNT } }], again.text)
      }
      const counts = await assertWhole(witness, maker.batches)
      assert.ok([...counts.values()].every(({ all }) => all === COUNT))
      assert.ok(maker.acknowledged() >= ROUNDS)
      record(`kill -9 while codes are made on ${engine}`, `${ROUNDS} times; ${maker.batches.length} requests`)
      await witness.stop()
    })
  })
}

/** Asserts that each batch has all of its codes or none, all on or all off, and its event. */
async function assertWhole({ database }: TestService, batches: string[]) {
  const { kysely } = database
  const rows = await kysely
    .selectFrom('coupons')
    .select(['batch', 'document'])
    .where('campaign_id', '=', CAMPAIGN)
    .execute()
  const counts = new Map(batches.map(batch => [batch, { all: 0, active: 0 }]))
  for (const { batch, document } of rows) {
    const count = counts.get(batch ?? '')
    assert.ok(count)
    count.all++
    if (JSON.parse(document).active) count.active++
  }
  for (const { all, active } of counts.values()) assert.ok([0, COUNT].includes(all) && [0, all].includes(active))
  const events = await kysely.selectFrom('events').select('data').where('type', '=', 'campaign.codes_created').execute()
  const made = [...counts].filter(([, { all }]) => all > 0).map(([batch]) => batch)
  assert.deepEqual(events.map(({ data }) => JSON.parse(data).batch).sort(), made.toSorted())
  return counts
}
