/** Collected bad inputs, sent as raw bytes: each has the expected status, never 5xx, and the cart still answers 200. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { addItem } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { readCases } from '../support/docs/cases.ts'
import { type RawAnswer, sendRaw } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface BadInput {
  id: string
  area: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  bodyBase64?: string
  bodyGen?: {
    prefix: string
    repeat: string
    times: number
    suffix: string
    suffixRepeat?: string
    suffixTimes?: number
    tail?: string
  }
  expectStatus: number[]
  expectPointer?: string
  expectHeader?: Record<string, string>
  expectAbsent?: string
  expectNotInBody?: string
  expectNoIdentity?: boolean
  why: string
}

const cases = readCases<BadInput>('bad-inputs.json')

for (const engine of engines) {
  describe(`bad input on ${engine}`, () => {
    let service: TestService
    let values: Record<string, string>
    before(async () => {
      service = await startService(engine)
      values = {
        memberToken: await service.token('member', { id: String(ids.member) }),
        guestToken: await service.token('guest'),
        appToken: await service.token('app'),
        adminToken: await service.token('admin'),
        productId: String(ids.plain),
        variantProductId: String(ids.variants),
      }
    })
    after(() => service.stop())

    for (const bad of cases) {
      it(`${bad.id}: ${bad.why}`, async () => {
        await service.call('DELETE', '/cart', { token: values.memberToken ?? '' })
        values.itemId = await addItem(service, values.memberToken ?? '', ids.soldOut)
        const answer = await sendRaw(service.url, fill(bad, values))
        assertExpected(bad, answer)
        const cart = await service.call('GET', '/cart', { token: values.memberToken ?? '' })
        assert.equal(cart.status, 200)
        assert.equal(Reflect.get({}, 'isAdmin'), undefined)
      })
    }

    // Proves: unreadable-bytes
    it('covers at least 246 collected cases', () => {
      assert.ok(cases.length >= 246, `${cases.length} cases`)
    })
  })
}

function fill(bad: BadInput, values: Record<string, string>) {
  const put = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  const headers = Object.fromEntries(Object.entries(bad.headers).map(([name, value]) => [name, put(value)]))
  const body = bodyOf(bad, put)
  return { method: bad.method, path: encode(put(bad.path)), headers, ...(body && { body }) }
}

/** Encodes spaces, which a request line cannot contain; everything else is sent as collected. */
function encode(path: string): string {
  return path.replaceAll(' ', '%20')
}

function bodyOf({ body, bodyBase64, bodyGen }: BadInput, put: (text: string) => string): Buffer | undefined {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64')
  if (body !== undefined && body !== null) return Buffer.from(put(body))
  if (!bodyGen) return undefined
  const repeated = Array.from({ length: bodyGen.times }, (_, i) => bodyGen.repeat.replaceAll('{{i}}', String(i))).join(
    '',
  )
  const closing = (bodyGen.suffixRepeat ?? '').repeat(bodyGen.suffixTimes ?? 0)
  return Buffer.from(put(bodyGen.prefix) + repeated + put(bodyGen.suffix) + closing + (bodyGen.tail ?? ''))
}

function assertExpected(bad: BadInput, { status, headers, body }: RawAnswer): void {
  assert.ok(bad.expectStatus.includes(status), `got ${status}, expected ${bad.expectStatus}: ${body}`)
  if (bad.expectPointer && status === 422) {
    const { errors } = JSON.parse(body) as { errors: { source?: { pointer?: string } }[] }
    assert.ok(
      errors.some(({ source }) => source?.pointer === bad.expectPointer),
      body,
    )
  }
  for (const [name, value] of Object.entries(bad.expectHeader ?? {})) {
    const pattern = new RegExp(`^${value.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
    assert.match(headers[name] ?? '', pattern)
  }
  if (bad.expectAbsent && status < 300) assert.equal(valueAt(JSON.parse(body), bad.expectAbsent), undefined)
  if (bad.expectNoIdentity) assert.equal(headers['set-cookie'], undefined)
  if (bad.expectNotInBody) assert.ok(!body.includes(bad.expectNotInBody))
  if (status >= 400) assert.doesNotMatch(body, /node_modules|\bat \w+.*:\d+:\d+|select |insert |\/src\//i)
  assert.ok(!bad.path.startsWith(STOREFRONT) || status < 500)
}

/** The value at a JSON pointer (RFC 6901); undefined when there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)
}
