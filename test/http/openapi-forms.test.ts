/** Requests with what the API description allows are never refused for their form, and those with what it forbids are refused by name. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { engines } from '../support/database/engines.ts'
import {
  type ApiDescription,
  type DescribedOperation,
  operationsOf,
  readDescription,
  schemaJudge,
} from '../support/docs/openapi.ts'
import { errorsOf, formErrorsOf, isNamed } from '../support/http/forms/refusals.ts'
import { allowedRequests, type ForbiddenRequest, forbiddenRequests } from '../support/http/forms/requests.ts'
import { createSender, type Send } from '../support/http/forms/send.ts'
import { isTimeText } from '../support/http/forms/texts.ts'
import { fuzzShop } from '../support/resilience/fuzz/fixture.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed } from '../support/runner/seed.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** Requests of each operation; an import starts a process of its own. */
const ALLOWED = rounds({ short: 12, long: 300 })
/** Requests for each place of an operation: a parameter, or its body. */
const FORBIDDEN = rounds({ short: 8, long: 150 })
const IMPORTS = rounds({ short: 1, long: 10 })

for (const [index, engine] of engines.entries()) {
  const own = seed + index
  describe(`the API description on ${engine}`, () => {
    let service: TestService
    let api: ApiDescription
    let operations: DescribedOperation[]
    let send: Send
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      await service.importShop(fuzzShop)
      api = await readDescription(service.url)
      operations = operationsOf(api)
      send = await createSender(service)
    })
    after(() => service.stop())

    const roundsOf = ({ operation }: DescribedOperation, usual: number) =>
      operation.operationId === 'importShop' ? IMPORTS : usual

    it('allows nothing that is refused for its form', async t => {
      t.diagnostic(`FUZZ_SEED=${seed}`)
      const found = new Set<string>()
      let sent = 0
      for (const described of operations) {
        const options = { seed: own, numRuns: roundsOf(described, ALLOWED) }
        for (const request of fc.sample(allowedRequests(described, api), options)) {
          const answer = await send(described.operation.operationId, request)
          sent++
          assert.ok(answer.status < 500, `${described.name} ${answer.body}`)
          for (const error of formErrorsOf(described.operation.operationId, answer))
            found.add(
              `${described.operation.operationId}: ${JSON.stringify(error)} ${JSON.stringify(request).slice(0, 900)}`,
            )
        }
      }
      assert.deepEqual([...found], [])
      assert.ok(sent >= operations.length)
    })

    it('forbids nothing that is accepted, and each refusal names the place', async t => {
      t.diagnostic(`FUZZ_SEED=${seed}`)
      const judge = schemaJudge(api, isTimeText)
      const found = new Set<string>()
      let sent = 0
      for (const described of operations) {
        const options = { seed: own, numRuns: roundsOf(described, FORBIDDEN) }
        for (const place of forbiddenRequests(described, api)) {
          for (const request of fc.sample(place, options)) {
            assert.ok(
              isForbidden(request, described, judge),
              `${described.name} ${JSON.stringify(request).slice(0, 900)}`,
            )
            const answer = await send(described.operation.operationId, request)
            sent++
            if (answer.status >= 400 && answer.status < 500 && isNamed(request.where, answer)) continue
            const errors = JSON.stringify(errorsOf(answer)).slice(0, 600)
            found.add(
              `${described.operation.operationId}: ${answer.status} ${errors} ${JSON.stringify(request).slice(0, 600)}`,
            )
          }
        }
      }
      assert.deepEqual([...found], [])
      assert.ok(sent >= operations.length)
    })
  })
}

/** Whether a validator that the service does not use finds the violation of a body, as a request carries it. */
function isForbidden(
  { where, body }: ForbiddenRequest,
  { operation }: DescribedOperation,
  judge: ReturnType<typeof schemaJudge>,
): boolean {
  const schema = operation.requestBody?.content['application/json']?.schema
  return !('pointer' in where) || (schema !== undefined && judge(schema, JSON.parse(JSON.stringify(body))) !== null)
}
