/** Who calls: the checks of a request in their order, each with its error over REST and MCP. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { UCP_VERSIONS } from '../../src/ucp/versions.ts'
import { freePort } from '../support/service/test-server.ts'
import { ask, type Question, sendMessage, type Told, TRANSPORTS } from '../support/ucp/ask.ts'
import { type Door, startDoor, type ToyCall, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, ALL, listing, profileText, startPlatform } from '../support/ucp/platform.ts'
import { assertConforms } from '../support/ucp/schemas.ts'

const CODES: Record<string, [status: number, rpcCode: number]> = {
  unauthorized: [401, -32000],
  invalid_profile_url: [400, -32001],
  profile_not_allowed: [403, -32000],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  discovery_busy: [503, -32000],
  rate_limited: [429, -32000],
}
const incompatible = 'sepet_ucp_requests_total{operation="create_cart",outcome="capabilities_incompatible"}'
const key = (name: string) => `${name}-${randomBytes(16).toString('hex')}`

/** Asks over both transports. @throws AssertionError when their answers differ @returns the code, and the answer of REST */
async function codeOf(door: Door, question: Question): Promise<[code: string, told: Told]> {
  const began = performance.now()
  const [rest, mcp] = [
    await ask(door, 'REST', 'create_cart', { body: {}, ...question }),
    await ask(door, 'MCP', 'create_cart', { body: {}, ...question }),
  ]
  const passed = Math.ceil((performance.now() - began) / 1_000)
  const { retry_after: _, ...document } = mcp.json
  assert.deepEqual([rest.code, withoutSeconds(rest.json)], [mcp.code, withoutSeconds(document)])
  if (rest.code === undefined) return ['ok', rest]
  assertConforms('refusal', rest.json)
  assert.deepEqual([rest.status, mcp.rpcCode], CODES[rest.code])
  // Both tell the seconds until one time, and some may have passed between them.
  const [first, second] = [rest, mcp].map(({ headers }) => headers.get('retry-after'))
  assert.equal(first === null, second === null)
  const fewer = Number(first) - Number(second)
  assert.ok(fewer >= 0 && fewer <= passed, `${first} s, then ${second} s`)
  return [rest.code, rest]
}

/** A document without the seconds that it tells to wait. */
function withoutSeconds({ content, ...others }: Record<string, unknown>): object {
  return { ...others, ...(content !== undefined && { content: String(content).replace(/ in \d+ s\./, ' in … s.') }) }
}

