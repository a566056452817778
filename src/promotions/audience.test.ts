/** Audiences of campaigns: every combination of kinds, exclusions, channels and first orders, beside the sets of shoppers that they name. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, cartWith, lineWith, snapshotWith } from '../../test/support/cart/pricing.ts'
import { priceCart } from '../cart/pricing/price-cart.ts'
import { type Audience, CHANNELS, type Channel, type CustomerKinds } from '../model/campaign.ts'

const GROUP = 7
const NAMED = 5
const owners = {
  guest: { customerId: null },
  member: { customerId: 1 },
  dealer: { customerId: 2, dealer: true },
  inGroup: { customerId: 3, customerGroupId: GROUP },
  named: { customerId: NAMED },
}
type Name = keyof typeof owners
const names = Object.keys(owners) as Name[]
const memberNames = names.filter(name => name !== 'guest')

/** What each kind adds to an audience, and whom it names. */
const kinds: { kind: Partial<CustomerKinds>; named: readonly Name[] }[] = [
  { kind: { visitors: true }, named: ['guest'] },
  { kind: { members: true }, named: memberNames },
  { kind: { dealers: true }, named: ['dealer'] },
  { kind: { customerGroupIds: [GROUP] }, named: ['inGroup'] },
  { kind: { customerIds: [NAMED] }, named: ['named'] },
]
const nobody: CustomerKinds = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
const combinations = Array.from({ length: 2 ** kinds.length }, (_, bits) => kinds.filter((_, at) => bits & (1 << at)))
const kindsOf = (parts: typeof kinds): CustomerKinds => Object.assign({}, nobody, ...parts.map(({ kind }) => kind))
const namedBy = (parts: typeof kinds) => new Set(parts.flatMap(({ named }) => named))

/** Whether a campaign with this audience is listed in a cart. */
function isListed(audience: Audience, name: Name, channel: Channel, hasOrdered: boolean): boolean {
  const uses = {
    coupon: 0,
    couponByCustomer: 0,
    hasOrdered,
    campaigns: new Map(),
    campaignsByCustomer: new Map(),
    heldTooOften: new Set<number>(),
  }
  const cart = cartWith([line], { ...owners[name], uses })
  const snapshot = snapshotWith({ campaigns: [campaignWith({ audience })] })
  return priceCart(cart, snapshot, { now: 0, channel }).discounts.listed.length === 1
}
const line = lineWith({ price: '10', quantity: 1 })

describe('an audience', () => {
  it('includes whom its kinds name, or everyone where it names none but says something else, and never whom it excludes', () => {
    for (const included of combinations) {
      for (const excluded of combinations) {
        const exclude = excluded.length > 0 && { exclude: kindsOf(excluded) }
        const audience = { ...kindsOf(included), ...exclude }
        const all = included.length === 0 && exclude !== false
        for (const name of names) {
          const expected = (all || namedBy(included).has(name)) && !namedBy(excluded).has(name)
          assert.equal(isListed(audience, name, 'app', false), expected, `${name} in ${JSON.stringify(audience)}`)
        }
      }
    }
  })

  it('of first orders includes no guest and nobody with an order', () => {
    for (const included of combinations) {
      const audience = { ...kindsOf(included), firstOrder: true as const }
      for (const name of names) {
        for (const hasOrdered of [false, true]) {
          const isNamed = included.length === 0 || namedBy(included).has(name)
          const expected = isNamed && name !== 'guest' && !hasOrdered
          assert.equal(isListed(audience, name, 'web', hasOrdered), expected, `${name} in ${JSON.stringify(audience)}`)
        }
      }
    }
  })

  it('of channels includes its shoppers there alone', () => {
    const lists = Array.from({ length: 2 ** CHANNELS.length - 1 }, (_, n) =>
      CHANNELS.filter((_, at) => (n + 1) & (1 << at)),
    )
    const shoppers = names.flatMap(name => CHANNELS.map(channel => ({ name, channel })))
    const audiences = combinations.flatMap(included => lists.map(channels => ({ included, channels })))
    for (const { included, channels } of audiences) {
      const audience = { ...kindsOf(included), channels }
      for (const { name, channel } of shoppers) {
        const isNamed = included.length === 0 || namedBy(included).has(name)
        assert.equal(isListed(audience, name, channel, false), isNamed && channels.includes(channel))
      }
    }
  })
})
