/** The schemas of parameters and documents in the API description accept what the server accepts, and refuse what it refuses. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CARTS, CHECKOUTS, COUPONS } from '../../src/api-paths.ts'
import { SCOPES } from '../../src/auth/access.ts'
import { type ApiDescription, operationsOf, readDescription, type Schema } from '../support/docs/openapi.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const UUID = '0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
const malformed = [
  ...['', 'member', 'member:', 'member:0', 'member:01', 'member:-1', 'member:1.0', 'member:1e3', 'member: 1'],
  ...[
    ' member:1',
    'member:1 ',
    'member:12345678901234567',
    'Member:1',
    'MEMBER:1',
    'member:١',
    'member:1\n',
    'guest',
    'guest:',
  ],
  ...['guest:1', `guest:${UUID} `, `Guest:${UUID}`, `guest:${UUID.replaceAll('-', '')}`, `guest:{${UUID}}`],
  ...[`guest:${UUID}0`, UUID, 'admin:x', 'app:x', 'ucp:1', `member:${UUID}`],
]
const subjects = {
  accepted: ['member:1', 'member:42', 'member:9007199254740991', `guest:${UUID}`, `guest:${UUID.toUpperCase()}`],
  refused: malformed,
}

const validator = new Ajv2020({ strict: false, validateFormats: false })

/** Whether a schema of a text accepts it, by a validator that the server does not use. */
function accepts(schema: Schema, text: string): boolean {
  return validator.validate(schema, text)
}

