/** Versions of the agents' protocol: each platform is answered in its own, whoever has made a cart. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { UCP_VERSIONS, type UcpVersion } from '../../src/ucp/versions.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { ask, TRANSPORTS } from '../support/ucp/ask.ts'
import { type Agent, assertFailed, createAgent, linesOf, messagesOf, type ToldCart } from '../support/ucp/carts.ts'
import { type AgentPlatform, awaitProfile, keptForADay, profileText, startPlatform } from '../support/ucp/platform.ts'
import { forResponses, publishedContradiction } from '../support/ucp/published-schemas.ts'
import { contradiction } from '../support/ucp/schemas.ts'

const KEY = 'k'.repeat(40)
const [newest, older] = UCP_VERSIONS

for (const engine of engines) {
  describe(`versions of the agents’ protocol on ${engine}`, () => {
    let service: TestService
    const platforms = {} as Record<UcpVersion, AgentPlatform>
    const agents = {} as Record<UcpVersion, Agent>
    before(async () => {
      for (const version of UCP_VERSIONS) platforms[version] = await startPlatform(keptForADay(version))
      const origins = Object.values(platforms).map(({ origin }) => origin)
      service = await startService(engine, { UCP_PLATFORM_PROFILES: origins.join(), UCP_RATE_LIMIT: '0' })
      for (const version of UCP_VERSIONS) {
        await awaitProfile(service, platforms[version].profile)
        agents[version] = createAgent(service, platforms[version].profile)
      }
    })
    after(async () => {
      await service.stop()
      for (const platform of Object.values(platforms)) await platform.stop()
    })

    const withUnit = (unit: unknown, ...others: string[]) => ({
      line_items: [{ item: { id: '101', quantity_unit: unit }, quantity: 2 }, ...linesOf(...others)],
    })
    const versionsIn = ({ ucp }: ToldCart) => [
      (ucp as { version?: string }).version,
      ...Object.values(ucp.capabilities).map(each => (each as [{ version: string }])[0].version),
    ]

    for (const [name, unit, place] of [
      ['a text', 'C62', '$.line_items[0].item.quantity_unit'],
      ['null', null, '$.line_items[0].item.quantity_unit'],
      ['a list', ['C62'], '$.line_items[0].item.quantity_unit'],
      ['an object without a unit', { scale: 0 }, '$.line_items[0].item.quantity_unit.unit'],
      ['a unit that is a number', { unit: 62 }, '$.line_items[0].item.quantity_unit.unit'],
      ['a scale that is a text', { unit: 'C62', scale: '0' }, '$.line_items[0].item.quantity_unit.scale'],
      ['a scale of −1', { unit: 'C62', scale: -1 }, '$.line_items[0].item.quantity_unit.scale'],
      ['a scale of 16', { unit: 'C62', scale: 16 }, '$.line_items[0].item.quantity_unit.scale'],
      ['a scale of 0.5', { unit: 'C62', scale: 0.5 }, '$.line_items[0].item.quantity_unit.scale'],
      ['an increment of 0', { unit: 'C62', increment: 0 }, '$.line_items[0].item.quantity_unit.increment'],
    ] as const) {
      it(`a quantity_unit that is ${name} is 400 in ${newest}, and ignored in ${older}`, async () => {
        for (const transport of TRANSPORTS) {
          const { profile } = platforms[newest]
          const { status, code, json } = await ask(service, transport, 'create_cart', { profile, body: withUnit(unit) })
          assert.deepEqual([status, code], [400, 'invalid_request'], transport)
          assert.ok(String(json.content).startsWith(`${place} `), String(json.content))
        }
        const { line_items: lines, messages } = await agents[older].created(withUnit(unit))
        assert.deepEqual([lines.map(({ quantity }) => quantity), messages], [[2], undefined])
      })
    }

    for (const unit of [
      { unit: 'KGM', scale: 3, display_text: 'kg' },
      { unit: 'C62', scale: 2, display_text: 'piece' },
      { unit: 'c62', display_text: 'piece' },
      { unit: 'EA', display_text: 'each' },
      { unit: '', display_text: '' },
      { unit: 'DZN' },
    ]) {
      it(`a line in the unit ${JSON.stringify(unit)} is left out with a recoverable error`, async () => {
        const agent = agents[newest]
        const { id, line_items: lines, messages } = await agent.created(withUnit(unit, '105×1'))
        assert.deepEqual(
          lines.map(({ item, quantity }) => [item.id, quantity]),
          [['105', 1]],
        )
        assert.deepEqual(messagesOf({ messages }), ['error quantity_unit_mismatch $.line_items[0].item.quantity_unit'])
        const [{ severity, content }] = messages as unknown as [{ severity: string; content: string }]
        assert.equal(severity, 'recoverable')
        assert.match(content, /\b101\b.*\bC62\b/)
        // Nothing is left over: the cart stays as it is.
        assertFailed(await agent.update(id, withUnit(unit)), [
          'error quantity_unit_mismatch $.line_items[0].item.quantity_unit',
        ])
        const { line_items: unchanged } = await agent.found(id)
        assert.deepEqual(unchanged, lines)
      })
    }

    it('a quantity in pieces is taken, and added to one without a unit', async () => {
      for (const unit of [
        { unit: 'C62', display_text: 'Stück' },
        { unit: 'C62', scale: 0, display_text: '', increment: 5, more: 1 },
        { unit: 'C62' },
      ]) {
        const { line_items: lines, messages } = await agents[newest].created(withUnit(unit, '101×1'))
        assert.deepEqual([lines.map(({ quantity }) => quantity), messages], [[3], undefined])
        assert.ok(lines.every(({ item }) => !Object.hasOwn(item, 'quantity_unit')))
      }
    })

    it('a cart is answered in the version of whoever asks, and not of who has made it', async () => {
      for (const [maker, reader] of [
        [newest, older],
        [older, newest],
      ] as const) {
        const made = await agents[maker].created({ line_items: linesOf('101×2', '105×1') })
        const found = await agents[reader].found(made.id)
        assert.ok(versionsIn(made).every(version => version === maker))
        assert.ok(versionsIn(found).every(version => version === reader))
        const { ucp: _made, ...ofMaker } = made
        const { ucp: _found, ...ofReader } = found
        assert.deepEqual(ofReader, ofMaker)
        assert.ok(versionsIn(await agents[reader].cancelled(made.id)).every(version => version === reader))
        assertFailed(await agents[maker].read(made.id), ['error not_found'])
      }
    })

    it('an idempotency key repeats the answer as it was, also to a platform that speaks another version since', async () => {
      const peer = await service.startPeer({ UCP_API_KEYS: KEY })
      const body = { line_items: linesOf('101×2') }
      const more = { idempotencyKey: 'version-1', headers: { 'X-API-Key': KEY } }
      const first = await createAgent(peer, platforms[older].profile).create(body, more)
      const again = await createAgent(peer, platforms[newest].profile).create(body, more)
      await peer.stop()
      assert.deepEqual([first.status, again.status, again.headers.get('idempotency-replayed')], [201, 201, 'true'])
      assert.deepEqual(again.json, first.json)
      assert.equal((again.json.ucp as { version: string }).version, older)
    })

    it('keys of a platform are not read: it is served whatever they are', async () => {
      const platform = platforms[newest]
      const peer = await service.startPeer()
      for (const keys of [null, 'x', {}, [null], [{ kid: 1 }], Array(700).fill({ kid: 'a', kty: 'EC', d: 'secret' })]) {
        const text = JSON.stringify({ ...JSON.parse(profileText()), keys, signing_keys: keys })
        platform.answer(text)
        const profile = `${platform.origin}/${encodeURIComponent(JSON.stringify(keys).slice(0, 40))}`
        await awaitProfile(peer, profile)
        const { code } = await ask(peer, 'REST', 'get_cart', { id: 'x', profile })
        assert.equal(code, undefined, text.slice(0, 200))
      }
      await peer.stop()
    })

    it('permalinks are not declared where the shop is not at an https URL, which the protocol asks for', async () => {
      const { json } = await service.call('GET', '/.well-known/ucp')
      assert.equal(contradiction('profile', json), undefined)
      const { ucp } = json as { ucp: { capabilities: object } }
      assert.equal(Object.keys(ucp.capabilities).length, 4)
    })

    it('checkout, orders and identity linking are 404', async () => {
      for (const version of UCP_VERSIONS) {
        const headers = { 'UCP-Agent': platforms[version].agent }
        for (const path of [
          '/ucp/v1/checkout-sessions',
          '/ucp/v1/orders/1',
          '/.well-known/oauth-authorization-server',
        ]) {
          assert.equal((await service.call('GET', path, { headers })).status, 404, path)
        }
      }
    })
  })
}

describe('the published schemas', () => {
  for (const version of UCP_VERSIONS) {
    it(`refuse what breaks version ${version}`, () => {
      const ucp = { version, status: 'success', capabilities: { 'dev.ucp.shopping.cart': [{ version }] } }
      const line = {
        id: 'l',
        item: { id: '101', title: 'x', price: 1 },
        quantity: 1,
        totals: [{ type: 'subtotal', amount: 1 }],
      }
      const totals = [
        { type: 'subtotal', amount: 1 },
        { type: 'total', amount: 1 },
      ]
      const cart = { ucp, id: 'c', line_items: [line], currency: 'TRY', totals }
      assert.equal(publishedContradiction(version, 'cart', cart), undefined)
      const { title: _title, ...untitled } = line.item
      for (const broken of [
        { ...cart, currency: undefined },
        { ...cart, currency: 1 },
        { ...cart, line_items: [{ ...line, quantity: 0 }] },
        { ...cart, line_items: [{ ...line, item: untitled }] },
        { ...cart, totals: [] },
        { ...cart, ucp: { ...ucp, version: 'draft' } },
        { ...cart, messages: [{ type: 'error', code: 'x', content: 'x' }] },
        { ...cart, discounts: { applied: [{ title: 'x', amount: -1 }] } },
        { ...cart, continue_url: 'not a URL' },
      ]) {
        const json = JSON.parse(JSON.stringify(broken)) as unknown
        assert.notEqual(publishedContradiction(version, 'cart', json), undefined, JSON.stringify(json))
      }
      assert.notEqual(contradiction('cart', { ...cart, ucp: { ...ucp, version: '2026-01-23' } }), undefined)
    })
  }

  it('have the members of answers: those that an annotation leaves out are refused, and those that it asks for are required', () => {
    const annotated = {
      type: 'object',
      required: ['a', 'b'],
      properties: {
        a: { ucp_response: 'omit' },
        b: { ucp_response: 'optional' },
        c: { ucp_response: 'required' },
        properties: { type: 'object', ucp_request: 'omit' },
      },
    }
    assert.deepEqual(forResponses(annotated), {
      ...annotated,
      required: ['c'],
      properties: { ...annotated.properties, a: false },
    })
  })
})
