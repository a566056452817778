/** Holds during other writes: what they are answered with, and that uses match the checkouts afterwards. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { addItem, refusalsOf, type ShownCart } from '../support/cart/cart.ts'
import {
  callCheckout,
  complete,
  dataOf,
  hold,
  readCart,
  release,
  subjectOf,
  totalsOf,
} from '../support/checkouts/orders.ts'
import { assertUsesMatch } from '../support/checkouts/settled.ts'
import { callProducts } from '../support/checkouts/stock.ts'
import { couponOf, expire, fillWith, type Promotion, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import type { Answer, TestService } from '../support/service/service.ts'

const ROUNDS = rounds({ short: 2, long: 200 })

/** A hold of a cart that meets another write. */
interface Meeting {
  /** The instance that the other write is sent to. */
  service: TestService
  round: number
  /** The token of the cart's owner. */
  token: string
  /** Another owner: a guest beside a member, and a member beside a guest. */
  other: string
  reference: string
  /** The reference of an earlier hold of the same cart, in the scenarios that have one. */
  earlier: string
  coupon: Promotion
}

/** A write that a hold can meet. */
interface Scenario {
  owner: 'guest' | 'member'
  /** Makes the earlier hold: of another reference, or of the same. */
  earlier?: 'other' | 'same'
  write: (meeting: Meeting) => Promise<Answer | undefined>
  /** Refusals of the hold, when the write comes first. */
  refused: string[]
  /** Asserts what must be true after both. */
  check?: (meeting: Meeting, held: Answer) => Promise<void>
}

const customerOf = (token: string) => `${CUSTOMERS}/${subjectOf(token).slice('member:'.length)}`
const item = (productId: number, quantity: number) => ({ productId, quantity })

const scenarios: Record<string, Scenario> = {
  'an add': {
    owner: 'guest',
    write: ({ service, token }) => service.call('POST', '/cart-items', { token, body: item(ids.plain, 1) }),
    refused: ['409 cart_changed'],
  },
  'the removal of the coupon': {
    owner: 'member',
    write: ({ service, token }) => service.call('DELETE', '/cart/coupon', { token }),
    refused: ['409 cart_changed'],
  },
  'an emptied cart': {
    owner: 'guest',
    write: ({ service, token }) => service.call('DELETE', '/cart', { token }),
    refused: ['422 cart_empty /subject'],
  },
  'the merge of the guest into a member': {
    owner: 'guest',
    write: ({ service, token, other }) =>
      service.call('POST', '/cart/merge', { token: other, body: { guestToken: token } }),
    refused: ['422 field_invalid /subject'],
    check: async ({ service, other, reference }, { status }) => {
      if (status !== 201) return
      const { subject, state } = dataOf(await callCheckout(service, 'GET', reference))
      assert.deepEqual([subject, state], [subjectOf(other), 'held'])
    },
  },
  'the merge of a guest into the cart': {
    owner: 'member',
    write: ({ service, token, other }) => service.call('POST', '/cart/merge', { token, body: { guestToken: other } }),
    refused: ['409 cart_changed'],
  },
  'an import that changes a price': {
    owner: 'member',
    write: async ({ service, round }) => {
      await service.importShop({ products: [product({ id: ids.plain, price: String(50 + (round % 2)) })] })
      return undefined
    },
    refused: ['409 cart_changed'],
  },
  'the withdrawal of a product': {
    owner: 'guest',
    write: ({ service }) => callProducts(service, 'PATCH', '', [{ id: ids.plain, onSale: false }]),
    refused: ['409 items_unavailable'],
    check: async ({ service }) => {
      await callProducts(service, 'PATCH', '', [{ id: ids.plain, onSale: true }])
    },
  },
  'a ban': {
    owner: 'member',
    write: async ({ service, token }) =>
      service.call('PUT', customerOf(token), { token: await service.token('admin'), body: { status: 'banned' } }),
    refused: ['422 field_invalid /subject'],
  },
  'the deletion of the customer': {
    owner: 'member',
    write: async ({ service, token }) =>
      service.call('DELETE', customerOf(token), { token: await service.token('admin') }),
    refused: ['422 field_invalid /subject'],
    check: async ({ service, reference }, { status }) => {
      if (status !== 201) return
      const { subject, customerId } = dataOf(await callCheckout(service, 'GET', reference))
      assert.deepEqual([subject, customerId], [null, null])
    },
  },
  'a hold of the cart under another reference': {
    owner: 'member',
    write: ({ service, token, earlier }) => hold(service, earlier, token),
    refused: [],
    check: async ({ service, reference, earlier }) => {
      const states = [reference, earlier].map(async each => dataOf(await callCheckout(service, 'GET', each)).state)
      assert.deepEqual((await Promise.all(states)).sort(), ['held', 'released'])
    },
  },
  'the completion of the cart’s earlier hold': {
    owner: 'guest',
    earlier: 'other',
    write: ({ service, earlier }) => complete(service, earlier),
    refused: ['422 cart_empty /subject'],
  },
  'the release of the same reference': {
    owner: 'guest',
    earlier: 'same',
    write: ({ service, reference }) => release(service, reference),
    refused: [],
  },
  'the expiry of the same reference': {
    owner: 'member',
    earlier: 'same',
    write: async ({ service, reference }) => {
      await expire(service, reference)
      return undefined
    },
    refused: [],
  },
}

