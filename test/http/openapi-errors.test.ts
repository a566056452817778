/** Every refusal that the API description shows at an operation, provoked there: the answer is the one shown. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { cartBusy } from '../../src/cart/write-cart.sql.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../../src/db/unavailable.ts'
import { type RefusalCode, refusal, statusOf } from '../../src/errors.ts'
import { overloadedAnswer } from '../../src/http/overload/overload-responses.ts'
import { errorDocument, toRefusal } from '../../src/http/response/error-handler.ts'
import { provocations } from '../support/docs/error-cases.ts'
import { type DescribedOperation, operationsOf, readDescription } from '../support/docs/openapi.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** What only a broken connection, a long write, a database that is away or a flood provokes. */
const elsewhere: Partial<Record<RefusalCode, string>> = {
  request_timeout: errorDocument(refusal('request_timeout', 'The request cannot be read as HTTP/1.1.').violations),
  unavailable: errorDocument(toRefusal(new DatabaseUnavailable('away')).violations),
  database_busy: errorDocument(toRefusal(new DatabaseBusy('busy')).violations),
  cart_busy: errorDocument(cartBusy().violations),
  overloaded: overloadedAnswer('application/json').body,
}

interface Shown extends DescribedOperation {
  code: RefusalCode
  value: { errors: object[] }
}

describe('a refusal in the API description', () => {
  let service: TestService
  let limited: TestService
  let shown: Shown[]
  before(async () => {
    const METRICS_TOKEN = randomBytes(32).toString('hex')
    service = await startService('sqlite', { METRICS_TOKEN })
    limited = await service.startPeer({ CART_RATE_LIMIT: '1', ISSUE_RATE_LIMIT: '1', SESSION_RATE_LIMIT: '1' })
    shown = operationsOf(await readDescription(service.url)).flatMap(refusalsShown)
  })
  after(async () => {
    await limited.stop()
    await service.stop()
  })

  it('stands at every operation', () => {
    assert.ok(shown.length > 250)
  })

  it('is what the operation answers when it is provoked', async () => {
    for (const { code, value, ...described } of shown.filter(each => !(each.code in elsewhere))) {
      const name = `${described.operation.operationId} ${code}`
      const provoke = provocations[code]
      assert.ok(provoke, `nobody knows how to provoke ${name}`)
      const { status, headers, body } = await provoke({ service, limited, ...described })
      assert.equal(status, statusOf(code), `${name}: ${body}`)
      const { errors } = JSON.parse(withoutSeconds(body)) as { errors: object[] }
      const [expected] = JSON.parse(withoutSeconds(JSON.stringify(value))).errors
      const [same = errors] = errors.filter(error => JSON.stringify(error) === JSON.stringify(expected))
      assert.deepEqual(same, expected, name)
      const response = described.operation.responses[status]
      assert.ok(headers['content-type'] && response?.content?.[headers['content-type']], name)
      for (const [header, { required }] of Object.entries(response.headers)) {
        if (required) assert.ok(headers[header.toLowerCase()], `${name} ${header}`)
      }
      for (const header of ['Retry-After', 'WWW-Authenticate'].filter(each => headers[each.toLowerCase()])) {
        assert.ok(header in response.headers, `${name} ${header}`)
      }
    }
  })

  it('that only an outage provokes is what an outage answers', () => {
    for (const { code, value, operation } of shown.filter(each => each.code in elsewhere)) {
      assert.deepEqual(value, JSON.parse(elsewhere[code] ?? ''), operation.operationId)
    }
  })
})

/** A window of a minute may have begun a moment ago. */
function withoutSeconds(text: string): string {
  return text.replace(/again in \d+ s/, 'again in 60 s')
}

function refusalsShown(described: DescribedOperation): Shown[] {
  const refusals = Object.entries(described.operation.responses).filter(([status]) => Number(status) >= 400)
  return refusals.flatMap(([, { content = {} }]) =>
    Object.entries(Object.values(content)[0]?.examples ?? {}).map(([code, { value }]) => ({
      ...described,
      code: code as RefusalCode,
      value: value as Shown['value'],
    })),
  )
}
