/** Profiles of platforms: servers that hang, redirect, lie or fail, and how often they are asked. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { createResolver, type Resolve, systemResolver } from '../../src/outgoing/outgoing.ts'
import { createProfileFetcher, type FetchProfile } from '../../src/ucp/platforms/profile.fetch.ts'
import { type Certificate, makeAuthority } from '../support/outgoing/certificates.ts'
import { type NameServer, startNameServer } from '../support/outgoing/name-server.ts'
import { networkOf, type Receiver, startReceiver } from '../support/outgoing/receiver.ts'
import { ask, TRANSPORTS } from '../support/ucp/ask.ts'
import { type Door, PATIENCE_MS, startDoor, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, type AnswerProfile, listing, profileText, startPlatform } from '../support/ucp/platform.ts'

const LIMIT = 65_536
const bomb = gzipSync(Buffer.alloc(50_000_000))
/** A profile of a length in bytes. */
const profileOf = (bytes: number) => {
  const empty = profileText(undefined, { name: '' })
  return empty.replace('"name":""', `"name":"${'x'.repeat(bytes - empty.length)}"`)
}
const ok = (response: ServerResponse, headers: Record<string, string> = {}) => response.writeHead(200, headers)
/** Starts a door that waits for profiles as long as the machine needs. */
const startPatientDoor = (platform: AgentPlatform, budget = 1_000) =>
  startDoor({
    operations: toyOperations(),
    env: { ...listing(platform), UCP_FETCH_BUDGET: String(budget) },
  })
/** Sends a text, then one byte after another, without end. */
const trickle = (socket: Socket, text: string) => {
  socket.write(text)
  const timer = setInterval(() => socket.write('x'), 20)
  socket.once('close', () => clearInterval(timer))
}
/** Sends without end, as fast as the other side reads. */
const sendForever = (response: ServerResponse) => {
  while (!response.destroyed && response.write('x'.repeat(10_000)));
  if (!response.destroyed) response.once('drain', () => sendForever(response))
}