describe('the API description', () => {
  let service: TestService
  let description: ApiDescription
  let admin: string
  before(async () => {
    service = await startService('sqlite')
    description = await readDescription(service.url)
    admin = await service.token('admin', { scope: SCOPES.join(' ') })
  })
  after(() => service.stop())

  const ask = async (method: string, path: string, body?: object) =>
    (await service.call(method, path, { token: admin, ...(body && { body }) })).status
  const operation = (method: string, path: string) => {
    const found = description.paths[path]?.[method]
    assert.ok(found, `${method} ${path}`)
    return found
  }
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : (description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})

  it('gives the subject of a cart’s path the form that the server reads', async () => {
    const [parameter] = operation('get', `${CARTS}/{subject}`).parameters
    assert.equal(parameter?.name, 'subject')
    for (const subject of subjects.accepted) {
      assert.ok(accepts(parameter.schema, subject), subject)
      assert.notEqual(await ask('GET', `${CARTS}/${encodeURIComponent(subject)}`), 400, subject)
    }
    for (const subject of subjects.refused.slice(1)) {
      assert.ok(!accepts(parameter.schema, subject), subject)
      assert.equal(await ask('GET', `${CARTS}/${encodeURIComponent(subject)}`), 400, subject)
    }
  })

  it('gives the subject of a checkout the form that the server reads', async () => {
    const content = operation('put', `${CHECKOUTS}/{reference}`).requestBody?.content['application/json']
    const schema = resolved(content?.schema ?? {}).properties?.subject ?? {}
    /** Whether the server refuses the form of a subject; it also refuses unknown customers there. */
    const isRefused = async (subject: string) => {
      const body = { subject, expected: { grandTotal: '1' } }
      const answer = await service.call('PUT', `${CHECKOUTS}/1`, { token: admin, body })
      const { errors } = answer.json as { errors: { detail: string; source?: { pointer: string } }[] }
      return errors.some(
        ({ detail, source }) => source?.pointer === '/subject' && /^subject must be member:/.test(detail),
      )
    }
    for (const subject of subjects.accepted) {
      assert.ok(accepts(schema, subject), subject)
      assert.equal(await isRefused(subject), false, subject)
    }
    for (const subject of subjects.refused) {
      assert.ok(!accepts(schema, subject), subject)
      assert.ok(await isRefused(subject), subject)
    }
    assert.ok(await isRefused('member:9007199254740993'))
  })

  it('refuses empty texts of exactly those query parameters whose empty text the server refuses', async () => {
    const lists = operationsOf(description).filter(({ method }) => method === 'GET')
    const seen: string[] = []
    for (const {
      path,
      operation: { operationId, parameters },
    } of lists) {
      for (const { name, schema } of parameters.filter(each => each.in === 'query')) {
        const isAccepted = schema.type === 'string' && schema.format === undefined && accepts(schema, '')
        const answer = await service.call('GET', `${path}?${encodeURIComponent(name)}=`, { token: admin })
        assert.equal(answer.status !== 400, isAccepted, `${operationId} ${name}: ${answer.status}`)
        if (!isAccepted) seen.push(name)
      }
    }
    const required = [
      'after',
      'filter[id]',
      'filter[sku]',
      'filter[email]',
      'filter[externalId]',
      'filter[customerGroupId]',
    ]
    for (const name of required) assert.ok(seen.includes(name), name)
  })

  it('gives lists of ids and sort keys the form that the server reads', async () => {
    const { parameters } = operation('get', '/api/v3/admin/customers')
    const schemaOf = (name: string) => parameters.find(each => each.name === name)?.schema ?? {}
    const lists = ['1', '1,2', '9007199254740991', '0', '1,', '12345678901234567']
    const sorts = ['id', '-id', 'email,-id', 'createdAt', '+id', 'id,', 'ID', 'id email', '--id', 'email,name,surname']
    for (const [name, texts] of Object.entries({ 'filter[id]': lists, sort: sorts })) {
      for (const text of texts) {
        const status = await ask('GET', `/api/v3/admin/customers?${new URLSearchParams({ [name]: text })}`)
        assert.equal(status === 200, accepts(schemaOf(name), text), `${name}=${text}`)
      }
    }
  })

  it('limits the cursor, a SKU and the code of a coupon to the lengths that the server reads', async () => {
    const code = (length: number) => 'Ü'.repeat(length)
    for (const [method, body] of [['get'], ['put', { discountType: 'fixed', value: '1' }], ['delete']] as const) {
      const [parameter] = operation(method, `${COUPONS}/{code}`).parameters
      for (const length of [1, 100, 101]) {
        const status = await ask(method.toUpperCase(), `${COUPONS}/${encodeURIComponent(code(length))}`, body)
        assert.equal(status !== 400, accepts(parameter?.schema ?? {}, code(length)), `${method} ${length}: ${status}`)
      }
    }
    const { parameters } = operation('get', '/api/v3/admin/products')
    for (const [name, longest] of [
      ['filter[sku]', 255],
      ['after', 4_000],
    ] as const) {
      const { schema = {} as Schema } = parameters.find(each => each.name === name) ?? {}
      assert.deepEqual([schema.minLength, schema.maxLength], [1, longest])
      const text = 'x'.repeat(longest + 1)
      assert.equal(await ask('GET', `/api/v3/admin/products?${new URLSearchParams({ [name]: text })}`), 400)
    }
    assert.equal(
      await ask('GET', `/api/v3/admin/products?${new URLSearchParams({ 'filter[sku]': 'x'.repeat(255) })}`),
      200,
    )
  })

  it('requires meta in the response to an add, and in that of no other request', async () => {
    const carts = operationsOf(description).flatMap(({ operation: { operationId, responses } }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 300 && content['application/vnd.api+json']
          ? [{ operationId, status, schema: resolved(content['application/vnd.api+json'].schema ?? {}) }]
          : [],
      ),
    )
    assert.ok(carts.length >= 10)
    for (const { operationId, status, schema } of carts) {
      const isAdd = operationId === 'addItem'
      assert.equal(status, isAdd ? '201' : '200', operationId)
      assert.equal(schema.required?.includes('meta') ?? false, isAdd, operationId)
    }
    const token = await service.token('guest')
    const added = await service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity: 1 } })
    assert.deepEqual(Object.keys(added.json as object), ['data', 'included', 'meta'])
    const read = await service.call('GET', '/cart', { token })
    assert.deepEqual(Object.keys(read.json as object), ['data', 'included'])
  })
})
