/** Log lines of refused and failed handoffs: the reason, the address, and a masked customer reference. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, withoutPostgres } from '../support/database/engines.ts'
import { startWireProxy } from '../support/database/wire-proxy.ts'
import { customer } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { findLeaks } from '../support/runner/logs.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { assertRefused, consumeHandoff, cookieOf, issueHandoff } from '../support/web-checkout/checkout.ts'

const [first, second] = [987_654_321, 876_543_210]

interface Rejection {
  level: string
  ip: string
  reason: string
  customer: string | null
}

function rejectionsOf(service: TestService): Rejection[] {
  const lines = service.log.map(line => JSON.parse(line) as Rejection & { msg: string })
  return lines
    .filter(({ msg }) => msg === 'handoff rejected')
    .map(({ level, ip, reason, customer }) => ({ level, ip, reason, customer }))
}

interface Failures {
  level: string
  time: string
  count: number
  err: { code?: string; stack?: string }
}

/** Waits until the log lines of failed handoffs have a total count of `total`. @returns these lines */
async function failuresOf(service: TestService, total: number): Promise<Failures[]> {
  for (;;) {
    const lines = service.log.map(line => JSON.parse(line) as Failures & { msg: string })
    const failures = lines.filter(({ msg }) => msg === 'handoffs failed')
    if (failures.reduce((sum, { count }) => sum + count, 0) >= total) return failures
    await sleep(20)
  }
}

/** Asserts that the lines are at least 990 ms apart: a timer of a second may be early by milliseconds. */
function assertOneASecond(failures: Failures[]): void {
  const times = failures.map(({ time }) => Date.parse(time))
  for (const [n, time] of times.entries()) assert.ok(n === 0 || time - (times[n - 1] ?? 0) >= 990, `${times}`)
}

const FAILING = 40

for (const engine of engines) {
  it(`handoffs that fail because of a defect are counted, and logged once a second with a stack, on ${engine}`, async () => {
    const service = await startService(engine)
    const { token } = await issueHandoff(service, await service.token('guest'))
    await service.database.kysely.schema.dropTable('used_handoffs').execute()
    await Promise.all(Array.from({ length: FAILING }, async () => assertRefused(await consumeHandoff(service, token))))
    const failures = await failuresOf(service, FAILING)
    assertOneASecond(failures)
    for (const { level, err } of failures) {
      assert.equal(level, 'error')
      assert.match(String(err.code), engine === 'postgres' ? /^42P01$/ : /^ERR_SQLITE_ERROR$/)
      assert.match(String(err.stack), /^ {4}at /)
    }
    assert.equal(await sample(service, 'sepet_handoffs_total{outcome="failed"}'), FAILING)
    await service.stop()
  })
}

// Proves: failed-link-logs
it('handoffs that fail in an outage are counted, and logged once a second with the error and without a stack', {
  skip: withoutPostgres,
}, async () => {
  const direct = await startService('postgres')
  const proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
  const service = await direct.startPeer({ DATABASE_URL: proxy.url })
  const { token } = await issueHandoff(service, await service.token('guest'))
  await proxy.cut()
  await Promise.all(Array.from({ length: FAILING }, async () => assertRefused(await consumeHandoff(service, token))))
  const failures = await failuresOf(service, FAILING)
  assertOneASecond(failures)
  for (const { level, err } of failures) {
    assert.equal(level, 'warn')
    assert.equal(err.stack, undefined)
  }
  assert.ok(
    failures.every(({ err }) => JSON.stringify(err).includes('"code":"ECONN')),
    JSON.stringify(failures),
  )
  assert.equal(await sample(service, 'sepet_handoffs_total{outcome="failed"}'), FAILING)
  await service.stop()
  await direct.stop()
  await proxy.close()
})

describe('the log of handoffs', () => {
  // Proves: masked-customer
  it('contains the reason of a refused handoff and a masked customer reference', async () => {
    const service = await startService('sqlite', { TRUST_PROXY: '1', HANDOFF_TOKEN_TTL_SECONDS: '3600' })
    await service.importShop({ customers: [customer(first), customer(second)] })
    const open = (token: string) => consumeHandoff(service, token, { 'X-Forwarded-For': '192.0.2.7' })
    const accessTokens = [first, first, second].map(id => service.token('member', { id: String(id) }))
    const links = await Promise.all((await Promise.all(accessTokens)).map(token => issueHandoff(service, token)))
    const [used = '', other = '', banned = ''] = links.map(({ token }) => token)
    const cookie = cookieOf(await open(used))
    await open(used)
    await open(`${other.slice(0, -6)}AAAAAA`)
    await service.importShop({ customers: [customer(second, { status: 'banned' })] })
    await open(banned)
    await service.importShop({ shop: { settings: { UyelikOlmadanDevamEtGoster: 1 } } })
    const guest = await issueHandoff(service, await service.token('guest'))
    await service.importShop({ shop: { settings: { UyelikOlmadanDevamEtGoster: 0 } } })
    await open(guest.token)

    const rejections = rejectionsOf(service)
    assert.deepEqual(
      rejections.map(({ level, ip, reason }) => [level, ip, reason]),
      ['already_used', 'token_invalid', 'customer_not_active', 'guest_checkout_closed'].map(reason => [
        'warn',
        '192.0.2.7',
        reason,
      ]),
    )
    const references = rejections.map(({ customer }) => customer)
    assert.match(String(references[0]), /^member#[0-9a-f]{10}$/)
    assert.equal(references[1], null)
    assert.match(String(references[2]), /^member#[0-9a-f]{10}$/)
    assert.notEqual(references[2], references[0])
    assert.match(String(references[3]), /^guest#[0-9a-f]{10}$/)

    const log = service.log.join('\n')
    for (const secret of [used, other, banned, guest.token, cookie?.split('=')[1], String(first), String(second)]) {
      assert.ok(secret)
      assert.ok(!log.includes(secret))
    }
    await service.stop()
  })

  // Proves: logged-secret
  it('is searched by the test suite for secrets, tokens, emails and ids', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-leaks-'))
    const jwt = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`
    const leaking = ['x s3cr3t-of-a-test x', '{"email":"ayse@example.com"}', '{"sub":"member:42"}', `{"t":"${jwt}"}`]
    writeFileSync(join(folder, '1.log'), [...leaking, '{"customer":"member#0123456789","ip":"::1"}'].join('\n'))
    writeFileSync(join(folder, '2.secrets'), 's3cr3t-of-a-test\nanother-secret\n')
    const { leaks, lines, secrets } = findLeaks(folder)
    assert.deepEqual([leaks.length, lines, secrets], [4, 5, 2])
    rmSync(folder, { recursive: true })
  })
})
