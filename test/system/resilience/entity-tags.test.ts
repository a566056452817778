/**
 * Tags of carts over random histories: concurrent requests of two members, a guest and a web shop over two instances, with
 * conditional reads around each. Two responses have equal tags if and only if they have equal bodies, on every instance.
 */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { customer } from '../../support/import/shop-file.ts'
import { KnownBodies, readingConditionally } from '../../support/resilience/known-bodies.ts'
import { holders, planHistories } from '../../support/resilience/linearizability/plan.ts'
import { type OwnerTokens, runPlan } from '../../support/resilience/linearizability/play.ts'
import { historyShop, offsetOf } from '../../support/resilience/linearizability/shop.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { seed } from '../../support/runner/seed.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const COUNT = rounds({ short: 6, long: 500 })

for (const engine of engines) {
  for (const isGuarded of [false, true]) {
    const shop = isGuarded ? ' with a stock guard' : ''
    it(`tags of carts on ${engine}${shop} are equal if and only if their bodies are, over ${COUNT} histories (seed ${seed})`, async () => {
      const service = await startService(engine, { LOG_LEVEL: 'silent', COUPON_RATE_LIMIT: '0' })
      await service.importShop(historyShop(isGuarded ? COUNT : 0))
      const customers = Array.from({ length: 2 * COUNT }, (_, n) => customer(1_000 + n))
      await service.importShop({ customers })
      const instances = [service, await service.startPeer()]
      const known = new KnownBodies()
      for (const [n, plan] of planHistories(COUNT, seed, isGuarded ? 'stocks' : 'everything').entries()) {
        const tokens = await tokensOf(service, 1_000 + 2 * n)
        const observed = instances.map(each => readingConditionally(each, known))
        const cast = { ...tokens, offset: isGuarded ? offsetOf(n) : null }
        await runPlan(observed, cast, plan, n % 2 === 0 ? holders : [])
        for (const token of Object.values(tokens)) await assertSettled(instances, token, known)
      }
      assert.ok(known.tags.length > COUNT)
      record(`tags on ${engine}${shop}`, `${known.tags.length} different carts of ${COUNT} histories, seed ${seed}`)
      for (const instance of instances.reverse()) await instance.stop()
    })
  }
}

/** Asserts that all instances send the same body for an unchanged cart, and 304 for its tag and for no other one. */
async function assertSettled(instances: TestService[], token: string, known: KnownBodies): Promise<void> {
  const answers = await Promise.all(instances.map(each => each.call('GET', '/cart', { token })))
  const [tag, ...tags] = answers.map(each => known.record(each))
  for (const each of tags) assert.equal(each, tag)
  if (tag === undefined) return // A cancelled guest.
  const others = known.tags.filter(each => each !== tag).slice(-300)
  for (const { call } of instances) {
    const ask = async (header: string) =>
      (await call('GET', '/cart', { token, headers: { 'If-None-Match': header } })).status
    assert.deepEqual([await ask(tag), await ask(others.join(', '))], [304, 200], `seed ${seed}`)
  }
}

/** @returns the tokens of a new guest and of two members with successive ids */
async function tokensOf(service: TestService, id: number): Promise<OwnerTokens> {
  return {
    member: await service.token('member', { id: String(id) }),
    other: await service.token('member', { id: String(id + 1) }),
    guest: await service.token('guest'),
  }
}
