/** Holds of an automatic campaign that has a use left for some of them: whoever comes too late gets the cart as it is now, and never a choice to undo. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { refusalsOf, whenFree } from '../support/cart/cart.ts'
import { hold, totalsOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { guestWith } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import type { TestService } from '../support/service/service.ts'

const ROUNDS = rounds({ short: 5, long: 200 })
const AT_ONCE = 4

for (const engine of engines) {
  describe(`an automatic campaign that others use up on ${engine}`, () => {
    let instances: Instances
    let service: TestService
    before(async () => {
      instances = await startInstances(engine)
      service = instances.at(0)
    })
    afterEach(() => assertUsesMatch(service.database))
    after(() => instances.stop())

    it('is held once, and every other hold is refused with the cart without it', async () => {
      for (let id = 1; id <= ROUNDS; id++) {
        const campaign = { id, name: 'Kalan', automatic: true, usageLimit: 1, reward: { type: 'percent', value: '10' } }
        await service.importShop({ campaigns: [campaign] })
        const tokens = await Promise.all(Array.from({ length: AT_ONCE }, () => guestWith(service)))
        const seen = await Promise.all(tokens.map(token => totalsOf(service, token)))
        const answers = await Promise.all(
          tokens.map((token, index) =>
            whenFree(() => hold(instances.at(index % 2), `${engine}-${id}-${index}`, token, seen[index])),
          ),
        )
        const held = answers.filter(({ status }) => status === 201)
        assert.equal(held.length, 1)
        for (const [index, answer] of answers.entries()) {
          if (answer.status === 201) continue
          assert.deepEqual(refusalsOf(answer), ['409 cart_changed'])
          const { errors } = answer.json as { errors: { meta: { cart: { data: { attributes: object } } } }[] }
          const attributes = errors[0]?.meta.cart.data.attributes as { appliedCampaign?: unknown; grandTotal: object }
          assert.equal(attributes.appliedCampaign, undefined)
          const token = tokens[index] ?? ''
          const { grandTotal } = await totalsOf(service, token)
          assert.partialDeepStrictEqual(attributes, { grandTotal: { amount: grandTotal } })
        }
      }
    })
  })
}
