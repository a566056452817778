/**
 * Thousands of generated requests to every operation, on a server with little memory: no error 500, no hanging request,
 * no memory growth.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { addItem, cartOf, linesOf } from '../../support/cart/cart.ts'
import { engines } from '../../support/database/engines.ts'
import { type ApiDescription, readDescription } from '../../support/docs/openapi.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { ids } from '../../support/import/shop-file.ts'
import { createFixture, type Fixture, fuzzShop, people } from '../../support/resilience/fuzz/fixture.ts'
import { anyRequest, type FuzzRequest } from '../../support/resilience/fuzz/requests.ts'
import { createResponseChecker } from '../../support/resilience/fuzz/response-checker.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { seed } from '../../support/runner/seed.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const REQUESTS = rounds({ short: 2_000, long: 28_000 }) / engines.length
const AT_ONCE = 8
/** Rounds of requests to operations that no other request has reached. */
const MOST_AGAIN = 20
/** A leak of two kilobytes per request ends the process during the long run: the program and its compiled code take 65 MB, sources stripped of their types included. */
const HEAP_MB = 88
/** With so small a heap, Node.js would otherwise spend four fifths of its time on garbage collection. */
const YOUNG_MB = 8

for (const [index, engine] of engines.entries()) {
  // Each engine gets different requests.
  const own = seed + index
  describe(`fuzzing on ${engine}`, () => {
    let witness: TestService
    let serving: ServingProcess
    before(async () => {
      witness = await startService(engine)
      await witness.importShop(fuzzShop)
      serving = await serve(witness)
    })
    after(async () => {
      await serving.kill('SIGKILL')
      await witness.stop()
    })

    it(`${REQUESTS} requests get documented responses from a process with ${HEAP_MB} MB of heap`, async t => {
      t.diagnostic(`FUZZ_SEED=${seed}`)
      const token = await witness.token('member', { id: String(people.bystander), ttlSeconds: 86_400 })
      await addItem(witness, token, ids.variants, 3, ids.smallBlue)
      const before = await witness.call('GET', '/cart', { token })

      const run = await fuzz(witness, serving, own).catch(error => {
        // What the process said last, such as the reason for its end.
        t.diagnostic(serving.output().slice(-3_000))
        throw error
      })

      assert.deepEqual(run.unreached, [], 'operations that were never answered with success')
      const after = await witness.call('GET', '/cart', { token })
      // Requests change campaigns, and so what the cart lists.
      assert.deepEqual(linesOf(cartOf(after)), linesOf(cartOf(before)))
      assertFlat(run.residentMb)
      assert.doesNotMatch(serving.output(), /"level":"(error|fatal)".*/)
      assert.equal(await serving.kill('SIGTERM'), 0)
      const statuses = [...run.statuses].sort().map(([status, count]) => `${status}: ${count}`)
      const shown = `${statuses.join(', ')}; resident memory ${run.residentMb.join(' → ')} MB`
      t.diagnostic(shown)
      record(`fuzz, ${engine}`, `${REQUESTS} requests of seed ${own}, ${shown}`)
    })
  })
}

