/**
 * Concurrent operations that lock several rows, over two instances: crossing merges, adds, handoffs, and customers that
 * are changed, imported and deleted. No request fails with a deadlock, and each added item is in exactly one cart.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import { isBusy } from '../../../src/db/unavailable.ts'

import { cartOf, whenFree } from '../../support/cart/cart.ts'
import { countDeadlocks, withoutPostgres } from '../../support/database/engines.ts'
import { product } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type Answer, startService, type TestService } from '../../support/service/service.ts'
import { consumeHandoff, issueHandoff } from '../../support/web-checkout/checkout.ts'

const ROUNDS = rounds({ short: 2, long: 300 })
const PRODUCTS = [301, 302, 303, 304]

describe('operations that lock several rows, at once over two instances', { skip: withoutPostgres }, () => {
  let instances: [TestService, TestService]
  let admin: string
  before(async () => {
    const service = await startService('postgres', { LOG_LEVEL: 'silent' })
    instances = [service, await service.startPeer()]
    admin = await service.token('admin', { ttlSeconds: 6 * 3600 })
    await service.importShop({ products: PRODUCTS.map(id => product({ id })) })
  })
  after(async () => {
    await instances[1].stop()
    await instances[0].stop()
  })
  const on = (n: number) => instances[n % 2] as TestService
  const all = <T, R>(each: T[], work: (one: T, n: number) => Promise<R>) => Promise.all(each.map(work))

  it(`in ${ROUNDS} rounds nothing fails, no deadlock happens, and every added item is in one cart`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const members = await createMembers(4)
      const doomed = await createMembers(2)
      await Promise.all([
        crossMerges(members),
        changeCustomers([...members, ...doomed]),
        importAll(members),
        doom(doomed),
      ])
    }
    assert.equal(await countDeadlocks(on(0).database), 0)
    record('merges, adds, handoffs, customers, imports and deletions at once', `${ROUNDS} rounds without a deadlock`)
  })

  it('lists of customers with the same external ids are created once, and refused otherwise', async () => {
    const before = await countDeadlocks(on(0).database)
    for (let round = 0; round < 5; round++) {
      const list = Array.from({ length: 100 }, (_, n) => ({ externalId: `list-${round}-${n}` }))
      const answers = await all([0, 1, 2, 3, 4, 5], (_, n) =>
        whenFree(() => on(n).call('POST', CUSTOMERS, { token: admin, body: n % 2 ? list : list.toReversed() })),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422, 422, 422])
      for (const { status, text } of answers) if (status === 422) assert.match(text, /external_id_taken/)
    }
    assert.equal(await countDeadlocks(on(0).database), before)
  })

  /** Each member merges all guests, in different orders, while members and guests add items. */
  async function crossMerges(members: number[]): Promise<void> {
    const tokens = await all(members, id => on(0).token('member', { id: String(id) }))
    const guests = await all(PRODUCTS, () => on(0).token('guest'))
    const filled = await all(guests, guest => addAll(guest, PRODUCTS))
    const meanwhile = [...tokens, ...guests].map((token, n) => addAll(token, n % 2 ? PRODUCTS : PRODUCTS.toReversed()))
    const merges = tokens.map(async (token, n) => {
      const order = n % 2 ? guests : guests.toReversed()
      const answers = await all(order, (guestToken, i) => merge(on(n + i), token, guestToken))
      only(answers, [200, 422])
      return answers.filter(({ status }) => status === 200).length
    })
    const handoffs = all([...tokens, ...guests], (token, n) => handOff(on(n), token))
    assert.equal(sum(await Promise.all(merges)), guests.length)
    await handoffs
    const added = sum(filled) + sum(await Promise.all(meanwhile))
    const carts = await all(tokens, async token => cartOf(await on(0).call('GET', '/cart', { token })))
    assert.equal(sum(carts.map(({ data }) => data.attributes.totalQuantity)), added)
    for (const { included } of carts) assert.ok(included.length <= PRODUCTS.length)
  }

  /** Deletes members while they add items, merge guests and create handoffs. */
  async function doom(members: number[]): Promise<void> {
    await all(members, async (id, n) => {
      const token = await on(0).token('member', { id: String(id) })
      const guests = await all(PRODUCTS, () => on(0).token('guest'))
      const work = [
        addAll(token, PRODUCTS),
        ...guests.map(async (guest, i) => {
          await addAll(guest, [301])
          only([await merge(on(i), token, guest)], [200, 401])
        }),
        ...guests.map((_, i) => handOff(on(i), token)),
      ]
      only([await whenFree(() => on(n).call('DELETE', `${CUSTOMERS}/${id}`, { token: admin }))], [204])
      await Promise.all(work)
      const { kysely } = on(0).database
      const cart = await kysely.selectFrom('carts').select('id').where('id', '=', `member:${id}`).execute()
      const sessions = await kysely.selectFrom('web_sessions').select('id_hash').where('customer_id', '=', id).execute()
      assert.deepEqual([...cart, ...sessions], [])
    })
  }

  /** Updates customers twice in opposite orders, while lists of customers are created. */
  async function changeCustomers(members: number[]): Promise<void> {
    const change = async (id: number, n: number) => {
      const body = { company: `Şirket ${n}`, email: `yeni${id}@example.com` }
      return whenFree(() => on(n).call('PUT', `${CUSTOMERS}/${id}`, { token: admin, body }))
    }
    const changes = all([...members, ...members.toReversed()], change)
    const created = all([0, 1], n => createAt(on(n), 100))
    only(await changes, [200, 404])
    only(await created, [201])
  }

  /** Imports the same members with other emails in two orders, and the products that are being added. */
  async function importAll(members: number[]): Promise<void> {
    const customers = members.map((id, n) => ({ id, email: `aktarilan${id}-${n}@example.com` }))
    const products = PRODUCTS.map(id => product({ id, stock: customers.length }))
    await all([customers, customers.toReversed()], each => importWhenFree({ customers: each, products }))
  }

  /** Imports, again where the database was busy for too long. */
  async function importWhenFree(file: object): Promise<void> {
    for (;;) {
      const error = await on(0)
        .importShop(file)
        .then(
          () => undefined,
          error => error,
        )
      if (error === undefined) return
      if (!isBusy(error)) throw error
    }
  }

  function createAt(service: TestService, count: number): Promise<Answer> {
    return whenFree(() => service.call('POST', CUSTOMERS, { token: admin, body: Array(count).fill({}) }))
  }

  async function createMembers(count: number): Promise<number[]> {
    const answer = await createAt(on(0), count)
    return (answer.json as { data: { id: number }[] }).data.map(({ id }) => id)
  }

  /** Adds one of each product; the tokens may become invalid meanwhile. @returns how many were added */
  async function addAll(token: string, products: number[]): Promise<number> {
    const answers = await all(products, (productId, n) =>
      whenFree(() => on(n).call('POST', '/cart-items', { token, body: { productId, quantity: 1 } })),
    )
    only(answers, [201, 401])
    return answers.filter(({ status }) => status === 201).length
  }

  /** Creates and consumes a link, unless the token is no longer valid. */
  async function handOff(service: TestService, token: string): Promise<void> {
    const link = await issueHandoff(service, token).catch(error => {
      if (/guest_cancelled|customer_not_active/.test((error as Error).message)) return undefined
      if (/"(cart|database)_busy"/.test((error as Error).message)) return handOff(service, token)
      throw error
    })
    if (link) only([await consumeHandoff(service, link.token)], [302])
  }
})

function merge(service: TestService, token: string, guestToken: string): Promise<Answer> {
  return whenFree(() => service.call('POST', '/cart/merge', { token, body: { guestToken } }))
}

/** Asserts that all responses have one of these statuses. */
function only(answers: Answer[], statuses: number[]): void {
  const others = answers.filter(({ status }) => !statuses.includes(status))
  assert.deepEqual(
    others.map(({ status, text }) => `${status} ${text}`),
    [],
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
