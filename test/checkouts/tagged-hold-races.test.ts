/**
 * Holds that name the cart by its tag while others take uses of its promotions: a use that leaves another one changes no cart, and is no reason
 * to decide the hold again; the last one changes every cart that shows the promotion.
 */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { refusalsOf, type ShownCart, whenFree } from '../support/cart/cart.ts'
import { callCheckout, dataOf, hold, subjectOf } from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { campaignOf, guestWith, kinds, type Promotion, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines, onCitus, withoutPostgres } from '../support/database/engines.ts'
import { untilOneWaits, whileCartLocked } from '../support/database/locks.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const AT_ONCE = 20

/** A cart as a page has shown it. */
interface Shown {
  token: string
  cart: unknown
  expected: { grandTotal: string; etag: string }
  /** How often its row has been locked by writes. */
  revision: number
}

/** Creates the cart of a guest that has chosen promotions, and reads it. */
async function show(service: TestService, ...promotions: Promotion[]): Promise<Shown> {
  const token = await guestWith(service, ...promotions)
  const { json, headers } = await service.call('GET', '/cart', { token })
  const { amount: grandTotal } = (json as ShownCart).data.attributes.grandTotal ?? {}
  const etag = headers.get('etag')
  assert.ok(grandTotal && etag)
  return { token, cart: json, expected: { grandTotal, etag }, revision: await revisionOf(service, token) }
}

async function revisionOf({ database: { kysely } }: TestService, token: string): Promise<number> {
  const row = kysely.selectFrom('carts').select('revision').where('id', '=', subjectOf(token))
  return (await row.executeTakeFirstOrThrow()).revision
}

/** Asserts that a cart is held as it was shown, at the first attempt: each attempt locks the cart's row once. */
async function assertHeldAtOnce(service: TestService, { token, cart, revision }: Shown, answer: Answer): Promise<void> {
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(dataOf(answer).cart, cart)
  assert.equal((await revisionOf(service, token)) - revision, 1, 'attempts of the hold')
}

/** Asserts that a hold was refused with the cart as it is now, which is not the shown one, and has held nothing. */
async function assertRefused(service: TestService, shown: Shown, answer: Answer): Promise<void> {
  assert.deepEqual(refusalsOf(answer), ['409 cart_changed'])
  const { errors } = answer.json as { errors: { meta: { cart: unknown } }[] }
  const { json, headers } = await service.call('GET', '/cart', { token: shown.token })
  assert.equal(answer.headers.get('etag'), headers.get('etag'))
  assert.notEqual(headers.get('etag'), shown.expected.etag)
  const { data, included } = json as ShownCart
  const { coupon: _, ...meta } = data.meta as { coupon?: unknown }
  assert.deepEqual(errors[0]?.meta.cart, { data: { ...data, meta }, included })
  const { kysely } = service.database
  const held = kysely.selectFrom('checkouts').select('reference').where('subject', '=', subjectOf(shown.token))
  assert.deepEqual(await held.execute(), [])
}

for (const engine of engines) {
  describe(`simultaneous holds with the tags of their carts on ${engine}`, () => {
    let instances: Instances
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
    })
    afterEach(() => assertUsesMatch(either(0).database))
    after(() => instances.stop())
    const either = (n: number) => instances.at(n)
    const showEach = (...promotions: Promotion[][]) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => show(either(n), ...(promotions[n % promotions.length] ?? []))),
      )
    const holdAll = (carts: Shown[]) =>
      Promise.all(
        carts.map(({ token, expected }, n) => {
          const reference = next()
          return whenFree(() => hold(either(n), reference, token, expected))
        }),
      )

    for (const [kind, create] of Object.entries(kinds)) {
      it(`give the last use of ${kind} to exactly one of ${AT_ONCE}, and refuse the others with their carts as they are`, async () => {
        const promotion = create(++number)
        await promotion.limit(either(0), { usageLimit: 5, usageCount: 4 })
        const carts = await showEach([promotion])
        const answers = await holdAll(carts)
        const held = answers.filter(({ status }) => status === 201)
        assert.equal(held.length, 1)
        for (const [n, shown] of carts.entries()) {
          const answer = answers[n] as Answer
          if (answer.status === 201) assert.deepEqual(dataOf(answer).cart, shown.cart)
          else await assertRefused(either(n + 1), shown, answer)
        }
      })

      it(`of ${AT_ONCE} carts with ${kind} that has uses left are each decided once`, async () => {
        const promotion = create(++number)
        await promotion.limit(either(0), { usageLimit: 100_000 })
        const carts = await showEach([promotion])
        const answers = await holdAll(carts)
        for (const [n, shown] of carts.entries()) await assertHeldAtOnce(either(n), shown, answers[n] as Answer)
      })
    }

    it('of carts without a promotion are each decided once beside those that take uses of an offered campaign', async () => {
      const campaign = campaignOf(++number)
      await campaign.limit(either(0), { usageLimit: 100_000 })
      const carts = await showEach([campaign], [campaign], [], [])
      const answers = await holdAll(carts)
      for (const [n, shown] of carts.entries()) await assertHeldAtOnce(either(n), shown, answers[n] as Answer)
    })

    it('take exactly the uses that are left', async () => {
      const campaign = campaignOf(++number)
      await campaign.limit(either(0), { usageLimit: 7 })
      const carts = await showEach([campaign])
      const answers = await holdAll(carts)
      assert.equal(answers.filter(({ status }) => status === 201).length, 7)
      for (const [n, shown] of carts.entries()) {
        const answer = answers[n] as Answer
        if (answer.status === 201) assert.deepEqual(dataOf(answer).cart, shown.cart)
        else await assertRefused(either(n + 1), shown, answer)
      }
    })
  })
}