/** Starts a server with little heap and without rate limits. */
function serve({ config }: TestService): Promise<ServingProcess> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET, SEPET_TOKEN_SECRET } = config
  const limits = { CART_RATE_LIMIT: '9999999', COUPON_RATE_LIMIT: '0', ISSUE_RATE_LIMIT: '0', HOLD_RATE_LIMIT: '0' }
  return serveProcess({
    DATA_DIR,
    DATABASE_URL,
    ACCESS_TOKEN_SECRET,
    HANDOFF_SECRET: String(HANDOFF_SECRET),
    SEPET_TOKEN_SECRET: String(SEPET_TOKEN_SECRET),
    ...limits,
    GUEST_ISSUE_IP_RATE_LIMIT: '0',
    GUEST_TOKEN_IP_RATE_LIMIT: '0',
    HANDOFF_RATE_LIMIT: '0',
    CART_LINK_RATE_LIMIT: '0',
    SESSION_RATE_LIMIT: '0',
    COUPON_IP_RATE_LIMIT: '0',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=${YOUNG_MB}`,
  })
}

/**
 * Sends generated requests and checks each response. Operations that none of them has reached with success get more of their own, among
 * others, which write what they need.
 * @returns operations without a success, counts by status, and resident memory in MB over time
 */
async function fuzz(witness: TestService, serving: ServingProcess, own: number) {
  const api = await readDescription(serving.url)
  const check = createResponseChecker(api)
  const fixture = await createFixture(witness, serving.url)
  const unreached = new Set(operationIds(api))
  const statuses = new Map<number, number>()
  const residentMb: number[] = []
  const ask = async (request: FuzzRequest) => {
    const { target, answer } = await sendFilled(serving.url, fixture, request)
    const operation = attempt(() => check(request, target, answer), request)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (operation && answer.status < 400) unreached.delete(operation.operationId)
  }
  const batches = Math.ceil(REQUESTS / AT_ONCE)
  let batch = 0
  const send = (request: fc.Arbitrary<FuzzRequest>, parameters: { seed: number; numRuns: number }) => {
    const requests = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE })
    const property = fc.asyncProperty(requests, async all => {
      if (batch++ % Math.ceil(batches / 5) === 0) residentMb.push(residentMbOf(serving))
      await Promise.all(all.map(ask))
    })
    return fc.assert(property, parameters)
  }
  await send(anyRequest(api), { seed: own, numRuns: batches })
  for (let again = 1; unreached.size > 0 && again <= MOST_AGAIN; again++) {
    await send(fc.oneof(anyRequest(api), anyRequest(api, unreached)), { seed: own + 10 * again, numRuns: 25 })
  }
  residentMb.push(residentMbOf(serving))
  return { unreached: [...unreached], statuses, residentMb }
}

/** Adds the request to the message of a failed assertion, because several requests run at once. */
function attempt<T>(action: () => T, request: FuzzRequest): T {
  try {
    return action()
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${JSON.stringify(request)}`, { cause: error })
  }
}

/** Replaces the names in a request and sends it. @returns the path and the response */
async function sendFilled(url: string, fixture: Fixture, request: FuzzRequest) {
  const { method, bearer, body } = request
  const authorization = fixture.authorization(bearer)
  const path = await fixture.fill(request.path, bearer)
  const headers = await fillAll(request.headers, fixture, request)
  const bytes = body && Buffer.from(await fixture.fill(body.text, bearer), body.encoding)
  const sent = headers['Transfer-Encoding'] === 'chunked' ? inChunks(bytes) : bytes
  const answer = await sendRaw(url, {
    method,
    path,
    headers: { ...(authorization && { Authorization: authorization }), ...headers },
    ...(sent && { body: sent }),
  })
  return { target: path, answer }
}

/** @returns the body as one chunk and the last chunk (RFC 9112 section 7.1) */
function inChunks(bytes: Buffer | null): Buffer {
  const end = Buffer.from('0\r\n\r\n')
  if (!bytes || bytes.length === 0) return end
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n'), end])
}

async function fillAll(headers: Record<string, string>, fixture: Fixture, { bearer }: FuzzRequest) {
  const filled = Object.entries(headers).map(
    async ([name, value]) => [name, await fixture.fill(value, bearer)] as const,
  )
  return Object.fromEntries(await Promise.all(filled))
}

function operationIds({ paths }: ApiDescription): string[] {
  return Object.values(paths).flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
}

/**
 * From a fifth of the requests to the last, resident memory grows by less than the heap size; the heap itself is
 * limited.
 */
function assertFlat(residentMb: number[]): void {
  const [, warm = 0] = residentMb
  assert.ok((residentMb.at(-1) ?? 0) - warm < HEAP_MB, `resident memory grew: ${residentMb.join(' → ')} MB`)
}

/** @returns the resident memory in MB; 0 when the system does not report it */
function residentMbOf({ child }: ServingProcess): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}
