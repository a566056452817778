/** The examples of the API description, sent to a real server: what they show is what it answers. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Replayed, replayExamples, startSampleShop } from '../support/docs/examples.ts'
import { type ApiDescription, type FindContradiction, readDescription, schemaJudge } from '../support/docs/openapi.ts'
import type { TestService } from '../support/service/service.ts'

/** Headers that tell a client something; the others are the same for every answer. */
const TELLING = ['location', 'set-cookie', 'retry-after', 'www-authenticate', 'vary', 'etag', 'last-modified']

describe('an example in the API description', () => {
  let service: TestService
  let api: ApiDescription
  let replayed: Replayed[]
  let contradiction: FindContradiction
  before(async () => {
    service = await startSampleShop()
    api = await readDescription(service.url)
    replayed = await replayExamples(service, api)
    contradiction = schemaJudge(api)
  })
  after(() => service.stop())
  const nameOf = ({ operation, name }: Replayed) => `${operation.operationId} ${name}`

  it('stands at every operation that takes or answers JSON', () => {
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

  it('is answered with the status under which it stands', () => {
    for (const each of replayed) assert.equal(String(each.answer.status), each.status, nameOf(each) + each.answer.text)
  })

  it('is answered as it shows, to the last value', () => {
    const shown = replayed.filter(each => each.shown !== undefined)
    assert.ok(shown.length > 25)
    for (const each of shown) assert.deepEqual(each.json, each.shown, nameOf(each))
  })

  it('is answered by what the schema says', () => {
    for (const { operation, status, shown } of replayed) {
      const [content] = Object.values(operation.responses[status]?.content ?? {})
      if (content?.schema) assert.equal(contradiction(content.schema, shown), null, operation.operationId)
    }
  })

  it('asks for what the schema takes', () => {
    for (const { operationId, requestBody } of replayed.map(({ operation }) => operation)) {
      const { schema = {}, examples = {} } = requestBody?.content['application/json'] ?? {}
      for (const { value } of Object.values(examples)) assert.equal(contradiction(schema, value), null, operationId)
    }
  })

  it('is answered in the media type that it stands under', () => {
    for (const each of replayed) {
      const type = each.answer.headers.get('content-type')?.replace(/;.*/, '')
      const described = Object.keys(each.operation.responses[each.status]?.content ?? {})
      assert.deepEqual(type === undefined ? [] : [type], described, nameOf(each))
    }
  })

  it('is answered with the headers that are described, and with no other that tells a client something', () => {
    for (const each of replayed) {
      const { headers = {} } = each.operation.responses[each.status] ?? {}
      const described = Object.keys(headers).map(name => name.toLowerCase())
      for (const [name, { required }] of Object.entries(headers)) {
        if (required) assert.ok(each.answer.headers.has(name), `${nameOf(each)} ${name}`)
      }
      const untold = TELLING.filter(name => each.answer.headers.has(name) && !described.includes(name))
      assert.deepEqual(untold, [], nameOf(each))
    }
  })

  it('of a creation names the address of the customer, of a link the path that it leads to', () => {
    const find = (name: string) => replayed.find(each => nameOf(each) === name)?.answer.headers.get('location')
    assert.equal(find('createCustomers one'), 'http://shop.test/api/v3/admin/customers/7')
    assert.equal(find('createCustomers many'), null)
    assert.deepEqual([find('consumeHandoff fresh'), find('consumeHandoff spent')], ['/odeme', '/sepet'])
  })
})