/** A write was refused because its cart was locked for too long. */
class GivenUp extends Error {}

describe('a hold with a tag that waits for its cart on postgres', { skip: withoutPostgres || onCitus }, () => {
  let service: TestService
  let number = 0
  const next = () => `waiting-${++number}`
  before(async () => {
    service = await startService('postgres')
  })
  afterEach(() => assertUsesMatch(service.database))
  after(() => service.stop())

  /** Runs a scenario, from its beginning again where its write was given up after five seconds, which a busy machine needs for less. */
  async function inTime(scenario: () => Promise<void>): Promise<void> {
    await scenario().catch(error => {
      if (!(error instanceof GivenUp)) throw error
      return inTime(scenario)
    })
  }

  /**
   * Runs a write to the shown cart, and holds another cart once the write has priced its own and waits for it.
   * @throws GivenUp when that takes longer than the write waits
   */
  async function meet(shown: Shown, promotion: Promotion, write: () => Promise<Answer>): Promise<Answer> {
    const other = await guestWith(service, promotion)
    const url = service.config.DATABASE_URL ?? assert.fail('no PostgreSQL')
    const writing = await whileCartLocked(url, subjectOf(shown.token), async () => {
      const begun = write()
      await untilOneWaits(service.database)
      await requireHold(service, next(), other)
      return { begun }
    })
    const answer = await writing.begun
    if (answer.status === 503) throw new GivenUp(answer.text)
    return answer
  }

  for (const [kind, create] of Object.entries(kinds)) {
    for (const [name, choosesIt] of [
      ['', true],
      [' that it does not use', false],
    ] as const) {
      it(`is decided once while another takes a use of ${kind}${name}, and one is left`, () =>
        inTime(async () => {
          const promotion = create(++number)
          await promotion.limit(service, { usageLimit: 2 })
          const shown = await show(service, ...(choosesIt ? [promotion] : []))
          const held = await meet(shown, promotion, () => hold(service, next(), shown.token, shown.expected))
          await assertHeldAtOnce(service, shown, held)
        }))
    }

    it(`is refused where another takes the last use of ${kind}`, () =>
      inTime(async () => {
        const promotion = create(++number)
        await promotion.limit(service, { usageLimit: 1 })
        const shown = await show(service, promotion)
        const reference = next()
        const refused = await meet(shown, promotion, () => hold(service, reference, shown.token, shown.expected))
        await assertRefused(service, shown, refused)
        assert.equal((await callCheckout(service, 'GET', reference)).status, 404)
      }))
  }

  it('is refused where another takes the last use of a campaign that its page has offered', () =>
    inTime(async () => {
      const campaign = campaignOf(++number)
      await campaign.limit(service, { usageLimit: 1 })
      const shown = await show(service)
      const refused = await meet(shown, campaign, () => hold(service, next(), shown.token, shown.expected))
      await assertRefused(service, shown, refused)
      await requireHold(service, next(), shown.token)
    }))

  for (const [left, status] of [
    [1, 200],
    [0, 412],
  ] as const) {
    it(`like a write with If-Match, gets ${status} where another leaves ${left} uses of a campaign`, () =>
      inTime(async () => {
        const campaign = campaignOf(++number)
        await campaign.limit(service, { usageLimit: 1 + left })
        const shown = await show(service, campaign)
        const headers = { 'If-Match': shown.expected.etag }
        const write = () => service.call('DELETE', '/cart/coupon', { token: shown.token, headers })
        const answer = await meet(shown, campaign, write)
        assert.equal(answer.status, status, answer.text)
        // A write locks the row for the comparison, and again where it writes.
        const locks = (await revisionOf(service, shown.token)) - shown.revision
        assert.equal(locks, status === 200 ? 2 : 1)
      }))
  }
})
