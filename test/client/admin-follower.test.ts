/** The follower of events with a real service: order, pages, outages of the service, aborts and permanent failures. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  createAdminClient,
  type FollowFailure,
  SepetError,
  type ShopEvent,
  type ShopEventType,
} from 'sepet-client/admin'
import { EVENT_TYPES } from '../../src/events/event.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { freePort } from '../support/service/test-server.ts'

type Send = (request: Request) => Promise<Response>

/** The compiler requires every type that the client knows, and no other. */
const KNOWN: Record<ShopEventType, true> = {
  'cart.merged': true,
  'ucp_cart.continued': true,
  'handoff.consumed': true,
  'checkout.held': true,
  'checkout.completed': true,
  'checkout.released': true,
  'checkout.cancelled': true,
  'checkout.expired': true,
  'checkout.returned': true,
  'product.sold_out': true,
  'customer.created': true,
  'customer.updated': true,
  'customer.deleted': true,
  'coupon.changed': true,
  'coupon.deleted': true,
  'campaign.changed': true,
  'campaign.deleted': true,
  'campaign.codes_created': true,
  'campaign.codes_switched_off': true,
  'import.applied': true,
}

it('the client knows the types of the service’s events', () => {
  assert.deepEqual(Object.keys(KNOWN), [...EVENT_TYPES])
})

const fast = { intervalSeconds: 0.01, maxWaitSeconds: 0.02 }

