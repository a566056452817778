/** Platforms that invent profiles, and what others notice: nothing. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createProfileFetcher } from '../../src/ucp/platforms/profile.fetch.ts'
import { ask, TRANSPORTS } from '../support/ucp/ask.ts'
import { type Door, startDoor, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

/** Time for profiles, on a machine of any speed. */
const PATIENCE_MS = 60_000

describe('a platform whose neighbours invent profiles', () => {
  let door: Door | undefined
  let own: AgentPlatform
  const strangers: AgentPlatform[] = []
  before(async () => {
    own = await startPlatform()
    for (let n = 0; n < 34; n++) strangers.push(await startPlatform())
  })
  after(async () => {
    for (const platform of [own, ...strangers]) await platform.stop()
  })
  const open = async (budget: number) => {
    await door?.stop()
    own.fetched.length = 0
    door = await startDoor({
      operations: toyOperations(),
      env: {
        ...listing(own, ...strangers),
        UCP_FETCH_BUDGET: String(budget),
        UCP_RATE_LIMIT: '0',
        TRUST_PROXY: '1',
      },
      fetchProfile: createProfileFetcher({
        resolve: async () => assert.fail('Only hosts of this machine are asked for.'),
        version: 'test',
        timeoutMs: PATIENCE_MS,
      }),
    })
    return door
  }
  after(() => door?.stop())
  const codeAt = async (profile: string, address = '192.0.2.1') => {
    const question = { id: 'x', profile, headers: { 'X-Forwarded-For': address } }
    return (await ask(door as Door, 'REST', 'get_cart', question)).code ?? 'ok'
  }
  /** Asks with invented URLs of one origin. @returns the numbers of answers by their code */
  const invent = async (count: number, platform: AgentPlatform, addressOf = (_n: number) => '198.51.100.1') => {
    const codes = await Promise.all(
      Array.from({ length: count }, (_, n) => codeAt(`${platform.origin}/${n}`, addressOf(n))),
    )
    return Object.fromEntries(
      [...new Set(codes)].sort().map(code => [code, codes.filter(each => each === code).length]),
    )
  }
  const [stranger, another] = [() => strangers[0] as AgentPlatform, () => strangers[1] as AgentPlatform]

  // Proves: spent-budget
  it('is fetched while one origin, or one network, has spent a quarter of the budget', async () => {
    await open(20)
    assert.deepEqual(await invent(40, stranger(), n => `203.0.113.${n}`), { discovery_busy: 35, ok: 5 })
    assert.equal(stranger().fetched.length, 5)
    assert.deepEqual(await invent(40, another()), { discovery_busy: 35, ok: 5 })
    // The network has spent its quarter for any origin; what the origin refused before has cost the networks nothing.
    assert.equal(await codeAt(`${strangers[2]?.origin}/`, '198.51.100.1'), 'discovery_busy')
    assert.equal(await codeAt(`${strangers[2]?.origin}/`, '203.0.113.30'), 'ok')
    assert.equal(await codeAt(own.profile), 'ok')
    assert.equal(await codeAt(own.profile, '198.51.100.1'), 'ok')
  })

  // Proves: spent-budget
  it('is fetched while the networks of an IPv6 /48 ask for profiles of many origins', async () => {
    await open(20)
    for (const [n, { profile }] of strangers.entries()) {
      const code = await codeAt(profile, `2001:db8:43:${n.toString(16)}::1`)
      assert.equal(code, n < 5 ? 'ok' : 'discovery_busy')
    }
    assert.equal(await codeAt(own.profile, '2001:db8:44::1'), 'ok')
  })

  // Proves: fetch-flood
  it('waits with all others where many networks have spent the whole budget on many origins', async () => {
    await open(20)
    const codes = await Promise.all(strangers.map(({ profile }, n) => codeAt(profile, `203.0.113.${n}`)))
    assert.deepEqual([codes.filter(each => each === 'ok').length, codes.length], [20, 34])
    assert.equal(await codeAt(own.profile), 'discovery_busy')
  })

  it('gets one fetch at least, however small the budget is, and Retry-After beyond it', async () => {
    await open(1)
    assert.equal(await codeAt(own.profile), 'ok')
    for (const transport of TRANSPORTS) {
      const { status, headers } = await ask(door as Door, transport, 'get_cart', {
        id: 'x',
        profile: stranger().profile,
      })
      assert.equal(status, 503)
      assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    }
  })

  // Proves: evicted-profile
  it('stays in memory, however many profiles of one origin or of many are asked for', async () => {
    await open(100_000)
    assert.equal(await codeAt(own.profile), 'ok')
    assert.equal(await codeAt(own.profile), 'ok')
    assert.deepEqual(await invent(100, stranger(), n => `198.51.100.${n}`), { ok: 100 })
    // Twice: profiles that are used themselves, more than there is room for.
    for (let use = 0; use < 2; use++) {
      for (const platform of strangers) {
        assert.deepEqual(await invent(8, platform), { ok: 8 })
        assert.equal(await codeAt(own.profile), 'ok')
      }
    }
    assert.deepEqual(own.fetched, ['/profile.json'])
  })

  // Proves: evicted-profile
  it('keeps up to 8 profiles that it uses, while others ask for more of its origin', async () => {
    await open(100_000)
    const paths = Array.from({ length: 8 }, (_, n) => `/own-${n}`)
    for (let use = 0; use < 2; use++) for (const path of paths) assert.equal(await codeAt(own.origin + path), 'ok')
    assert.deepEqual(await invent(100, own), { ok: 100 })
    own.fetched.length = 0
    for (const path of paths) assert.equal(await codeAt(own.origin + path), 'ok')
    assert.deepEqual(own.fetched, [])
  })
})