for (const engine of engines) {
  describe(`a hold on ${engine} during`, () => {
    let instances: Instances
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
    })
    afterEach(() => assertUsesMatch(instances.at(0).database))
    after(() => instances.stop())

    /** Creates a cart with a coupon that has one use left, and the other owner's cart. */
    const meet = async ({ owner, earlier }: Scenario, round: number): Promise<Meeting> => {
      const [service, peer] = [instances.at(round), instances.at(round + 1)]
      const [guest, member] = [await service.token('guest'), await createMember(service)]
      const [token, other] = owner === 'guest' ? [guest, member] : [member, guest]
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 1 })
      await fillWith(service, token, coupon)
      await addItem(service, other, ids.soldOut, 2)
      const meeting = { service: peer, round, token, other, reference: next(), earlier: next(), coupon }
      if (earlier) await requireHold(service, meeting[earlier === 'same' ? 'reference' : 'earlier'], token)
      return meeting
    }

    for (const [name, scenario] of Object.entries(scenarios)) {
      it(`${name} comes before or after it, ${ROUNDS} times`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const meeting = await meet(scenario, round)
          const { service, token, reference } = meeting
          const before = await readCart(service, token)
          const expected = await totalsOf(service, token)
          const [held, written] = await Promise.all([
            sleep(4 * (round % 3)).then(() => hold(instances.at(round), reference, token, expected)),
            scenario.write(meeting),
          ])
          if (written) assert.ok(written.status < 300, written.text)
          await assertAnswered(meeting, scenario, { held, before })
          await scenario.check?.(meeting, held)
          if (held.status < 300) assert.equal(dataOf(await complete(service, reference)).state, 'completed')
        }
      })
    }
  })
}

/** Asserts that a hold was answered with the cart as it was before the other write, or refused as it must be after that write. */
async function assertAnswered(
  { service, token, reference }: Meeting,
  { earlier, refused }: Scenario,
  { held, before }: { held: Answer; before: ShownCart },
): Promise<void> {
  if (held.status === 201 || (held.status === 200 && earlier === 'same')) {
    return assert.deepEqual(dataOf(held).cart, before)
  }
  assert.deepEqual(refusalsOf(held), refused)
  assert.equal((await callCheckout(service, 'GET', reference)).status, 404)
  const { errors } = held.json as { errors: { code: string; meta?: { cart: unknown } }[] }
  if (errors[0]?.code === 'cart_changed') assert.deepEqual(errors[0].meta?.cart, await readCart(service, token))
}

/** Creates a customer. @returns a token */
async function createMember(service: TestService): Promise<string> {
  const { json } = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
  return service.token('member', { id: String((json as { data: { id: number } }).data.id) })
}