for (const engine of engines) {
  describe(`the follower of events on ${engine}`, () => {
    let service: TestService
    let token: string
    let last: number
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', { scope: 'events:read customers:write' })
      const { data } = await clientAt(service.url).events.list({ limit: 200 })
      last = data.at(-1)?.id ?? 0
    })
    after(() => service.stop())

    const clientAt = (baseUrl: string, send?: Send) =>
      createAdminClient({ baseUrl, token, retry: { attempts: 1 }, ...(send && { fetch: send }) })
    /** Creates customers one after the other. @returns the subjects of their events */
    const happen = async (count: number) => {
      const { customers } = clientAt(service.url)
      const subjects: string[] = []
      while (subjects.length < count) subjects.push(`member:${(await customers.create({})).id}`)
      return subjects
    }
    /** Takes a number of events, then leaves the loop. */
    const take = async (events: AsyncIterable<ShopEvent>, count: number) => {
      const taken: ShopEvent[] = []
      for await (const event of events) {
        taken.push(event)
        if (taken.length === count) break
      }
      if (taken.length > 0) last = taken.at(-1)?.id ?? last
      return taken
    }
    const subjectsOf = (events: ShopEvent[]) => events.map(({ subject }) => subject)

    it('yields every event once, in order, over several pages, and what happens later', async () => {
      const first = await happen(5)
      const events = clientAt(service.url).events.follow({ after: last, limit: 2, ...fast })
      const begun = [await events.next(), await events.next()].map(({ value }) => value?.subject)
      const second = await happen(3)
      const rest = await take(events, 6)
      assert.deepEqual([...begun, ...subjectsOf(rest)], [...first, ...second])
      assert.deepEqual(
        rest.map(({ id }) => id),
        rest.map((_, index) => (rest[0]?.id ?? 0) + index),
      )
    })

    it('continues from the id that the caller has stored', async () => {
      const subjects = await happen(3)
      const { events } = clientAt(service.url)
      const [one] = await take(events.follow({ after: last, ...fast }), 1)
      const others = await take(events.follow({ after: one?.id ?? 0, ...fast }), 2)
      assert.deepEqual(subjectsOf([...(one ? [one] : []), ...others]), subjects)
    })

    it('survives an outage of the service, and yields what happened meanwhile once', async () => {
      const port = String(await freePort())
      const peer = await service.startPeer({ PORT: port })
      const failures: FollowFailure[] = []
      let failed = () => {}
      const away = new Promise<void>(resolve => (failed = resolve))
      const onFailure = (failure: FollowFailure) => {
        failures.push(failure)
        if (failures.length === 3) failed()
      }
      const events = clientAt(peer.url).events.follow({ after: last, ...fast, maxFailures: Infinity, onFailure })
      const earlier = await happen(1)
      const taken = [await events.next()].map(({ value }) => value?.subject)
      const waiting = events.next()
      await peer.stop()
      await away
      const later = await happen(2)
      const again = await service.startPeer({ PORT: port })
      taken.push((await waiting).value?.subject)
      taken.push(...subjectsOf(await take(events, 1)))
      assert.deepEqual(taken, [...earlier, ...later])
      assert.deepEqual(
        failures.slice(0, 3).map(({ failures: count, waitSeconds }) => [count, waitSeconds]),
        [
          [1, 0.02],
          [2, 0.02],
          [3, 0.02],
        ],
      )
      await again.stop()
    })

    it('ends without an error when it is aborted: while it waits, during a request, and between two events', async () => {
      const { events } = clientAt(service.url)
      const waiting = new AbortController()
      const idle = events.follow({ after: last, intervalSeconds: 3600, signal: waiting.signal }).next()
      setTimeout(() => waiting.abort(), 50)
      assert.deepEqual(await idle, { done: true, value: undefined })

      const hanging = new AbortController()
      const never: Send = () => {
        queueMicrotask(() => hanging.abort())
        return new Promise(() => {})
      }
      const during = clientAt(service.url, never).events.follow({ after: last, signal: hanging.signal })
      assert.deepEqual(await during.next(), { done: true, value: undefined })

      const subjects = await happen(2)
      const between = new AbortController()
      const seen = []
      for await (const { id, subject } of events.follow({ after: last, signal: between.signal, ...fast })) {
        seen.push(subject)
        last = id
        between.abort()
      }
      assert.deepEqual(seen, subjects.slice(0, 1))
      const over = events.follow({ signal: AbortSignal.abort() })
      assert.deepEqual(await over.next(), { done: true, value: undefined })
      last += 1
    })

    it('repeats timeouts, responses of proxies, 5xx and failures of the token function', async () => {
      const subjects = await happen(1)
      const answers = [
        () => new Promise<Response>(() => {}),
        async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
        async () => new Response('<h1>Maintenance</h1>', { headers: { 'Content-Type': 'text/html' } }),
        async () => new Response('{"data":[', { headers: { 'Content-Type': 'application/json' } }),
        async () => Promise.reject(new TypeError('fetch failed')),
        async () => Response.json({ errors: [{ code: 'internal_error' }] }, { status: 500 }),
      ]
      const total = answers.length
      let tokens = 0
      const admin = createAdminClient({
        baseUrl: service.url,
        token: async () => {
          if (tokens++ === 0) throw new Error('the identity provider is away')
          return token
        },
        retry: { attempts: 1 },
        fetch: async request => (answers.shift() ?? (() => fetch(request)))(),
      })
      const counts: number[] = []
      const onFailure = ({ failures }: FollowFailure) => counts.push(failures)
      const follower = admin.events.follow({ after: last, ...fast, timeoutSeconds: 0.5, onFailure })
      assert.deepEqual(subjectsOf(await take(follower, 1)), subjects)
      // A slow machine may add timeouts.
      assert.deepEqual(
        counts.slice(0, total + 1),
        Array.from({ length: total + 1 }, (_, index) => index + 1),
      )
    })

    it('never yields an event again that a response repeats', async () => {
      const subjects = await happen(2)
      const stale = await (await fetch(eventsUrl(last), { headers: { Authorization: `Bearer ${token}` } })).text()
      const json = { 'Content-Type': 'application/json' }
      const answers = [new Response(stale, { headers: json }), new Response(stale, { headers: json })]
      const admin = clientAt(service.url, async request => answers.shift() ?? fetch(request))
      const events = admin.events.follow({ after: last, ...fast })
      const taken = [await events.next(), await events.next()].map(({ value }) => value?.subject)
      const more = await happen(1)
      assert.deepEqual([...taken, ...subjectsOf(await take(events, 1))], [...subjects, ...more])
    })

    const eventsUrl = (after: number) => `${service.url}/api/v3/admin/events?after=${after}&limit=200`

    it('throws a refusal at once, and the last failure after too many', async () => {
      const thrown = (error: unknown, code: string) => error instanceof SepetError && error.has(code)
      const other = await service.token('admin', { scope: 'carts:read' })
      const onFailure = () => assert.fail('it was repeated')
      const refused = createAdminClient({ baseUrl: service.url, token: other }).events.follow({ ...fast, onFailure })
      await assert.rejects(refused.next(), error => thrown(error, 'insufficient_scope'))
      assert.deepEqual(await refused.next(), { done: true, value: undefined })
      const invalid = createAdminClient({ baseUrl: service.url, token: 'no token' }).events.follow({ onFailure })
      await assert.rejects(invalid.next(), TypeError)
      let sent = 0
      const away: Send = async () => {
        sent++
        throw new TypeError('fetch failed')
      }
      const bounded = clientAt(service.url, away).events.follow({ ...fast, maxFailures: 4 })
      await assert.rejects(bounded.next(), /fetch failed/)
      assert.equal(sent, 5)
    })

    it('refuses options out of their ranges before anything is sent', () => {
      const { events } = clientAt(service.url, () => assert.fail('sent'))
      for (const option of [
        { intervalSeconds: 0 },
        { timeoutSeconds: Number.NaN },
        { maxWaitSeconds: 86_401 },
        { maxFailures: -1 },
      ]) {
        assert.throws(() => events.follow(option), RangeError)
      }
    })
  })
}