describe('a platform', () => {
  let platform: AgentPlatform
  let door: Door
  const calls: ToyCall[] = []
  before(async () => {
    platform = await startPlatform()
    // Its many profiles are of one origin.
    const env = { UCP_PLATFORM_PROFILES: `*,${platform.origin}`, UCP_FETCH_BUDGET: '1000' }
    door = await startDoor({ operations: toyOperations(calls), env })
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })
  const withAgent = async (value: string) => {
    const headers = { 'UCP-Agent': value }
    const { status, json } = await door.call('POST', '/ucp/v1/carts', { body: {}, headers })
    return status === 201 ? 'ok' : (json as { code: string }).code
  }

  it('sends its profile in a dictionary of RFC 8941, whose other members and parameters do not matter', async () => {
    const { profile } = platform
    for (const value of [
      `profile="${profile}"`,
      `  profile="${profile}"  `,
      `profile="${profile}";v=1;x="y"`,
      `name="agent";a, profile="${profile}", list=(1 "2" t);q=0.5, flag, bytes=:aGk=:, no=?0`,
      `profile=1, profile="${profile}"`,
    ]) {
      assert.equal(await withAgent(value), 'ok', value)
    }
  })

  it('is refused for another header', async () => {
    const { profile } = platform
    for (const value of [
      '',
      profile,
      `"${profile}"`,
      `profile=${profile}`,
      `profile='${profile}'`,
      `Profile="${profile}"`,
      `profile="${profile}`,
      `profile="${profile}",`,
      `profile="${profile}" x`,
      `profile="${profile}", profile`,
      `profile="${profile}", profile=token`,
      `profile=("${profile}")`,
      `profile="${profile}";V=1`,
      `profile="${profile}", Name=1`,
      `profile="\\n${profile}"`,
      `profile=:${Buffer.from(profile).toString('base64')}:`,
      `profile="${profile}"\t;`,
      `__proto__="${profile}"`,
      `=${'('.repeat(10_000)}`,
    ]) {
      assert.equal(await withAgent(value), 'invalid_profile_url', value)
    }
    assert.equal((await codeOf(door, {}))[0], 'invalid_profile_url')
  })

  it('is refused over MCP for a profile that is no text', async () => {
    for (const meta of [
      null,
      [],
      'x',
      {},
      { 'ucp-agent': null },
      { 'ucp-agent': platform.profile },
      { 'ucp-agent': { profile: [platform.profile] } },
    ]) {
      const params = { name: 'create_cart', arguments: { meta, cart: {} } }
      const { status, json } = await sendMessage(door.call, { jsonrpc: '2.0', id: 'a', method: 'tools/call', params })
      const { id, error } = json as { id: unknown; error: { code: number; data: { code: string } } }
      assert.deepEqual([status, id, error.code, error.data.code], [400, 'a', -32001, 'invalid_profile_url'])
    }
  })

  // Proves: private-profile
  it('is refused for a profile with a URL of another form, before anything is fetched', async () => {
    platform.fetched.length = 0
    const { port } = new URL(platform.origin)
    for (const profile of [
      '',
      'agent',
      '/profile.json',
      `ftp://127.0.0.1:${port}/`,
      'data:application/json,{}',
      'file:///etc/passwd',
      `http://[::1]:${port}/`,
      `http://127.0.0.2:${port}/`,
      `http://localhost.:${port}/`,
      'http://agent.example.com/',
      `${platform.origin}/#x`,
      `http://user@127.0.0.1:${port}/`,
      `http://:secret@127.0.0.1:${port}/`,
      `${platform.origin}/${'x'.repeat(2_048)}`,
      ` ${platform.profile}`,
      `https://127.0.0.1:${port}/`,
      'https://localhost:1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[fe80::1]/',
      'https://192.0.2.1/',
      `https://${'a.'.repeat(200)}example/`,
    ]) {
      assert.equal((await codeOf(door, { profile }))[0], 'invalid_profile_url', profile)
    }
    assert.deepEqual(platform.fetched, [])
  })

  for (const version of UCP_VERSIONS)
    it(`is admitted with the capabilities that both sides have in its version, ${version}`, async () => {
      const other = UCP_VERSIONS.find(each => each !== version) ?? version
      const before = (await door.metric(incompatible)) ?? 0
      const cart = 'dev.ucp.shopping.cart'
      const profiles: Record<string, [text: string, shared: string[] | string]> = {
        '/all': [profileText(ALL, {}, version), ['cart', 'discount']],
        '/cart': [profileText([cart, 'dev.ucp.shopping.checkout', 'com.example.own'], {}, version), ['cart']],
        '/older': [
          profileText(
            [],
            {
              capabilities: {
                [cart]: [{ version: '2026-01-23' }, { version: other }, { version }],
                'dev.ucp.shopping.discount': [{ version: '2026-01-23' }, { version: other }],
              },
            },
            version,
          ),
          ['cart'],
        ],
        // The profile is of its version: those that it names as supported, too, do not count.
        '/supported': [
          profileText(ALL, { supported_versions: { [other]: 'http://x.test/' } }, version),
          ['cart', 'discount'],
        ],
        '/other': [
          profileText([], { capabilities: { [cart]: [{ version: '2026-01-23' }] } }, version),
          'capabilities_incompatible',
        ],
        '/mixed': [
          profileText([], { capabilities: { [cart]: [{ version: other }] } }, version),
          'capabilities_incompatible',
        ],
        '/no-cart': [profileText(['dev.ucp.shopping.discount'], {}, version), 'capabilities_incompatible'],
        '/none': [JSON.stringify({ ucp: { version } }), 'capabilities_incompatible'],
        '/empty': [profileText([], { capabilities: { [cart]: [] } }, version), 'capabilities_incompatible'],
      }
      platform.answer((request, response) => response.end(profiles[(request.url ?? '').replace(/\?.*/, '')]?.[0]))
      for (const [path, [, expected]] of Object.entries(profiles)) {
        const [code, { status, json }] = await codeOf(door, { profile: `${platform.origin}${path}?${version}` })
        assert.deepEqual([code, status], ['ok', typeof expected === 'string' ? 200 : 201], path)
        const { ucp, messages } = json as {
          ucp: { version: string; capabilities: object }
          messages?: [{ code: string }]
        }
        assert.equal(ucp.version, version)
        if (typeof expected === 'string') {
          assertConforms('error', json)
          assert.deepEqual([ucp.capabilities, messages?.[0].code], [{}, expected], path)
          assert.equal(json.continue_url, 'http://shop.test/sepet')
        } else {
          assert.deepEqual(
            Object.keys(ucp.capabilities),
            expected.map(name => `dev.ucp.shopping.${name}`),
            path,
          )
        }
      }
      // Over REST and over MCP.
      assert.equal(await door.metric(incompatible), before + 10)
    })

  it('is refused for a version of the protocol that is older or newer, and told which ones are spoken', async () => {
    for (const version of [
      '2026-01-23',
      '2026-04-07',
      '2026-04-09',
      '2026-08-24',
      '2026-08-26',
      '2027-01-01',
      '0000-00-00',
    ]) {
      platform.answer(profileText(undefined, { version, supported_versions: { '2026-04-08': platform.profile } }))
      const [code, { json }] = await codeOf(door, { profile: `${platform.origin}/${version}` })
      assert.equal(code, 'version_unsupported')
      for (const spoken of UCP_VERSIONS) assert.ok(String(json.content).includes(spoken))
    }
  })

  it('never reaches an operation where it is refused', () => {
    assert.ok(calls.length > 0)
    assert.ok(calls.every(({ platform: { capabilities } }) => capabilities.has('dev.ucp.shopping.cart')))
  })
})

