/** Examples of the API description, sent to a running service: the responses equal the examples. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Replayed, replayExamples, startSampleShop } from '../support/docs/examples.ts'
import { type ApiDescription, type FindContradiction, readDescription, schemaJudge } from '../support/docs/openapi.ts'
import { isTimeText } from '../support/http/forms/texts.ts'
import type { TestService } from '../support/service/service.ts'

/** Headers that differ between responses; all other headers are the same for every response. */
const VARYING_HEADERS = ['location', 'set-cookie', 'retry-after', 'www-authenticate', 'vary', 'etag', 'last-modified']

describe('an example in the API description', () => {
  let service: TestService
  let api: ApiDescription
  let replayed: Replayed[]
  let contradiction: FindContradiction
  let contradictionOfRequest: FindContradiction
  before(async () => {
    service = await startSampleShop()
    api = await readDescription(service.url)
    replayed = await replayExamples(service, api)
    contradiction = schemaJudge(api)
    contradictionOfRequest = schemaJudge(api, isTimeText)
  })
  after(() => service.stop())
  const nameOf = ({ operation, name }: Replayed) => `${operation.operationId} ${name}`

  it('exists for every operation with a JSON request or response', () => {
    const operations = Object.values(api.paths).flatMap(methods => Object.values(methods))
    assert.ok(operations.length > 35)
    const without = operations.filter(({ operationId, requestBody, responses }) => {
      const answersJson = Object.entries(responses).some(
        ([status, { content = {} }]) => Number(status) < 400 && Object.values(content).some(({ schema }) => schema),
      )
      const shown = replayed.some(each => each.operation.operationId === operationId && each.shown !== undefined)
      return answersJson ? !shown : requestBody !== undefined
    })
    assert.deepEqual(without, [])
  })

  it('is answered with its documented status', () => {
    for (const each of replayed) assert.equal(String(each.answer.status), each.status, nameOf(each) + each.answer.text)
  })

  it('equals the response in every value', () => {
    const shown = replayed.filter(each => each.shown !== undefined)
    assert.ok(shown.length > 25)
    for (const each of shown) assert.deepEqual(each.json, each.shown, nameOf(each))
  })

  it('of a response matches the schema of the response', () => {
    for (const { operation, status, shown } of replayed) {
      const [content] = Object.values(operation.responses[status]?.content ?? {})
      if (content?.schema) assert.equal(contradiction(content.schema, shown), null, operation.operationId)
    }
  })

  it('of a request matches the schema of the request', () => {
    for (const { operationId, requestBody } of replayed.map(({ operation }) => operation)) {
      const { schema = {}, examples = {} } = requestBody?.content['application/json'] ?? {}
      for (const { value } of Object.values(examples))
        assert.equal(contradictionOfRequest(schema, value), null, operationId)
    }
  })

  it('is answered in its documented media type', () => {
    for (const each of replayed) {
      const type = each.answer.headers.get('content-type')?.replace(/;.*/, '')
      const described = Object.keys(each.operation.responses[each.status]?.content ?? {})
      assert.deepEqual(type === undefined ? [] : [type], described, nameOf(each))
    }
  })

  it('is answered with exactly the documented headers', () => {
    for (const each of replayed) {
      const { headers = {} } = each.operation.responses[each.status] ?? {}
      const described = Object.keys(headers).map(name => name.toLowerCase())
      for (const [name, { required }] of Object.entries(headers)) {
        if (required) assert.ok(each.answer.headers.has(name), `${nameOf(each)} ${name}`)
      }
      const undescribed = VARYING_HEADERS.filter(name => each.answer.headers.has(name) && !described.includes(name))
      assert.deepEqual(undescribed, [], nameOf(each))
    }
  })

  it('has the Location of one created customer, or of the return path of a handoff', () => {
    const find = (name: string) => replayed.find(each => nameOf(each) === name)?.answer.headers.get('location')
    assert.equal(find('createCustomers one'), 'http://shop.test/api/v3/admin/customers/7')
    assert.equal(find('createCustomers many'), null)
    assert.deepEqual([find('consumeHandoff fresh'), find('consumeHandoff spent')], ['/odeme', '/sepet'])
  })
})
