/** The audit: one log line for each write of an administrator, with who did what to which record, and nothing private. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CAMPAIGNS,
  CHECKOUTS,
  COUPONS,
  CUSTOMERS,
  CUSTOMERS_BY_EXTERNAL_ID,
  IMPORTS,
  SESSION,
} from '../../src/api-paths.ts'
import { PERMISSIONS } from '../../src/auth/access.ts'
import { addItem } from '../support/cart/cart.ts'
import { hold } from '../support/checkouts/orders.ts'
import { withoutPostgres } from '../support/database/engines.ts'
import { untilOneWaits, whileLocked } from '../support/database/locks.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { type Answer, type Call, startService, type TestService } from '../support/service/service.ts'
import { logIn, signIn } from '../support/web-checkout/checkout.ts'

interface Line {
  level: string
  requestId: string
  actor: string
  operation: string
  targets: Record<string, unknown>
  status: number
  msg: string
}

let requests = 0

/** Sends a request. @returns its response and its audit lines */
async function audited(service: TestService, method: string, path: string, { headers, ...call }: Call = {}) {
  const id = `audit-${++requests}`
  const answer = await service.call(method, path, { ...call, headers: { ...headers, 'X-Request-Id': id } })
  return { answer, lines: linesOf(service, id) }
}

function linesOf({ log }: TestService, id: string): Line[] {
  const lines = log.map(line => JSON.parse(line) as Line)
  return lines.filter(({ msg, requestId }) => msg === 'audit' && requestId === id)
}

function assertLine(lines: Line[], expected: Partial<Line>): void {
  const [line] = lines
  assert.equal(lines.length, 1)
  assert.deepEqual({ ...line, ...expected, level: 'info' }, line)
}

