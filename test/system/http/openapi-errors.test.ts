/** Error examples of the API description: each error is provoked at its operation, and the response equals the example. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { cartBusy } from '../../../src/cart/storage/write-cart.sql.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../../../src/db/unavailable.ts'
import { type RefusalCode, refusal, statusOf } from '../../../src/errors.ts'
import { overloadedAnswer } from '../../../src/http/overload/overload-responses.ts'
import { errorDocument, toRefusal } from '../../../src/http/response/error-handler.ts'
import { errorCases } from '../../support/docs/error-cases.ts'
import { type DescribedOperation, operationsOf, readDescription } from '../../support/docs/openapi.ts'
import { startService, type TestService } from '../../support/service/service.ts'

/** Error documents that only a broken connection, a long write, an unavailable database, an overload or a million codes produces. */
const outageDocuments: Partial<Record<RefusalCode, string>> = {
  request_timeout: errorDocument(refusal('request_timeout', 'The request cannot be read as HTTP/1.1.').violations),
  unavailable: errorDocument(toRefusal(new DatabaseUnavailable('away')).violations),
  database_busy: errorDocument(toRefusal(new DatabaseBusy('busy')).violations),
  cart_busy: errorDocument(cartBusy().violations),
  overloaded: overloadedAnswer('application/json').body,
  codes_full: errorDocument(refusal('codes_full').violations),
  codes_exhausted: errorDocument(refusal('codes_exhausted').violations),
  returns_full: errorDocument(refusal('returns_full').violations),
}

interface Shown extends DescribedOperation {
  code: RefusalCode
  value: { errors: object[] }
}

describe('an error example in the API description', () => {
  let service: TestService
  let limited: TestService
  let external: TestService
  let shown: Shown[]
  before(async () => {
    const METRICS_TOKEN = randomBytes(32).toString('hex')
    service = await startService('sqlite', { METRICS_TOKEN, IMPORT_BODY_LIMIT_MB: '1' })
    limited = await service.startPeer({ TRUST_PROXY: '1', NETWORK_RATE_LIMIT: '1', HOLD_RATE_LIMIT: '1' })
    external = await service.startPeer({ ACCESS_TOKEN_MEMBER_CLAIM: 'sub' })
    shown = operationsOf(await readDescription(service.url)).flatMap(refusalsShown)
  })
  after(async () => {
    await external.stop()
    await limited.stop()
    await service.stop()
  })

  it('exists for the operations: more than 250 in total', () => {
    assert.ok(shown.length > 250)
  })

  it('equals the response of its operation when the error is provoked', async () => {
    for (const { code, value, ...described } of shown.filter(each => !(each.code in outageDocuments))) {
      const name = `${described.operation.operationId} ${code}`
      const provoke = errorCases[code]
      assert.ok(provoke, `no error case for ${name}`)
      const { status, headers, body } = await provoke({ service, limited, external, ...described })
      const [expected] = JSON.parse(withoutSeconds(JSON.stringify(value))).errors
      assert.equal(status, statusOf({ code, pointer: expected.source?.pointer }), `${name}: ${body}`)
      const { errors } = JSON.parse(withoutSeconds(body)) as { errors: { meta?: { cart: object } }[] }
      // The cart in `meta` is another one in each run, and the example has none.
      const hasCart = code === 'cart_changed' || (code === 'precondition_failed' && described.path.includes('/cart'))
      assert.equal(errors[0]?.meta?.cart !== undefined, hasCart, name)
      const withoutMeta = errors.map(({ meta, ...error }) => error)
      const [same = errors] = withoutMeta.filter(error => JSON.stringify(error) === JSON.stringify(expected))
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

  it('equals the document of an outage or an overload when it cannot be provoked', () => {
    for (const { code, value, operation } of shown.filter(each => each.code in outageDocuments)) {
      assert.deepEqual(value, JSON.parse(outageDocuments[code] ?? ''), operation.operationId)
    }
  })
})

/** Replaces the seconds of a retry, which depend on the time since the window of a minute began. */
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
