/** The coupon and campaign endpoints of the admin API, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CAMPAIGNS, COUPONS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { complete, readCart, release } from '../support/checkouts/orders.ts'
import { fillWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  coupon,
  couponPath,
  type Fields,
  promotionCaller,
  recordOf,
  SCOPE,
  warningsOf,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const NO_ITEMS = { productIds: [], variantIds: [], brands: [], categories: [], tags: [] }
const NO_PRICES = { priceFrom: null, priceTo: null, excludeDiscounted: false }

for (const engine of engines) {
  describe(`coupons and campaigns of the back office on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let call: CallPromotions
    let number = 0
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
      call = await promotionCaller(service)
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    /** A code and an id that no other test uses. */
    const fresh = () => ({ code: `İLK${++number}`, id: 1_000 + number })
    const revision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const events = async () => {
      const query = service.database.kysely.selectFrom('events').selectAll().orderBy('position')
      return (await query.execute()).map(({ type, actor, subject, data }) => `${type} ${actor} ${subject} ${data}`)
    }
    /** What a call changes: the steps of the revision, and the new events. */
    const changesOf = async (work: () => Promise<unknown>) => {
      const [revisionBefore, eventsBefore] = [await revision(), await events()]
      await work()
      return { moved: (await revision()) - revisionBefore, events: (await events()).slice(eventsBefore.length) }
    }

    it('are read with the uses that the list has, where these are asked for, and refuse other parameters', async () => {
      const { code, id } = fresh()
      await call('PUT', couponPath(code), coupon({ usageCount: 3 }))
      await call('PUT', campaignPath(id), campaign({ usageCount: 3 }))
      for (const path of [couponPath(code), campaignPath(id)]) {
        const { json } = await call('GET', `${path}?include=uses`)
        const { meta } = JSON.parse(JSON.stringify(json))
        assert.deepEqual(meta, { uses: { completed: 0, held: 0 } })
        assert.equal(JSON.stringify((await call('GET', path)).json).includes('"meta"'), false)
        assert.equal((await call('GET', `${path}?include=orders`)).status, 400)
      }
    })

    it('are created with defaults, and read with every field', async () => {
      const { code, id } = fresh()
      const answer = await call('PUT', couponPath(code), coupon())
      const validity = { active: true, startsAt: null, endsAt: null, usageLimit: null, usageCount: 0, audience: null }
      const conditions = { minimumTotal: null, minimumQuantity: null, ...NO_ITEMS, ...NO_PRICES, exclude: NO_ITEMS }
      const created = { description: '', ...validity, conditions }
      const expected = {
        combinesWithCampaigns: true,
        ...{ code, discountType: 'fixed', value: '5', campaignId: null, usageLimitPerCustomer: null },
        ...{ by: null, tiers: [], maximum: null, batch: null },
      }
      assert.deepEqual(recordOf(answer, 201), { ...expected, ...created })
      assert.deepEqual(warningsOf(answer), [])
      assert.equal(answer.headers.get('location'), `http://shop.test${couponPath(code)}`)
      assert.deepEqual(recordOf(await call('GET', couponPath(code))), { ...expected, ...created })

      const other = await call('PUT', campaignPath(id), campaign())
      assert.deepEqual(recordOf(other, 201), {
        ...{ id, name: 'K', logicalGroup: 0, priority: 0, weekdays: [1, 2, 3, 4, 5, 6, 7], dailyFrom: null },
        ...{ automatic: false, combinesWithCoupons: true, usageLimitPerCustomer: null },
        ...{ dailyTo: null, couponBound: false, reward: { type: 'free_shipping' }, ...created },
      })
      assert.equal(other.headers.get('location'), `http://shop.test${campaignPath(id)}`)
      assert.deepEqual(recordOf(await call('GET', campaignPath(id))), recordOf(other, 201))
    })

    it('can be written back as they were read, and nothing changes', async () => {
      const { code, id } = fresh()
      const period = { startsAt: '0000-01-01T00:00:00+23:59', endsAt: '9999-12-31T23:59:59.999-23:59' }
      const audience = { members: true, customerGroupIds: [7], customerIds: [1, 2] }
      const conditions = { minimumTotal: '010.50', minimumQuantity: 1, productIds: [101] }
      const common = { ...period, audience, conditions, usageLimit: 5, usageCount: 2, description: 'İ' }
      const written: [string, object][] = [
        [couponPath(code), coupon({ ...common, usageLimitPerCustomer: 3 })],
        ...[
          { value: '1', by: null, tiers: [], maximum: '5' },
          {
            value: null,
            by: 'total',
            tiers: [
              { from: '0500', value: '5' },
              { from: '1000.5', value: '12.50' },
            ],
            maximum: null,
          },
          { value: null, by: 'quantity', tiers: [{ from: 3, value: '5' }], maximum: '50' },
        ].map((gives): [string, object] => [
          couponPath(code),
          coupon({ ...common, discountType: 'percent', ...gives }),
        ]),
        ...[
          { type: 'percent', value: '5', maximum: '9' },
          {
            type: 'percent',
            by: 'quantity',
            tiers: [
              { from: 2, value: '5' },
              { from: 10, value: '7.5' },
            ],
            maximum: null,
          },
          {
            type: 'fixed',
            by: 'total',
            tiers: [
              { from: '500', value: '50' },
              { from: '1000', value: '120' },
            ],
          },
          { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50', times: null, target: null },
          { type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: 3, target: { ...NO_ITEMS, productIds: [101] } },
          { type: 'fixed', value: '1' },
          { type: 'buy_x_pay_y', buy: 2, pay: 1 },
          { type: 'free_shipping' },
        ].map((reward): [string, object] => [
          campaignPath(id),
          campaign({ ...common, reward, dailyFrom: '22:00', dailyTo: '02:00', weekdays: [7, 1], priority: -1 }),
        ]),
      ]
      for (const [path, body] of written) {
        await call('PUT', path, body)
        const record = recordOf(await call('GET', path))
        const { reward, tiers } = body as Fields
        if (reward) assert.deepEqual(record.reward, reward)
        if (tiers) assert.deepEqual(record.tiers, tiers)
        assert.equal(Date.parse(String(record.endsAt)), Date.parse('9999-12-31T23:59:59.999-23:59'))
        const changes = await changesOf(async () => {
          const again = await call('PUT', path, record)
          assert.deepEqual([recordOf(again), warningsOf(again)], [record, []])
          assert.equal(again.headers.get('location'), null)
        })
        assert.deepEqual(changes, { moved: 0, events: [] })
      }
    })

    it('apply to the next request of every instance, and are gone from it when they are deleted', async () => {
      const { code, id } = fresh()
      const guest = await service.token('guest')
      await fillWith(peer, guest)
      const applied = async () => {
        const { appliedCoupon, campaigns = [] } = (await readCart(peer, guest)).data.attributes
        return { coupon: appliedCoupon?.discountAmount.amount, campaign: campaigns.find(each => each.id === id)?.name }
      }
      await call('PUT', couponPath(code), coupon())
      await peer.call('POST', '/cart/coupon', { token: guest, body: { couponCode: code.toLowerCase() } })
      await call('PUT', campaignPath(id), campaign({ name: 'İlk' }))
      assert.deepEqual(await applied(), { coupon: '5.00', campaign: 'İlk' })
      await call('PUT', couponPath(code), coupon({ value: '6' }))
      await call('PUT', campaignPath(id), campaign({ name: 'Son' }))
      assert.deepEqual(await applied(), { coupon: '6.00', campaign: 'Son' })
      assert.equal((await call('DELETE', couponPath(code))).status, 204)
      assert.equal((await call('DELETE', campaignPath(id))).status, 204)
      assert.deepEqual(await applied(), { coupon: undefined, campaign: undefined })
    })

    it('move the revision where carts need it, and record one event per change with the actor', async () => {
      const { code, id } = fresh()
      const event = (type: string, subject: string) => `${type} admin:back-office ${subject} {}`
      const lower = code.replace('İ', 'i').toLowerCase()
      for (const [work, moved, expected] of [
        [() => call('PUT', couponPath(code), coupon()), 0, [event('coupon.changed', `coupon:${code}`)]],
        [() => call('PUT', couponPath(code), coupon()), 0, []],
        [() => call('PUT', couponPath(lower), coupon()), 0, [event('coupon.changed', `coupon:${lower}`)]],
        [() => call('DELETE', couponPath(code)), 0, [event('coupon.deleted', `coupon:${lower}`)]],
        [() => call('DELETE', couponPath(code)), 0, []],
        [() => call('PUT', campaignPath(id), campaign()), 1, [event('campaign.changed', `campaign:${id}`)]],
        [() => call('PUT', campaignPath(id), campaign()), 0, []],
        [() => call('PUT', campaignPath(id), { name: 5 }), 0, []],
        [() => call('DELETE', campaignPath(id)), 1, [event('campaign.deleted', `campaign:${id}`)]],
        [() => call('DELETE', campaignPath(id)), 0, []],
      ] as const) {
        assert.deepEqual(await changesOf(work), { moved, events: expected })
      }
    })

    it('name what is reset by leaving it out, and keep usageCount', async () => {
      const { code, id } = fresh()
      const conditions = { minimumTotal: '400', minimumQuantity: 2, productIds: [101] }
      await call('PUT', couponPath(code), coupon({ usageLimit: 100, usageCount: 37, conditions, active: false }))
      const answer = await call('PUT', couponPath(code), coupon({ active: true, conditions: { minimumQuantity: 3 } }))
      assert.deepEqual(warningsOf(answer), [
        '/usageLimit: usageLimit is left out: it was 100 and is null now.',
        '/conditions/minimumTotal: conditions/minimumTotal is left out: it was "400" and is null now.',
        '/conditions/productIds: conditions/productIds is left out: it was [101] and is [] now.',
      ])
      assert.deepEqual([recordOf(answer).usageCount, recordOf(answer).active], [37, true])
      assert.equal(recordOf(await call('PUT', couponPath(code), coupon({ usageCount: 0 }))).usageCount, 0)

      const reward = { type: 'percent', value: '10', maximum: '50' }
      const audience = { members: true, customerGroupIds: [7] }
      const endsAt = '2026-02-01T00:00:00+03:00'
      await call('PUT', campaignPath(id), campaign({ reward, audience, couponBound: true, endsAt, usageCount: 4 }))
      const changed = await call('PUT', campaignPath(id), campaign({ reward: { type: 'percent', value: '5' }, x: 1 }))
      assert.deepEqual(
        warningsOf(changed)
          .map(each => each.split(':')[0])
          .sort(),
        ['/audience', '/couponBound', '/endsAt', '/reward/maximum', '/x'],
      )
      assert.ok(warningsOf(changed).includes('/x: x is not a known field: ignored.'))
      assert.ok(
        warningsOf(changed).includes('/endsAt: endsAt is left out: it was "2026-01-31T21:00:00.000Z" and is null now.'),
      )
      assert.equal(recordOf(changed).usageCount, 4)
    })

    it('are found by their code in any case, and shown with the code of the body, otherwise of the path', async () => {
      for (const [first, spelled] of [
        ['%İNDİ/R İM?', ' %ındı/r im? '],
        ['straße', 'STRASSE'],
        ['🛒'.repeat(100), '🛒'.repeat(100)],
        ["'; drop table coupons; --", "'; DROP TABLE COUPONS; --"],
      ] as const) {
        assert.equal(recordOf(await call('PUT', couponPath(first), coupon()), 201).code, first)
        assert.equal(recordOf(await call('GET', couponPath(spelled))).code, first)
        assert.equal(recordOf(await call('PUT', couponPath(first), coupon({ code: spelled }))).code, spelled.trim())
        assert.equal(recordOf(await call('PUT', couponPath(` ${first} `), coupon())).code, first)
        assert.equal((await call('DELETE', couponPath(spelled))).status, 204)
        assert.deepEqual(refusalsOf(await call('GET', couponPath(first))), ['404 coupon_not_found'])
      }
    })

    it('refuse a key in the body that is not the one of the path', async () => {
      const { code, id } = fresh()
      for (const own of ['BAŞKA', `${code}0`]) {
        assert.deepEqual(refusalsOf(await call('PUT', couponPath(code), coupon({ code: own }))), [
          '422 field_invalid /code',
        ])
      }
      assert.deepEqual(refusalsOf(await call('PUT', campaignPath(id), campaign({ id: id + 1, name: 5 }))), [
        '422 field_invalid /id',
        '422 field_invalid /name',
      ])
      assert.deepEqual(refusalsOf(await call('PUT', campaignPath(id), campaign({ id: null }))), [
        '422 field_invalid /id',
      ])
      for (const value of [5, '1,5', '']) {
        const refused = await call('PUT', couponPath(code), coupon({ discountType: 'percent', value }))
        assert.deepEqual(refusalsOf(refused), ['422 field_invalid /value'])
      }
      assert.deepEqual(refusalsOf(await call('GET', couponPath(code))), ['404 coupon_not_found'])
      assert.equal(recordOf(await call('PUT', campaignPath(id), campaign({ id })), 201).id, id)
    })

    it('are refused in a path that none can have', async () => {
      const authorization = `Bearer ${await service.token('admin', { scope: SCOPE })}`
      const ask = async (method: string, path: string) => {
        const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
        const body = method === 'PUT' ? { body: Buffer.from('{') } : {}
        const answer = await sendRaw(service.url, { method, path, headers, ...body })
        const { errors } = JSON.parse(answer.body) as { errors: { code: string; source?: { parameter: string } }[] }
        return [answer.status, errors[0]?.code, errors[0]?.source?.parameter]
      }
      const long = encodeURIComponent('🛒'.repeat(101))
      for (const code of [
        '',
        '%20',
        'a%00',
        long,
        '%',
        '%zz',
        '%ff',
        '%ED%A0%80',
        'a#b',
        `${'%20'.repeat(3)}${long}`,
      ]) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          assert.deepEqual(await ask(method, `${COUPONS}/${code}`), [400, 'parameter_invalid', 'code'], code)
        }
      }
      for (const id of ['0', 'x', '-1', '1.0', '9007199254740992', '%00', '01']) {
        assert.deepEqual(await ask('PUT', `${CAMPAIGNS}/${id}`), [400, 'parameter_invalid', 'id'], id)
        for (const method of ['GET', 'DELETE']) {
          assert.deepEqual(await ask(method, `${CAMPAIGNS}/${id}`), [404, 'campaign_not_found', undefined], id)
        }
      }
      assert.equal(recordOf(await call('PUT', campaignPath(Number.MAX_SAFE_INTEGER), campaign()), 201).name, 'K')
      await call('DELETE', campaignPath(Number.MAX_SAFE_INTEGER))
    })

    it('refuse to unbind and to delete a campaign that coupons are bound to', async () => {
      const { code, id } = fresh()
      const codes = Array.from({ length: 4 }, (_, n) => `${code}-${n}`)
      const bound = { campaignId: id, value: null }
      assert.deepEqual(refusalsOf(await call('PUT', couponPath(code), coupon(bound))), [
        '422 field_invalid /campaignId',
      ])
      await call('PUT', campaignPath(id), campaign())
      assert.deepEqual(refusalsOf(await call('PUT', couponPath(code), coupon(bound))), [
        '422 field_invalid /campaignId',
      ])
      await call('PUT', campaignPath(id), campaign({ couponBound: true }))
      for (const each of codes) recordOf(await call('PUT', couponPath(each), coupon(bound)), 201)

      const changes = await changesOf(async () => {
        const unbound = await call('PUT', campaignPath(id), campaign())
        assert.deepEqual(refusalsOf(unbound), ['409 campaign_in_use /couponBound'])
        const deleted = await call('DELETE', campaignPath(id))
        assert.deepEqual(refusalsOf(deleted), ['409 campaign_in_use'])
        assert.match(deleted.text, new RegExp(`bound to this campaign: (${code}-\\d, ){2}${code}-\\d and others\\.`))
      })
      assert.deepEqual(changes, { moved: 0, events: [] })

      recordOf(await call('PUT', campaignPath(id), campaign({ couponBound: true, name: 'L' })))
      for (const each of codes.slice(1)) await call('DELETE', couponPath(each))
      await call('PUT', couponPath(codes[0] ?? ''), coupon())
      recordOf(await call('PUT', campaignPath(id), campaign()))
      assert.equal((await call('DELETE', campaignPath(id))).status, 204)
    })

    it('are found by the campaign that they are bound to by an index, not by reading all coupons', async () => {
      const { kysely } = service.database
      const explain = engine === 'postgres' ? sql`explain` : sql`explain query plan`
      const plan = await kysely.connection().execute(async connection => {
        if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
        const { rows } = await sql`${explain} select 1 from coupons where campaign_id = ${7}`.execute(connection)
        if (engine === 'postgres') await sql`reset enable_seqscan`.execute(connection)
        return JSON.stringify(rows)
      })
      assert.match(plan, /coupons_codes/)
    })

    it('keep their uses when they are deleted and created again', async () => {
      const { code } = fresh()
      const [first, second] = [`${engine}-${code.slice(1)}-1`, `${engine}-${code.slice(1)}-2`]
      const guest = await service.token('guest')
      const applied = async () => (await readCart(service, guest)).data.attributes.appliedCoupon?.code
      const choose = {
        choose: async () =>
          void (await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: code } })),
      }
      const buyWith = async (reference: string) => {
        await fillWith(service, guest, { ...choose, limit: async () => {}, isApplied: async () => true, usedUp: '' })
        assert.equal(await applied(), code)
        await requireHold(service, reference, guest)
        assert.equal((await complete(service, reference)).status, 200)
      }
      await call('PUT', couponPath(code), coupon({ usageLimit: 2 }))
      await buyWith(first)
      await buyWith(second)
      await call('DELETE', couponPath(code))
      assert.equal((await release(service, first)).status, 204)
      await call('PUT', couponPath(code), coupon({ usageLimit: 1 }))
      await fillWith(service, guest)
      await choose.choose()
      assert.equal(await applied(), undefined)
      await release(service, second)
      await choose.choose()
      assert.equal(await applied(), code)
      const counts = service.database.kysely.selectFrom('promotion_counts').selectAll().where('completed', '<', 0)
      assert.deepEqual(await counts.execute(), [])
    })

    it('are listed page by page in the order of their keys, and can be written back', async () => {
      const list = async (path: string) => {
        const answer = await call('GET', path)
        assert.equal(answer.status, 200, answer.text)
        return answer.json as { data: Fields[]; meta: object; links: { next: string | null } }
      }
      const { id } = fresh()
      for (let n = 0; n < 5; n++) {
        await call('PUT', campaignPath(id * 100 + n), campaign({ name: `K${n}` }))
        await call('PUT', couponPath(`Liste "${n}" %`), coupon())
      }
      for (const [url, key] of [
        [COUPONS, 'code'],
        [CAMPAIGNS, 'id'],
      ] as const) {
        const all = await list(`${url}?limit=200`)
        const uses = all.data.map(() => ({ completed: 0, held: 0 }))
        assert.deepEqual([all.meta, all.links], [{ limit: 200, uses }, { next: null }])
        const found: unknown[] = []
        for (let next: string | null = `${url}?limit=2`; next !== null; ) {
          const page = await list(next.replace('http://shop.test', ''))
          assert.ok(page.data.length <= 2)
          found.push(...page.data)
          next = page.links.next
        }
        assert.deepEqual(found, all.data)
        assert.equal(new Set(all.data.map(each => each[key])).size, all.data.length)
        assert.ok(all.data.length >= 5)
        const changes = await changesOf(async () => {
          for (const each of all.data) {
            const again = await call(
              'PUT',
              url === COUPONS ? couponPath(String(each.code)) : campaignPath(Number(each.id)),
              each,
            )
            assert.deepEqual(recordOf(again), each)
          }
        })
        assert.deepEqual(changes, { moved: 0, events: [] })
      }
    })

    it('refuse unknown and wrong parameters of a list', async () => {
      const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
      for (const url of [COUPONS, CAMPAIGNS]) {
        for (const query of [
          ...['limit=0', 'limit=201', 'limit=x', 'limit=1&limit=2', 'filter[id]=1', 'after=', 'after=x', 'x'],
          ...[[], [null], ['a', 1], url === COUPONS ? [1] : ['a'], ['\u0000'], 5].map(key => `after=${cursor(key)}`),
        ]) {
          const answer = await call('GET', `${url}?${query}`)
          assert.deepEqual(
            refusalsOf(answer).map(each => each.slice(0, 21)),
            ['400 parameter_invalid'],
            query,
          )
        }
        assert.deepEqual(refusalsOf(await call('GET', `${url}?limit=%ff`)), ['400 invalid_encoding'])
      }
    })

    it('end a page early that would be longer than a megabyte', async () => {
      const { id } = fresh()
      const customerIds = Array.from({ length: 10_000 }, (_, n) => 9_000_000_000_000_000 + n)
      const body = campaign({ audience: { customerIds }, conditions: { productIds: customerIds }, active: false })
      for (let n = 0; n < 5; n++) recordOf(await call('PUT', campaignPath(id * 10_000 + n), body), 201)
      const lengths: number[] = []
      const after = Buffer.from(JSON.stringify([id * 10_000 - 1])).toString('base64url')
      for (let next: string | null = `${CAMPAIGNS}?after=${after}`; next !== null; ) {
        const { json } = await call('GET', next.replace('http://shop.test', ''))
        const page = json as { data: { id: number }[]; meta: { limit: number }; links: { next: string | null } }
        assert.equal(page.meta.limit, 50)
        lengths.push(page.data.filter(each => each.id < id * 10_000 + 5).length)
        next = page.links.next
      }
      assert.ok(lengths.length > 2 && (lengths[0] ?? 0) >= 1, String(lengths))
      assert.equal(
        lengths.reduce((sum, each) => sum + each),
        5,
      )
      for (let n = 0; n < 5; n++) await call('DELETE', campaignPath(id * 10_000 + n))
    })

    it('require the scope of each method', async () => {
      for (const path of [couponPath('x'), campaignPath(9)]) {
        for (const [method, scope] of [
          ['GET', 'promotions:read'],
          ['PUT', 'promotions:write'],
          ['DELETE', 'promotions:write'],
        ] as const) {
          const ask = (token?: string) =>
            service.call(method, path, { ...(token && { token }), ...(method === 'PUT' && { body: '{' }) })
          assert.deepEqual(refusalsOf(await ask()), ['401 token_missing'])
          const member = await service.token('member', { scope: `storefront:account ${scope}` })
          assert.deepEqual(refusalsOf(await ask(member)), ['401 wrong_token_kind'])
          const other = scope === 'promotions:read' ? 'promotions:write' : 'promotions:read'
          const without = await service.token('admin', { scope: `${other} catalogue:write customers:write` })
          assert.deepEqual(refusalsOf(await ask(without)), ['403 insufficient_scope'])
        }
      }
    })

    it('refuse hostile bodies quickly, with a short response', async () => {
      const { code, id } = fresh()
      const wrongIds = Array(200_000).fill('')
      for (const body of [
        campaign({ conditions: { productIds: wrongIds } }),
        campaign({ audience: { customerIds: wrongIds.slice(0, 10_000), customerGroupIds: wrongIds.slice(0, 10_000) } }),
        campaign({ name: 'x'.repeat(1_000_000) }),
        { ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1])) },
        `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
        { ['x'.repeat(900_000)]: 1, name: 5 },
      ]) {
        const answer = await call('PUT', campaignPath(id), body)
        assert.equal(answer.status, 422)
        assert.ok(answer.text.length < 50_000, answer.text.slice(0, 500))
      }
      const many = { ...coupon(), ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1])) }
      const answer = await call('PUT', couponPath(code), many)
      assert.equal(warningsOf(answer).length, 100)
      assert.equal((await call('PUT', couponPath(code), coupon({ description: 'x'.repeat(1_048_576) }))).status, 413)
    })
  })
}
