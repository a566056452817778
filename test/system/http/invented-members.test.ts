/**
 * Members, query parameters and headers that a request invents: for every example of the API description, the request with them gets the
 * same answer and leaves the same database as without them. `npm test` tries every known name in a body with every kind of value, and a
 * share of the rest; the long run tries all. An operation is in this test as soon as the description has it.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../../support/cart/cart.ts'
import { hold } from '../../support/checkouts/orders.ts'
import { engines, numberOf } from '../../support/database/engines.ts'
import { comparable, restoreSnapshot, type Snapshot, takeSnapshot } from '../../support/database/snapshot.ts'
import {
  examplesIn,
  normalise,
  type Place,
  type PreparedExample,
  prepareExample,
  startSampleShop,
} from '../../support/docs/examples.ts'
import { type ApiDescription, readDescription } from '../../support/docs/openapi.ts'
import {
  type InventedNames,
  inventedNames,
  KINDS,
  OTHER,
  OVERRIDES,
  PROXY_HEADERS,
  withInvented,
} from '../../support/http/invented-members.ts'
import { share } from '../../support/runner/rounds.ts'
import type { Answer, Call, TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

const SECRET_NOTE = 'for the other owner alone'
/** Bytes of a request line that every server here takes. */
const MAX_QUERY = 12_000
/** Bytes that are added to an object of a body: with those inside it, every endpoint takes the body. */
const MAX_BODY = 20_000

/** What is seen of a request: its answer, and the database after it. */
interface Outcome {
  status: number
  answer: unknown
  database: Record<string, string[]>
}

for (const engine of engines) {
  const index = numberOf(engine)
  describe(`what a request invents on ${engine}`, () => {
    let service: TestService
    let api: ApiDescription
    let examples: Place[]
    let names: InventedNames
    let base: Snapshot
    let other: { token: string; cookie: string }
    let round = 0
    before(async () => {
      service = await startSampleShop({ CHECKOUT_HOLD_MINUTES: '600' }, engine)
      api = await readDescription(service.url)
      examples = examplesIn(api)
      other = await createOther(service)
      base = await takeSnapshot(service.database)
      names = await inventedNames(service.database, api, other.token)
    })
    after(() => service.stop())

    /** Sends the request of an example as `change` makes it, on a database that is the same each time. */
    async function outcomeOf(place: Place, change: (prepared: PreparedExample) => PreparedExample): Promise<Outcome> {
      await restoreSnapshot(service.database, base, ++round)
      const { method, path, call } = change(await prepareExample(service, place))
      const answer = await service.call(method, path, call)
      return { status: answer.status, answer: seenIn(answer, place), database: await databaseNow() }
    }
    const databaseNow = async () => comparable(await takeSnapshot(service.database))

    const expected = new Map<Place, Outcome>()
    /** @returns the outcome of an example as it is described */
    async function expectedOf(place: Place): Promise<Outcome> {
      const outcome = expected.get(place) ?? (await outcomeOf(place, same => same))
      expected.set(place, outcome)
      return outcome
    }

    /**
     * Lists and imports of administrators refuse unknown parameters: every error names one, and the database is as without the request.
     * @throws AssertionError for any other outcome than that, or the expected one
     */
    async function requireIgnored(place: Place, outcome: Outcome, invented: string[]): Promise<void> {
      if (outcome.status !== 400 || !place.template.startsWith('/api/v3/admin/')) {
        assert.deepEqual(outcome, await expectedOf(place), nameOf(place))
        return
      }
      const { errors } = (outcome.answer as { body: { errors: { source?: { parameter?: string } }[] } }).body
      assert.ok(errors.length > 0, nameOf(place))
      for (const { source } of errors) assert.ok(invented.includes(source?.parameter ?? ''), nameOf(place))
      await restoreSnapshot(service.database, base, ++round)
      await prepareExample(service, place)
      assert.deepEqual(outcome.database, await databaseNow(), nameOf(place))
    }

    it('has the names of statements, columns, types and the API', () => {
      const known = [
        'cartId',
        'customerId',
        'externalId',
        'maxLines',
        'limitedCampaigns',
        'limitedPerCustomer',
        'holdLimit',
        'merged_into',
        'itemId',
      ]
      const others = ['owner', 'actor', 'subject', 'scopes', '__proto__', 'sub', 'sid', 'sessionHash', 'actingSession']
      assert.deepEqual(
        [...known, ...others].filter(name => !names.known.includes(name) && !names.members.includes(name)),
        [],
      )
      assert.ok(names.known.length > 200 && names.members.length > 100)
    })

    // Proves: named-owner, unwritable-field
    it('is in no body: the same answer, the same database', async () => {
      const places = examples.filter(({ operation }) => operation.requestBody)
      assert.ok(places.length > 15)
      for (const [n, place] of places.entries()) {
        const { schema = {} } = place.operation.requestBody?.content['application/json'] ?? {}
        const kinds = Object.entries(KINDS)
        const some = kinds.map(kind => ({ kind, invented: names.known }))
        const others = kinds.map(kind => ({ kind, invented: names.members }))
        for (const { kind, invented } of [...some, ...share(others, n + index, kinds.length)]) {
          for (const members of membersOf(invented, kind)) {
            const invent = (prepared: PreparedExample) =>
              withCall(prepared, { body: withInvented(prepared.call.body, schema, { api, members }) })
            assert.deepEqual(await outcomeOf(place, invent), await expectedOf(place), `${nameOf(place)}, ${kind[0]}`)
          }
        }
      }
    })

    it('is in no query: the same answer or a 400 that names it, the same database', async () => {
      for (const [n, place] of examples.entries()) {
        const isCart = place.operation.parameters.some(({ name }) => name === 'fields[carts]')
        // The cart refuses these names, whatever a request means by them.
        const isReserved = (name: string) => isCart && /^(include|sort|page|filter)(\[|$)/.test(name)
        const invented = [...names.known, ...names.members].filter(
          name => !isReserved(name) && place.operation.parameters.every(each => each.name !== name),
        )
        const queries = Object.values(KINDS).flatMap(value => queriesOf(invented, String(value)))
        for (const query of share(queries, n + index, queries.length)) {
          await requireIgnored(place, await outcomeOf(place, prepared => withQuery(prepared, query)), invented)
        }
      }
    })

    // Proves: named-owner
    it('is in no header of a proxy, and in no cookie of an endpoint without sessions', async () => {
      const kinds = Object.entries(KINDS)
      for (const [n, place] of examples.entries()) {
        const takesCookie = place.operation.security.some(each => 'webSession' in each)
        const cookie = takesCookie ? {} : { Cookie: other.cookie }
        for (const [kind, value] of share(kinds, n + index, kinds.length)) {
          const values = PROXY_HEADERS.map(name => [name, String(value)])
          const headers = { ...Object.fromEntries(values), ...OVERRIDES, ...cookie }
          const invent = (prepared: PreparedExample) =>
            withCall(prepared, { headers: { ...headers, ...prepared.call.headers } })
          assert.deepEqual(await outcomeOf(place, invent), await expectedOf(place), `${nameOf(place)}, ${kind}`)
        }
      }
    })

    it('names a customer whose cart nobody else has seen or changed', async () => {
      const { text, json } = await service.call('GET', '/cart', { token: other.token })
      assert.match(text, new RegExp(SECRET_NOTE))
      assert.equal((json as { included: unknown[] }).included.length, 1)
    })
  })
}

/** Creates the other owner's cart with a note, a web session, a hold and the coupon. */
async function createOther(service: TestService): Promise<{ token: string; cookie: string }> {
  const token = await service.token('member', { id: `${OTHER.customerId}`, ttlSeconds: 86_400 })
  const itemId = await addItem(service, token, 108, 2)
  await service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body: { orderNote: SECRET_NOTE } })
  await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'İNDİRİM' } })
  await hold(service, 'order-of-the-other', token)
  return { token, cookie: await signIn(service, token) }
}