describe('the profile of a platform', () => {
  let platform: AgentPlatform
  let door: Door
  /** Paths of all requests so far. */
  const fetched: string[] = []
  before(async () => {
    platform = await startPlatform()
    door = await startPatientDoor(platform)
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })
  afterEach(() => {
    door.clock.ahead = 0
  })
  /** Asks with the profile of a new platform, and then again. @throws AssertionError unless the second answer is from memory */
  async function codeFor(answer: AnswerProfile | string, startDoorFor = startPatientDoor): Promise<string> {
    const own = await startPlatform(answer)
    const asked = await startDoorFor(own)
    const question = { profile: own.profile, body: {} }
    const first = await ask(asked, 'REST', 'create_cart', question)
    const second = await ask(asked, 'MCP', 'create_cart', question)
    assert.equal(first.code, second.code)
    assert.equal(own.fetched.filter(each => each === '/profile.json').length, 1)
    fetched.push(...own.fetched)
    await asked.stop()
    await own.stop()
    return first.code === undefined ? 'ok' : `${first.status} ${first.code}`
  }
  const unreachable = '424 profile_unreachable'
  const malformed = '422 profile_malformed'

  const cases: [name: string, answer: AnswerProfile | string, expected: string][] = [
    [
      'is cut off',
      (_, response) => {
        ok(response, { 'Content-Length': '9999' }).write(profileText())
        setTimeout(() => response.destroy(), 50)
      },
      unreachable,
    ],
    ['is no HTTP', ({ socket }) => void socket.end('220 mail.test ESMTP\r\n'), unreachable],
    ['is cut off before its header', ({ socket }) => void socket.destroy(), unreachable],
    ...[201, 204, 206, 304, 400, 403, 404, 429, 500, 503].map(
      status =>
        [
          `has the status ${status}`,
          (_, response) => void response.writeHead(status).end(status === 204 || status === 304 ? '' : profileText()),
          unreachable,
        ] as [string, AnswerProfile, string],
    ),
    ...[301, 302, 303, 307, 308].map(
      status =>
        [
          `redirects with ${status}`,
          (_, response) => void response.writeHead(status, { Location: '/redirected' }).end(profileText()),
          unreachable,
        ] as [string, AnswerProfile, string],
    ),
    ['is empty', '', malformed],
    ['is no JSON', '<!doctype html>', malformed],
    ['is cut JSON', profileText().slice(0, -1), malformed],
    [
      'is no UTF-8',
      (_, response) => void ok(response).end(Buffer.from(profileText(undefined, { name: 'ÿ' }), 'latin1')),
      malformed,
    ],
    ['is nested deeply', '['.repeat(60_000), malformed],
    ...[
      'null',
      '[]',
      '1',
      '{}',
      '{"ucp":null}',
      '{"ucp":[]}',
      '{"ucp":{}}',
      '{"__proto__":{"ucp":{"version":"2026-04-08"}}}',
    ].map(text => [`is ${text}`, text, malformed] as [string, string, string]),
    ...[20260408, null, '2026-4-8', '2026-04-08 ', 'draft', '2026-04-08T00:00:00Z', ['2026-04-08']].map(
      version =>
        [`has the version ${JSON.stringify(version)}`, profileText(undefined, { version }), malformed] as [
          string,
          string,
          string,
        ],
    ),
    ...[
      null,
      [],
      'x',
      { a: {} },
      { a: null },
      { a: [null] },
      { a: ['2026-04-08'] },
      { a: [{}] },
      { a: [{ version: 1 }] },
      { 'dev.ucp.shopping.cart': [{ version: '2026-04-08' }], a: 1 },
    ].map(
      capabilities =>
        [`has the capabilities ${JSON.stringify(capabilities)}`, profileText([], { capabilities }), malformed] as [
          string,
          string,
          string,
        ],
    ),
    ['has 64 KiB', profileOf(LIMIT), 'ok'],
    ['has a byte more', profileOf(LIMIT + 1), malformed],
    [
      'has 64 KiB in gzip',
      (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(gzipSync(profileOf(LIMIT))),
      'ok',
    ],
    [
      'has 64 KiB that gzip does not make smaller',
      (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(gzipSync(profileOf(LIMIT), { level: 0 })),
      'ok',
    ],
    [
      'has a byte more in gzip',
      (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(gzipSync(profileOf(LIMIT + 1))),
      malformed,
    ],
    ['has 50 MB in gzip', (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(bomb), malformed],
    [
      'is cut gzip',
      (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(gzipSync(profileText()).subarray(0, 40)),
      malformed,
    ],
    [
      'is said to be gzip',
      (_, response) => void ok(response, { 'Content-Encoding': 'gzip' }).end(profileText()),
      malformed,
    ],
    ['is gzip without saying so', (_, response) => void ok(response).end(gzipSync(profileText())), malformed],
    [
      'has a coding that was not asked for',
      (_, response) => void ok(response, { 'Content-Encoding': 'br' }).end(profileText()),
      malformed,
    ],
    ['is text', (_, response) => void ok(response, { 'Content-Type': 'text/plain' }).end(profileText()), 'ok'],
    ['has a body without end that is sent at once', (_, response) => sendForever(ok(response)), malformed],
    ['begins with a byte order mark', `\ufeff${profileText()}`, 'ok'],
  ]
  /** Each takes two seconds. */
  const endless: Record<string, [AnswerProfile, expected: string]> = {
    'does not come': [() => {}, unreachable],
    'has a header without end': [({ socket }) => trickle(socket, 'HTTP/1.1 200 OK\r\nA: '), unreachable],
    'has a body that hangs': [(_, response) => void ok(response).write(profileText().slice(0, 10)), unreachable],
    'has a body without end': [({ socket }) => trickle(socket, 'HTTP/1.1 200 OK\r\n\r\n'), unreachable],
  }
  // Proves: endless-profile
  it('ends within the limits where it has no end', async () => {
    const expected = Object.entries(endless).map(([name, [, code]]) => `${name}: ${code}`)
    const fetchProfile = createProfileFetcher({ resolve: systemResolver, version: 'test' })
    const startPromptDoor = (own: AgentPlatform) =>
      startDoor({ operations: toyOperations(), env: listing(own), fetchProfile })
    const told = Object.entries(endless).map(
      async ([name, [answer]]) => `${name}: ${await codeFor(answer, startPromptDoor)}`,
    )
    assert.deepEqual(await Promise.all(told), expected)
  })

  for (const [name, answer, expected] of cases) {
    it(`${expected} where it ${name}`, async () => assert.equal(await codeFor(answer), expected))
  }

  it('is asked for without cookies, credentials and what the platform has sent', async () => {
    platform.answer((_, response) => void ok(response, { 'Set-Cookie': 'a=b' }).end(profileText()))
    const headers = { 'X-API-Key': 'secret', Cookie: 'a=b', Authorization: 'Bearer secret' }
    await ask(door, 'REST', 'create_cart', { profile: `${platform.origin}/once`, body: {}, headers })
    await ask(door, 'REST', 'create_cart', { profile: `${platform.origin}/twice`, body: {}, headers })
    const { 'user-agent': agent, ...sent } = platform.headers()
    assert.equal(agent, 'Sepet/test')
    assert.deepEqual(Object.keys(sent).sort(), ['accept', 'accept-encoding', 'connection', 'host'])
  })

  // Proves: redirected-profile
  it('is not asked for at the place that a redirect names', () => {
    assert.ok(!fetched.includes('/redirected'))
  })

  // Proves: fetch-flood
  it('is asked for once, however many ask at the same time', async () => {
    const waiting: ServerResponse[] = []
    platform.answer((_, response) => void waiting.push(response))
    const profile = `${platform.origin}/shared`
    platform.fetched.length = 0
    const asked = Array.from({ length: 200 }, (_each, n) =>
      ask(door, TRANSPORTS[n % 2] ?? 'REST', 'get_cart', { id: 'x', profile }),
    )
    while (waiting.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    setTimeout(() => waiting[0]?.end(profileText()), 200)
    const told = await Promise.all(asked)
    assert.deepEqual(new Set(told.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(platform.fetched, ['/shared'])
  })

  it('is kept for a minute, or for its max-age up to a day', async () => {
    const kept: [cacheControl: string | undefined, seconds: number][] = [
      [undefined, 60],
      ['public, max-age=5', 60],
      ['no-store', 60],
      ['max-age=-1', 60],
      ['public,MAX-AGE=600', 600],
      ['max-age="600"', 600],
      ['public, s-maxage=9000', 60],
      ['max-age=99999999999', 86_400],
    ]
    for (const [cacheControl, seconds] of kept) {
      const own = await startPlatform(
        (_, response) =>
          void ok(response, cacheControl === undefined ? {} : { 'Cache-Control': cacheControl }).end(profileText()),
      )
      const asked = await startPatientDoor(own)
      const fetches: number[] = []
      for (const ahead of [0, seconds - 10, seconds + 1]) {
        asked.clock.ahead = ahead * 1_000
        await ask(asked, 'REST', 'get_cart', { id: 'x', profile: own.profile })
        fetches.push(own.fetched.length)
      }
      await asked.stop()
      await own.stop()
      assert.deepEqual(fetches, [1, 1, 2], String(cacheControl))
    }
  })

  // Proves: fetch-flood
  it('is not asked for again for 5 s after a failure, doubling with each further one up to 5 minutes', async () => {
    const profile = `${platform.origin}/fails`
    platform.answer((_, response) => void response.writeHead(500).end())
    platform.fetched.length = 0
    let at = 0
    for (const [index, seconds] of [5, 10, 20, 40, 80, 160, 300, 300].entries()) {
      for (const ahead of [at, at + seconds - 4]) {
        door.clock.ahead = ahead * 1_000
        assert.equal((await ask(door, 'REST', 'get_cart', { id: 'x', profile })).code, 'profile_unreachable')
        assert.equal(platform.fetched.length, index + 1)
      }
      at += seconds + 1
    }
    platform.answer(profileText())
    door.clock.ahead = at * 1_000
    assert.equal((await ask(door, 'REST', 'get_cart', { id: 'x', profile })).status, 200)
    platform.answer('{}')
    for (const [ahead, code] of [
      [61, 'profile_malformed'],
      [62, 'profile_malformed'],
      [67, undefined],
    ] as const) {
      door.clock.ahead = (at + ahead) * 1_000
      if (code === undefined) platform.answer(profileText())
      assert.equal((await ask(door, 'REST', 'get_cart', { id: 'x', profile })).code, code)
    }
  })
})

describe('the budget of fetches', () => {
  // Proves: fetch-flood, spent-budget
  it('refuses further profiles with 503, and leaves those in memory alone, also once they are outdated', async () => {
    const platform = await startPlatform(profileText())
    // One origin has a quarter.
    const door = await startPatientDoor(platform, 20)
    const asked = async (path: string) =>
      (await ask(door, 'REST', 'get_cart', { id: 'x', profile: platform.origin + path })).code ?? 'ok'
    assert.equal(await asked('/known'), 'ok')
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => asked(`/${n}`)))
    assert.deepEqual(
      [codes.filter(each => each === 'ok').length, codes.filter(each => each === 'discovery_busy').length],
      [4, 46],
    )
    assert.equal(platform.fetched.length, 5)
    for (const transport of TRANSPORTS) {
      const { status, headers, json, rpcCode } = await ask(door, transport, 'get_cart', {
        id: 'x',
        profile: `${platform.origin}/new`,
      })
      assert.deepEqual([status, rpcCode ?? -32000], [503, -32000])
      const seconds = Number(headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 60)
      if (transport === 'MCP') assert.equal(json.retry_after, seconds)
    }
    assert.equal(await asked('/known'), 'ok')
    door.clock.ahead = 3_600_000
    assert.equal(await asked('/known'), 'ok')
    door.clock.ahead = 90_000_000
    assert.equal(await asked('/known'), 'discovery_busy')
    assert.equal(await door.metric('sepet_ucp_profile_fetches_total{outcome="ok"}'), 5)
    assert.equal(await door.metric('sepet_ucp_profile_fetches_total{outcome="over_budget"}'), 50)
    assert.equal(await door.metric('sepet_ucp_requests_total{operation="get_cart",outcome="discovery_busy"}'), 49)
    await door.stop()
    await platform.stop()
  })

  it('is not taken by failures in memory', async () => {
    const platform = await startPlatform((_, response) => void response.writeHead(404).end())
    const door = await startPatientDoor(platform, 300)
    const profile = `${platform.origin}/gone`
    for (let n = 0; n < 100; n++) {
      assert.equal((await ask(door, 'REST', 'get_cart', { id: 'x', profile })).code, 'profile_unreachable')
    }
    assert.deepEqual(platform.fetched, ['/gone'])
    assert.equal(await door.metric('sepet_ucp_profile_fetches_total{outcome="failed"}'), 1)
    await door.stop()
    await platform.stop()
  })
})

describe('the host of a profile', () => {
  const defaults = getCACertificates('default')
  const authority = makeAuthority('Test authority')
  const stranger = makeAuthority('Unknown authority')
  const folder = mkdtempSync(join(tmpdir(), 'sepet-ucp-'))
  const hostsFile = join(folder, 'hosts')
  const names: Parameters<typeof startNameServer>[0] = {
    'agent.test': { ip: '127.0.0.1' },
    'private.test': { ip: '10.0.0.1' },
    'metadata.test': { ip: '169.254.169.254' },
    'loopback.test': { ip: '127.0.0.2' },
    'empty.test': {},
    'silent.test': { is: 'silent' },
  }
  let nameServer: NameServer
  let resolve: Resolve
  let fetchProfile: FetchProfile
  let receiver: Receiver | undefined
  before(async () => {
    setDefaultCACertificates([...defaults, authority.cert])
    nameServer = await startNameServer(names)
    writeFileSync(
      hostsFile,
      '127.0.0.1 listed.test\n127.0.0.1 mixed.test\n127.0.0.2 mixed.test\n192.168.0.1 hidden.test\n',
    )
    resolve = createResolver({ hostsFile, servers: [nameServer.address] })
    // One address of loopback stands for the public ones.
    fetchProfile = createProfileFetcher({
      resolve,
      allowedNetworks: [networkOf('127.0.0.1')],
      version: 'test',
      timeoutMs: PATIENCE_MS,
    })
  })
  after(() => {
    nameServer.stop()
    setDefaultCACertificates(defaults)
    rmSync(folder, { recursive: true })
  })
  afterEach(async () => {
    await receiver?.stop()
    receiver = undefined
  })
  async function codeAt(host: string, certificate: Certificate = authority.issue({ names: [host] })): Promise<string> {
    receiver = await startReceiver(socket => socket.end(`HTTP/1.1 200 OK\r\n\r\n${profileText()}`), { certificate })
    const fetched = await fetchProfile(new URL(`https://${host}:${receiver.port}/`))
    return 'profile' in fetched ? 'ok' : fetched.code
  }

  it('is asked where it resolves to public addresses, by name servers or by the hosts file', async () => {
    assert.equal(await codeAt('agent.test'), 'ok')
    assert.equal(receiver?.connections, 1)
    await receiver?.stop()
    assert.equal(await codeAt('listed.test'), 'ok')
  })

  for (const host of [
    'private.test',
    'metadata.test',
    'loopback.test',
    'empty.test',
    'unknown.test',
    'hidden.test',
    'mixed.test',
  ]) {
    // Proves: private-profile
    it(`is refused without a connection where it is ${host}`, async () => {
      assert.equal(await codeAt(host), 'invalid_profile_url')
      assert.equal(receiver?.connections, 0)
    })
  }

  it('is unreachable where name servers do not answer within 2 s', async () => {
    const fetched = await createProfileFetcher({ resolve, version: 'test' })(new URL('https://silent.test/'))
    assert.equal('code' in fetched && fetched.code, 'profile_unreachable')
  })

  it('is unreachable where its certificate is not valid for it', async () => {
    for (const certificate of [
      stranger.issue({ names: ['agent.test'] }),
      authority.issue({ names: ['other.test'] }),
      authority.issue({ names: ['agent.test'], until: new Date(Date.now() - 60_000) }),
    ]) {
      assert.equal(await codeAt('agent.test', certificate), 'profile_unreachable')
      assert.equal(receiver?.received.join(''), '')
      await receiver?.stop()
    }
  })

  // Proves: rebinding-profile
  it('is resolved once for each fetch, whose connection goes to the address that was judged', async () => {
    nameServer.asked.length = 0
    assert.equal(await codeAt('agent.test'), 'ok')
    // One question for each family of addresses.
    assert.deepEqual(nameServer.asked, ['agent.test', 'agent.test'])
    await receiver?.stop()
    names['agent.test'] = { ip: '10.0.0.1' }
    assert.equal(await codeAt('agent.test'), 'invalid_profile_url')
    assert.equal(receiver?.connections, 0)
    names['agent.test'] = { ip: '127.0.0.1' }
  })
})