describe('a write of an administrator', () => {
  let service: TestService
  let writes: Route[]
  let admin: string
  before(async () => {
    const { built, routes } = await withRoutes(() => startService('sqlite'))
    service = built
    writes = routes.filter(
      ({ method, access }) => (PERMISSIONS as readonly string[]).includes(access) && !/GET|HEAD/.test(method),
    )
    admin = await service.token('admin', { id: 'back-office', scope: PERMISSIONS.join(' ') })
  })
  after(() => service.stop())
  const write = (method: string, path: string, body?: unknown) =>
    audited(service, method, path, { token: admin, ...(body !== undefined && { body }) })

  // Proves: denied-write
  it('leaves one line on every route, whatever its result', async () => {
    assert.ok(writes.length >= 9)
    const token = await service.token('admin', { id: 'auditor', scope: PERMISSIONS.join(' ') })
    for (const route of writes) {
      const { answer, lines } = await audited(service, route.method, addressOf(route), { token })
      assertLine(lines, { actor: 'admin:auditor', status: answer.status })
      assert.ok(lines[0]?.operation, `${route.method} ${route.url}`)
    }
  })

  it('that is refused names a known actor; a member and a guest by their kind alone', async () => {
    const tokens = [
      ['admin:reader', await service.token('admin', { id: 'reader', scope: 'other' })],
      ['app:robot', await service.token('app', { id: 'robot' })],
      ['member', await service.token('member', { id: '987654' })],
      ['guest', await service.token('guest')],
    ] as const
    for (const route of writes) {
      for (const [actor, token] of tokens) {
        const { answer, lines } = await audited(service, route.method, addressOf(route), { token })
        assertLine(lines, { actor, status: answer.status })
        assert.equal(answer.status, actor === 'admin:reader' ? 403 : 401)
      }
      for (const token of [undefined, 'eyJ.eyJ.x']) {
        const { lines } = await audited(service, route.method, addressOf(route), { ...(token && { token }) })
        assert.deepEqual(lines, [])
      }
    }
    assert.ok(!service.log.join('\n').includes('987654'))
  })

  it('names the records that it has written', async () => {
    const one = await write('POST', CUSTOMERS, { name: 'Ada' })
    const id = idOf(one.answer)
    assertLine(one.lines, { operation: 'createCustomers', targets: { ids: [id] }, status: 201 })
    const many = await write('POST', CUSTOMERS, [{}, {}])
    const created = (many.answer.json as { data: { id: number }[] }).data.map(each => each.id)
    assertLine(many.lines, { targets: { ids: created } })
    assertLine((await write('PUT', `${CUSTOMERS}/${id}`, { name: 'Can' })).lines, { targets: { id }, status: 200 })
    const external = await write('PUT', `${CUSTOMERS_BY_EXTERNAL_ID}/ada%40example.com`, {})
    assertLine(external.lines, { targets: { id: idOf(external.answer) }, status: 201 })
    assertLine((await write('DELETE', `${CUSTOMERS}/${id}`)).lines, { targets: { id }, status: 204 })
    assertLine((await write('DELETE', `${CUSTOMERS}/${id}`)).lines, { targets: { id }, status: 404 })
  })

  it('of a campaign names it as one, and an import gives the numbers of its records', async () => {
    const path = `${CAMPAIGNS}/77`
    const campaign = { name: 'Bahar', reward: { type: 'percent', value: '5' } }
    const saved = await write('PUT', path, campaign)
    assertLine(saved.lines, { operation: 'saveCampaign', targets: { campaignId: 77 }, status: 201 })
    assertLine((await write('DELETE', path)).lines, { targets: { campaignId: 77 }, status: 204 })
    assertLine((await write('DELETE', path)).lines, { targets: { campaignId: 77 }, status: 404 })
    const customers = [customer(4_001, { email: 'zeynep@example.com' }), customer(ids.member, { name: 'Ayşe' })]
    const imported = await write('POST', IMPORTS, { customers, coupons: [] })
    assertLine(imported.lines, {
      operation: 'importShop',
      targets: { sections: { customers: { created: 1, updated: 1 } }, withdrawn: { products: 0, variants: 0 } },
      status: 200,
    })
  })

  it('names a coupon by its code, whatever the shop has chosen', async () => {
    const body = { discountType: 'percent', value: '1' }
    const token = await service.token('admin', { scope: 'promotions:write' })
    const linesOfWrite = async (method: string, code: string) => {
      const path = `${COUPONS}/${encodeURIComponent(code)}`
      return (await audited(service, method, path, { token, ...(method === 'PUT' && { body }) })).lines
    }
    for (const code of ['a@b', 'YAZ%10/1', 'Ilk alışveriş', 'x'.repeat(100)]) {
      assertLine(await linesOfWrite('PUT', code), { targets: { code }, status: 201 })
      assertLine(await linesOfWrite('DELETE', code), { targets: { code }, status: 204 })
    }
    assertLine(await linesOfWrite('DELETE', 'a@b'), { targets: {}, status: 404 })
  })

  it('of the web shop names the order, the customer and the guest', async () => {
    const guest = await service.token('guest')
    await addItem(service, guest, ids.plain)
    const held = (await hold(service, '2026-000123', guest)).headers.get('x-request-id') ?? ''
    assertLine(linesOf(service, held), {
      actor: 'admin:web-shop',
      operation: 'holdCheckout',
      targets: { reference: '2026-000123' },
      status: 201,
    })
    const cookie = await signIn(service, guest)
    const token = await service.token('admin', { scope: 'sessions:act' })
    const acting = await audited(service, 'POST', `${SESSION}/token`, { token, headers: { Cookie: cookie } })
    const { subject } = acting.answer.json as { subject: string }
    assertLine(acting.lines, { operation: 'createActingToken', targets: { guestId: subject.replace('guest:', '') } })
    const login = (await logIn(service, { customerId: ids.member }, cookie)).headers.get('x-request-id') ?? ''
    assertLine(linesOf(service, login), { operation: 'logIn', targets: { customerId: ids.member } })
  })

  it('never leaves an email, an external id or a token of its path or body in the log', async () => {
    const texts = ['zeynep@example.com', 'auth0|zeynep', admin, 'z'.repeat(65), 'Zeynep Yılmaz', '\u0000\nzeynep']
    for (const text of texts) {
      const segment = encodeURIComponent(text)
      for (const [method, path] of [
        ['DELETE', `${CUSTOMERS}/${segment}`],
        ['PUT', `${CUSTOMERS_BY_EXTERNAL_ID}/${segment}`],
        ['DELETE', `${CHECKOUTS}/${segment}`],
      ] as const) {
        const body = { name: 'Zeynep', email: 'zeynep@example.com', externalId: text }
        const { answer, lines } = await write(method, path, method === 'PUT' ? body : undefined)
        assert.equal(lines.length, 1)
        if (answer.status >= 400) assert.deepEqual(lines[0]?.targets, {})
      }
    }
    const log = service.log.join('\n')
    for (const text of ['zeynep@', 'auth0|', admin, 'zzzzz', 'Zeynep']) assert.ok(!log.includes(text), text)
  })

  it('is not logged above the level info', async () => {
    const quiet = await startService('sqlite', { LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost' })
    const token = await quiet.token('admin')
    assert.equal((await quiet.call('POST', CUSTOMERS, { token, body: {} })).status, 201)
    await quiet.stop()
    assert.deepEqual(quiet.log, [])
  })

  // Proves: denied-write
  it('leaves its line when the client has closed the connection before the response', {
    skip: withoutPostgres,
  }, async () => {
    const other = await startService('postgres')
    const token = await other.token('admin')
    const leaving = new AbortController()
    await whileLocked(other.config.DATABASE_URL ?? '', 'customers', async () => {
      const request = fetch(`${other.url}${CUSTOMERS}/${ids.dealer}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': 'gone' },
        signal: leaving.signal,
      })
      await untilOneWaits(other.database)
      leaving.abort()
      await assert.rejects(request)
    })
    const isDeleted = async () =>
      (await other.database.kysely.selectFrom('customers').select('id').where('id', '=', ids.dealer).execute())
        .length === 0
    while (!(await isDeleted()) || linesOf(other, 'gone').length === 0) await sleep(20)
    assertLine(linesOf(other, 'gone'), { operation: 'deleteCustomer', targets: { id: ids.dealer }, status: 204 })
    await other.stop()
  })
})

function idOf({ json }: Answer): number {
  return (json as { data: { id: number } }).data.id
}