/** @returns the members of every name, in parts that a body can have */
function membersOf(names: string[], [, value]: [kind: string, value: unknown]): [string, unknown][][] {
  const parts = partsOf(names, MAX_BODY, name => JSON.stringify({ [name]: value }).length)
  return parts.map(some => some.map(name => [name, value]))
}

/** @returns query strings with every name, none longer than servers take */
function queriesOf(names: string[], value: string): string[] {
  const encoded = encodeURIComponent(value)
  const parts = partsOf(names, MAX_QUERY, name => name.length + encoded.length + 2)
  return parts.map(some => some.map(name => `${name}=${encoded}`).join('&'))
}

function withQuery(prepared: PreparedExample, query: string): PreparedExample {
  const { path } = prepared
  return { ...prepared, path: `${path}${path.includes('?') ? '&' : '?'}${query}` }
}

function withCall(prepared: PreparedExample, changes: Partial<Call>): PreparedExample {
  return { ...prepared, call: { ...prepared.call, ...changes } }
}

/** The parts of an answer that do not change between two runs. Warnings tell which members were ignored; metrics count. */
function seenIn(answer: Answer, { operation }: Place): unknown {
  const type = answer.headers.get('content-type')
  if (operation.operationId === 'readMetrics') return { type }
  const text = answer.text.replace(/"warnings":\[[^\]]*\]/g, '"warnings":[]').replace(/"warningsTotal":\d+/g, '')
  const json = answer.json === undefined ? undefined : normalise({ json: answer.json, text: answer.text })
  const stable = json === undefined ? withoutChance(text) : undefined
  return {
    type,
    location: answer.headers.get('location'),
    setsCookie: answer.headers.has('set-cookie'),
    body: json === undefined ? stable : withoutWarnings(json),
  }
}

/** A text such as an export without its identifiers and times, which are others each time. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
}

function withoutWarnings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWarnings)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, member]) => !isOfWarnings(name) && !hasNothingElse(member))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutWarnings(member)]))
}

function isOfWarnings(name: string): boolean {
  return name === 'warnings' || name === 'warningsTotal'
}

/** Whether a member is there for warnings alone, such as the `meta` of an answer that has one only with them. */
function hasNothingElse(member: unknown): boolean {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return false
  const names = Object.keys(member)
  return names.length > 0 && names.every(isOfWarnings)
}

/** @returns the names in parts whose sizes are at most `max` */
function partsOf(names: string[], max: number, sizeOf: (name: string) => number): string[][] {
  const parts: string[][] = [[]]
  let size = 0
  for (const name of names) {
    size += sizeOf(name)
    if (size > max) {
      parts.push([])
      size = sizeOf(name)
    }
    parts.at(-1)?.push(name)
  }
  return parts
}

function nameOf({ operation, name }: Place): string {
  return `${operation.operationId} ${name}`
}