describe('the settings of the agents’ door', () => {
  let platform: AgentPlatform
  let door: Door | undefined
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.stop())
  const calls: ToyCall[] = []
  const open = async (env: NodeJS.ProcessEnv) => {
    await door?.stop()
    calls.length = 0
    door = await startDoor({ env: { ...listing(platform), ...env }, operations: toyOperations(calls) })
    return door
  }
  after(() => door?.stop())

  // Proves: agent-key
  it('require a key, which is checked before the profile', async () => {
    const [own, other] = [key('own'), key('other')]
    const { profile } = platform
    const opened = await open({ UCP_API_KEYS: `${own}, ${other}` })
    const withKey = async (sent: string | undefined, asked: Question = { profile }) =>
      codeOf(opened, { ...asked, headers: sent === undefined ? {} : { 'X-API-Key': sent } })
    for (const sent of [
      undefined,
      '',
      own.slice(0, -1),
      `${own}x`,
      own.toUpperCase(),
      `${own}, ${other}`,
      `Bearer ${own}`,
    ]) {
      const [code, { headers }] = await withKey(sent, {})
      assert.deepEqual([code, headers.get('www-authenticate')], ['unauthorized', 'ApiKey realm="ucp"'])
    }
    assert.equal((await withKey(own))[0], 'ok')
    assert.equal((await withKey(other))[0], 'ok')
    const [first, , second] = calls
    assert.notEqual(first?.platform.key, second?.platform.key)
    assert.ok(!first?.platform.key.includes(own))
    const initialise = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
    assert.equal((await sendMessage(opened.call, initialise)).status, 401)
    assert.equal((await sendMessage(opened.call, initialise, { 'X-API-Key': own })).status, 200)
    assert.equal((await opened.call('GET', '/.well-known/ucp')).status, 200)
  })

  // Proves: agent-key
  it('bind a key to a profile or to an origin', async () => {
    const [toUrl, toOrigin, toOther] = [key('url'), key('origin'), key('other')]
    const { profile, origin } = platform
    const opened = await open({
      UCP_API_KEYS: `${toUrl}=${profile},${toOrigin}=${origin},${toOther}=https://agent.example.com`,
    })
    const asked = async (sent: string, url: string) =>
      (await codeOf(opened, { profile: url, headers: { 'X-API-Key': sent } }))[0]
    assert.equal(await asked(toUrl, profile), 'ok')
    assert.equal(await asked(toUrl, `${origin}/other`), 'profile_not_allowed')
    assert.equal(await asked(toUrl, `${profile}?x`), 'profile_not_allowed')
    assert.equal(await asked(toOrigin, `${origin}/other`), 'ok')
    platform.fetched.length = 0
    assert.equal(await asked(toOther, `${origin}/again`), 'profile_not_allowed')
    assert.deepEqual(platform.fetched, [])
  })

  // Proves: spent-budget
  it('admit listed profiles and origins alone, however their URLs are spelt', async () => {
    const { profile, origin } = platform
    const opened = await open({ UCP_PLATFORM_PROFILES: `https://agent.example.com, ${profile}` })
    const asked = async (url: string) => (await codeOf(opened, { profile: url }))[0]
    platform.fetched.length = 0
    assert.equal(await asked(profile), 'ok')
    assert.equal(await asked(profile.replace('http:', 'HTTP:').replace('/profile', '/./profile')), 'ok')
    assert.deepEqual(platform.fetched, ['/profile.json'])
    for (const url of [
      origin,
      `${origin}/`,
      `${profile}/`,
      `${profile}?`,
      `${profile}x`,
      profile.toUpperCase(),
      'https://agent.example.com.evil.example/',
      'https://agent.example.com:444/',
    ]) {
      assert.equal(await asked(url), 'profile_not_allowed', url)
    }
    assert.equal(
      (await open({ UCP_PLATFORM_PROFILES: origin })) && (await codeOf(door as Door, { profile: `${origin}/any` }))[0],
      'ok',
    )
  })

  // Proves: local-profile
  it('name with * no profile on this machine, whether its port is open or not, and tell how to list it', async () => {
    const [answering, silent] = [platform.origin, `http://127.0.0.1:${await freePort()}`]
    for (const list of ['', '*', 'https://agent.example.com', '*, http://localhost:1']) {
      const opened = await open({ UCP_PLATFORM_PROFILES: list })
      platform.fetched.length = 0
      const told = []
      for (const origin of [answering, silent, answering.replace('127.0.0.1', 'localhost'), 'http://localhost']) {
        const [code, { json }] = await codeOf(opened, { profile: `${origin}/profile.json` })
        const { content } = json as { content: string }
        assert.ok(content.includes(`UCP_PLATFORM_PROFILES=*,${origin}.`), content)
        told.push(`${code} ${content.replaceAll(origin, '')}`)
      }
      assert.equal(new Set(told).size, 1)
      assert.match(told[0] ?? '', /^profile_not_allowed /)
      assert.deepEqual(platform.fetched, [])
      assert.equal(await opened.metric('sepet_ucp_profile_fetches_total{outcome="failed"}'), 0)
    }
    const listed = await open({ UCP_PLATFORM_PROFILES: `*,${platform.origin}` })
    assert.equal((await codeOf(listed, { profile: platform.profile }))[0], 'ok')
  })

  // Proves: local-profile
  it('list a profile on this machine in its key as little as in *', async () => {
    const own = key('own')
    const opened = await open({ UCP_PLATFORM_PROFILES: '*', UCP_API_KEYS: `${own}=${platform.origin}` })
    const [code] = await codeOf(opened, { profile: platform.profile, headers: { 'X-API-Key': own } })
    assert.equal(code, 'profile_not_allowed')
  })

  // Proves: agent-flood
  it('limit the requests of a platform and of an address, each for itself', async () => {
    const opened = await open({ UCP_RATE_LIMIT: '4', TRUST_PROXY: '1' })
    const asked = async (url: string | undefined, address: string) => {
      const [code] = await codeOf(opened, { profile: url, headers: { 'X-Forwarded-For': address } })
      return code
    }
    assert.equal(await asked(platform.profile, '198.51.100.1'), 'ok')
    assert.equal(await asked(`${platform.origin}/other`, '198.51.100.2'), 'ok')
    const [code, { headers }] = await codeOf(opened, {
      profile: platform.profile,
      headers: { 'X-Forwarded-For': '198.51.100.3' },
    })
    assert.equal(code, 'rate_limited')
    assert.ok(Number(headers.get('retry-after')) >= 1)
    // Requests that the limit of the platform refuses do not count for the address.
    for (let n = 0; n < 3; n++) assert.equal(await asked(platform.profile, '198.51.100.4'), 'rate_limited')
    assert.equal(await asked(undefined, '198.51.100.4'), 'invalid_profile_url')
    assert.equal(await asked(undefined, '198.51.100.4'), 'invalid_profile_url')
    assert.equal(await asked(undefined, '198.51.100.4'), 'rate_limited')
    assert.equal(await opened.metric('sepet_rate_limited_total{limit="ucp-ip"}'), 2)
    assert.equal(await opened.metric('sepet_rate_limited_total{limit="ucp-platform"}'), 8)
  })

  it('tell over MCP in the error when a limit ends', async () => {
    const opened = await open({ UCP_RATE_LIMIT: '1' })
    await ask(opened, 'MCP', 'create_cart', { profile: platform.profile, body: {} })
    const { status, json, headers, rpcCode } = await ask(opened, 'MCP', 'create_cart', {
      profile: platform.profile,
      body: {},
    })
    assert.deepEqual([status, rpcCode, String(json.retry_after)], [429, -32000, headers.get('retry-after')])
  })

  it('switch the limits off with 0', async () => {
    const opened = await open({ UCP_RATE_LIMIT: '0' })
    for (let n = 0; n < 20; n++) {
      for (const transport of TRANSPORTS)
        assert.equal((await ask(opened, transport, 'get_cart', { id: 'x', profile: platform.profile })).status, 200)
    }
  })
})
