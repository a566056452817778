/** Sizes of administrators' bodies: 100 customers of the greatest lengths fit, and every body has a bound. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CAMPAIGNS, CHECKOUTS, COUPONS, CUSTOMERS, CUSTOMERS_BY_EXTERNAL_ID, PRODUCTS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { escapedJson, largestCustomers } from '../support/customers/largest-customers.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MIB = 1_048_576

for (const engine of engines) {
  describe(`a body of an administrator on ${engine}`, () => {
    let service: TestService
    let token: string
    before(async () => {
      service = await startService(engine)
      token = await service.token('admin', {
        scope: 'customers:write checkouts:write promotions:write catalogue:write',
      })
    })
    after(() => service.stop())

    const writings = {
      'as UTF-8': JSON.stringify,
      indented: (list: unknown) => JSON.stringify(list, null, 4),
      'as escapes': escapedJson,
    }
    for (const [name, write] of Object.entries(writings)) {
      it(`creates 100 customers whose fields have their greatest lengths, ${name}`, async () => {
        const list = largestCustomers(randomUUID())
        const answer = await service.call('POST', CUSTOMERS, { token, body: write(list) })
        assert.equal(answer.status, 201, answer.text.slice(0, 500))
        const { data } = answer.json as { data: Record<string, unknown>[] }
        const asSent = data.map(customer =>
          Object.fromEntries(Object.keys(list[0] ?? {}).map(name => [name, customer[name]])),
        )
        assert.deepEqual(
          asSent,
          list.map(each => ({ ...each, email: String(each.email).toLowerCase() })),
        )
      })
    }

    it('is refused with 413 above 4 MiB for customers, however it is sent', async () => {
      const body = `[{"name":"${'x'.repeat(4 * MIB)}"}]`
      assert.deepEqual(refusalsOf(await service.call('POST', CUSTOMERS, { token, body })), ['413 payload_too_large'])
      const fits = `[{"name":"${'x'.repeat(4 * MIB - 13)}"}]`
      assert.equal(Buffer.byteLength(fits), 4 * MIB)
      assert.deepEqual(refusalsOf(await service.call('POST', CUSTOMERS, { token, body: fits })), [
        '422 field_invalid /0/name',
      ])
    })

    it('is refused with 413 above 1 MiB for every other write', async () => {
      for (const [method, path] of [
        ['PUT', `${CUSTOMERS}/1`],
        ['PUT', `${CUSTOMERS_BY_EXTERNAL_ID}/x`],
        ['PUT', `${CHECKOUTS}/x`],
        ['PUT', `${COUPONS}/x`],
        ['PUT', `${CAMPAIGNS}/1`],
        ['PATCH', PRODUCTS],
      ] as const) {
        const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
        const refused = async (bytes: number) =>
          refusalsOf(await service.call(method, path, { token, body: sized(bytes) }))
        assert.match(String(await refused(MIB)), /^422 /, path)
        assert.deepEqual(await refused(MIB + 1), ['413 payload_too_large'], path)
      }
    })

    it('is answered with a bounded refusal, whatever its 4 MiB hold', async () => {
      const fill = (item: string) =>
        `[${Array.from({ length: Math.floor((4 * MIB) / (item.length + 1)) - 1 }, () => item).join()}]`
      for (const body of [
        fill('0'),
        fill('{}'),
        fill('[]'),
        `${'['.repeat(2 * MIB - 1)}${']'.repeat(2 * MIB - 1)}`,
        `[${Array.from({ length: 100 }, () => `{${Array.from({ length: 3_000 }, (_, n) => `"name${n}":0`).join()},"name":0}`).join()}]`,
        `[${Array.from({ length: 100 }, () => `{"email":"${'a\\u0301'.repeat(5_000)}@example.com","address":"${'x'.repeat(5_000)}"}`).join()}]`,
      ]) {
        assert.ok(body.length <= 4 * MIB && body.length > 3 * MIB, String(body.length))
        const answer = await service.call('POST', CUSTOMERS, { token, body })
        assert.equal(answer.status, 422, answer.text.slice(0, 200))
        assert.ok(answer.text.length < 200_000, String(answer.text.length))
      }
    })
  })
}
