/** The typed client with a real service: results, errors and retries. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, promotionsOf, SepetError } from 'sepet-client'
import { overloadedAnswer } from '../../src/http/overload/overload-responses.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, sessionOf } from '../support/web-checkout/checkout.ts'

type Send = (request: Request) => Promise<Response>

describe('the client', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
    await service.importShop({
      campaigns: [{ id: 7, name: 'Yüzde on', reward: { type: 'percent', value: '10' } }],
      coupons: [{ code: 'YAZ10', description: 'Yaz', discountType: 'percent', value: '10' }],
    })
  })
  after(() => service.stop())

  const guest = async () => createClient({ baseUrl: service.url, token: await service.token('guest') })
  /** @returns the SepetError with which a promise rejects; fails for any other result */
  const refusal = (promise: Promise<unknown>): Promise<SepetError> =>
    promise.then(
      () => assert.fail('it was not refused'),
      error => (error instanceof SepetError ? error : assert.fail(error)),
    )

  it('reads and changes a cart', async () => {
    const { cart } = await guest()
    assert.deepEqual((await cart.read()).items, [])
    const added = await cart.addItem({ productId: ids.plain, quantity: 2 })
    assert.deepEqual([added.items[0]?.id, added.items[0]?.productName], [added.affectedItemId, 'Keten gömlek'])
    await cart.addItem({ productId: ids.variants, variantId: ids.smallBlue, quantity: 1 })
    const changed = await cart.setQuantity(added.affectedItemId, 5)
    assert.deepEqual(
      changed.items.map(({ productId, variantId, quantity }) => [productId, variantId, quantity]),
      [
        [ids.plain, null, 5],
        [ids.variants, ids.smallBlue, 1],
      ],
    )
    const noted = await cart.setNotes(added.affectedItemId, { giftNote: 'İyi ki doğdun', giftPackage: true })
    assert.deepEqual([noted.items[0]?.giftNote, noted.items[0]?.orderNote], ['İyi ki doğdun', null])
    assert.equal((await cart.applyCoupon('yaz10')).appliedCoupon?.code, 'YAZ10')
    assert.equal((await cart.applyCoupon('yok')).appliedCoupon, undefined)
    assert.equal((await cart.removeCoupon()).appliedCoupon, undefined)
    assert.equal((await cart.chooseCampaign(7)).appliedCampaign?.name, 'Yüzde on')
    assert.equal((await cart.removeCampaign()).appliedCampaign, undefined)
    assert.equal((await cart.removeItem(added.affectedItemId)).items.length, 1)
    assert.equal((await cart.clear()).totalQuantity, 0)
  })

  it('lists the coupons of a member, which a guest has not', async () => {
    const fields = { discountType: 'percent', value: '10', description: 'Size özel' }
    const endsAt = '2099-01-01T00:00:00.000Z'
    const audience = { customerIds: [ids.member] }
    await service.importShop({
      coupons: [
        { code: 'SON', ...fields, audience },
        { code: 'ÖZEL', ...fields, audience, endsAt },
        { code: 'BAŞKA', ...fields, audience: { customerIds: [ids.otherMember] } },
      ],
    })
    const member = createClient({
      baseUrl: service.url,
      token: await service.token('member', { id: String(ids.member) }),
    })
    const own = { discountType: 'percent', description: 'Size özel' }
    assert.deepEqual(await member.coupons(), [
      { code: 'ÖZEL', ...own, endsAt },
      { code: 'SON', ...own, endsAt: null },
    ])
    const { status, codes } = await refusal((await guest()).coupons())
    assert.deepEqual([status, codes], [403, ['insufficient_scope']])
  })

  it('tells all promotions that apply, by themselves or chosen, and what is missing of others', async () => {
    await service.importShop({
      shop: { settings: { showOffers: true } },
      campaigns: [
        { id: 8, name: 'Kendiliğinden', automatic: true, reward: { type: 'percent', value: '5' } },
        { id: 9, name: 'Beş parça', conditions: { minimumQuantity: 5 }, reward: { type: 'fixed', value: '10' } },
      ],
    })
    const { cart } = await guest()
    await cart.addItem({ productId: ids.plain, quantity: 2 })
    const picked = await cart.applyCoupon('yaz10')
    const shown = promotionsOf(picked)
    assert.deepEqual(shown, picked.promotions)
    assert.deepEqual(
      shown.map(({ kind, code, id, name }) => [kind, code ?? id, name]),
      [
        ['coupon', 'YAZ10', 'Yaz'],
        ['campaign', 8, 'Kendiliğinden'],
      ],
    )
    assert.deepEqual(picked.offers, [{ campaignId: 9, name: 'Beş parça', missing: { quantity: 3 } }])
    const chosen = await cart.chooseCampaign(7)
    assert.equal(chosen.promotions, undefined)
    assert.deepEqual(
      promotionsOf(chosen).map(({ kind, name }) => [kind, name]),
      [
        ['coupon', 'Yaz'],
        ['campaign', 'Yüzde on'],
      ],
    )
    const off = await cart.removeCampaign()
    assert.deepEqual([off.appliedCampaign, promotionsOf(off).length], [undefined, 1])
    await service.importShop({
      shop: { settings: { showOffers: false } },
      campaigns: [
        { id: 8, name: 'Kendiliğinden', active: false, reward: { type: 'percent', value: '5' } },
        { id: 9, name: 'Beş parça', active: false, reward: { type: 'fixed', value: '10' } },
      ],
    })
  })

  it('merges the guest cart after login, with the token that the app returns at that time', async () => {
    const guestToken = await service.token('guest')
    const memberToken = await service.token('member', { id: String(ids.member) })
    let token = guestToken
    const { cart } = createClient({ baseUrl: `${service.url}/`, token: async () => token })
    await cart.addItem({ productId: ids.plain, quantity: 3 })
    token = memberToken
    assert.equal((await cart.merge(guestToken)).totalQuantity, 3)
    token = guestToken
    const error = await refusal(cart.read())
    assert.deepEqual([error.status, error.codes], [401, ['guest_cancelled']])
  })

  it('creates handoff links for a customer and for a guest', async () => {
    const member = createClient({ baseUrl: service.url, token: await service.token('member', { id: '1' }) })
    const link = await member.checkout.memberLink({ returnPath: '/odeme' })
    const opened = await consumeHandoff(service, new URL(link.url).searchParams.get('t') ?? '')
    assert.equal(opened.headers.get('location'), '/odeme')
    const cookie = opened.headers.get('set-cookie')?.split(';')[0]
    assert.equal((await sessionOf(service, cookie)).customerId, 1)
    assert.ok(Date.parse((await (await guest()).checkout.guestLink()).expiresAt) > Date.now())
    assert.deepEqual((await refusal(member.checkout.guestLink())).codes, ['wrong_token_kind'])
  })

  it('returns JSON:API documents unchanged from `api`', async () => {
    const { api } = await guest()
    const { data, response } = await api.GET('/api/v3/storefront/2026-01/cart')
    assert.equal(response.headers.get('content-type'), 'application/vnd.api+json')
    assert.equal(data?.data.type, 'carts')
  })

  it('encodes an item id as one path segment', async () => {
    const { cart } = await guest()
    for (const id of ['../../cart', 'a/b', '?x=1', '%2e%2e', 'ş']) {
      assert.deepEqual((await refusal(cart.removeItem(id))).codes, ['item_not_found'], id)
    }
  })

  it('throws one error with the code and the pointer of every error object', async () => {
    const { cart } = await guest()
    const error = await refusal(cart.addItem({ productId: 0, quantity: 100_001 }))
    assert.equal(error.status, 422)
    assert.deepEqual(error.codes, ['field_invalid', 'field_invalid'])
    assert.ok(error.has('field_invalid') && !error.has('variant_required'))
    assert.deepEqual(
      error.errors.map(({ source }) => source?.pointer),
      ['/productId', '/quantity'],
    )
    assert.match(error.message, /^field_invalid: productId must be an integer/)
    assert.equal(error.retryAfterSeconds, undefined)
  })

  it('throws an error without codes when the response is not from Sepet', async () => {
    const answers = [
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'X-Request-Id': 'r-1' } }),
      new Response('{"errors":"no"}', { status: 500 }),
      new Response(null, { status: 504, headers: { 'Content-Length': '0' } }),
      Response.json({ errors: [null, 'full'] }, { status: 422 }),
      new Response('<h1>Log in to the network</h1>', { headers: { 'Content-Type': 'text/html' } }),
      Response.json({}),
      Response.json(null),
      new Response(null, { status: 204 }),
    ]
    const { cart } = createClient({
      baseUrl: service.url,
      token: 'x',
      fetch: async () => answers.shift() ?? assert.fail(),
    })
    const errors = []
    while (answers.length > 0) errors.push(await refusal(cart.read()))
    assert.deepEqual(
      errors.map(({ status, codes, message }) => [status, codes, message]),
      [
        [502, [], 'Not a response of Sepet: HTTP status 502'],
        [500, [], 'Not a response of Sepet: HTTP status 500'],
        [504, [], 'Not a response of Sepet: HTTP status 504'],
        [422, [], 'Not a response of Sepet: HTTP status 422'],
        [200, [], 'Not a response of Sepet: HTTP status 200'],
        [200, [], 'Not a response of Sepet: HTTP status 200'],
        [200, [], 'Not a response of Sepet: HTTP status 200'],
        [204, [], 'Not a response of Sepet: HTTP status 204'],
      ],
    )
    assert.deepEqual(
      errors.map(({ requestId }) => requestId).filter(id => id !== undefined),
      ['r-1'],
    )
  })

  it('throws a TypeError and sends nothing when the token cannot be a header value', async () => {
    const client = (token: string) => createClient({ baseUrl: service.url, token, fetch: () => assert.fail('sent') })
    for (const token of ['', 'secret\nX-Other: 1', 'sécret', 'secret secret']) {
      await assert.rejects(client(token).cart.read(), ({ name, message }: Error) => {
        return name === 'TypeError' && /^The access token is missing/.test(message) && !message.includes('cret')
      })
    }
  })

  describe('a refused request', () => {
    const refusing = (status: number, code: string, headers: Record<string, string>) =>
      new Response(JSON.stringify({ errors: [{ status: String(status), code, title: '', detail: '' }] }), {
        status,
        headers,
      })
    /** @returns a `fetch` that returns the given responses first, then calls the service */
    const after = (answers: Response[], sent: Request[] = []): Send => {
      return async request => {
        sent.push(request)
        return answers.shift() ?? fetch(request)
      }
    }
    const clientAfter = async (answers: Response[], sent: Request[] = [], retry = {}) =>
      createClient({ baseUrl: service.url, token: await service.token('guest'), fetch: after(answers, sent), retry })
    const soon = { 'Retry-After': '0' }
    const overloaded = () => {
      const { status, headers, body } = overloadedAnswer('application/vnd.api+json')
      return new Response(body, { status, headers: { ...(headers as Record<string, string>), ...soon } })
    }

    it('is repeated after 429 and after 503 overloaded, also for writes: nothing was changed', async () => {
      const sent: Request[] = []
      const { cart } = await clientAfter([refusing(429, 'rate_limited', soon), overloaded()], sent)
      assert.equal((await cart.addItem({ productId: ids.plain, quantity: 2 })).totalQuantity, 2)
      assert.deepEqual(
        sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
        Array(3).fill('POST /api/v3/storefront/2026-01/cart-items'),
      )
    })

    it('is repeated after the time in Retry-After, in seconds or as a date', async () => {
      const { cart } = await clientAfter([refusing(429, 'rate_limited', { 'Retry-After': '1' })])
      const begun = performance.now()
      await cart.read()
      assert.ok(performance.now() - begun >= 990)
      const inAMoment = new Date(Date.now() - 5_000).toUTCString()
      assert.equal(
        (await (await clientAfter([refusing(503, 'x', { 'Retry-After': inAMoment })])).cart.read()).items.length,
        0,
      )
    })

    it('is repeated after 503 unavailable unless it empties the cart', async () => {
      const sent: Request[] = []
      const { cart } = await clientAfter([refusing(503, 'unavailable', soon)], sent)
      assert.deepEqual((await cart.read()).items, [])
      const adding = (await clientAfter([refusing(503, 'unavailable', soon)], sent)).cart
      assert.equal((await adding.addItem({ productId: ids.plain, quantity: 1 })).totalQuantity, 1)
      const error = await refusal((await clientAfter([refusing(503, 'unavailable', soon)], sent)).cart.clear())
      assert.deepEqual([error.status, error.codes, error.retryAfterSeconds], [503, ['unavailable'], 0])
      assert.deepEqual(
        sent.map(({ method }) => method),
        ['GET', 'GET', 'POST', 'POST', 'DELETE'],
      )
    })

    it('is not repeated after 429 without a valid Retry-After, nor after other errors', async () => {
      for (const answer of [
        refusing(429, 'rate_limited', {}),
        refusing(429, 'rate_limited', { 'Retry-After': 'soon' }),
        refusing(500, 'internal_error', soon),
        refusing(401, 'token_invalid', soon),
      ]) {
        const sent: Request[] = []
        const { cart } = await clientAfter([answer], sent)
        assert.equal((await refusal(cart.read())).status, answer.status)
        assert.equal(sent.length, 1)
      }
    })

    it('is repeated after 503 without a Retry-After', async () => {
      const sent: Request[] = []
      const { cart } = await clientAfter([refusing(503, 'overloaded', {}), new Response(null, { status: 503 })], sent)
      assert.deepEqual((await cart.read()).items, [])
      assert.equal(sent.length, 3)
    })

    it('is sent at most as many times as `attempts` allows', async () => {
      const sent: Request[] = []
      const limited = () => refusing(429, 'rate_limited', soon)
      const { cart } = await clientAfter([limited(), limited(), limited(), limited()], sent, { attempts: 3 })
      assert.deepEqual((await refusal(cart.read())).codes, ['rate_limited'])
      assert.equal(sent.length, 3)
      const once = await clientAfter([limited()], sent, { attempts: 1 })
      await refusal(once.cart.read())
      assert.equal(sent.length, 4)
    })

    it('is not repeated when Retry-After is long: the error has the time in seconds', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: '1' })
      const { cart } = createClient({ baseUrl: limited.url, token: await service.token('guest') })
      await cart.read()
      const { retryAfterSeconds = 0, codes } = await refusal(cart.read())
      assert.deepEqual([codes, retryAfterSeconds > 10, retryAfterSeconds <= 60], [['rate_limited'], true, true])
      await limited.stop()
    })

    it('is not repeated after the app has aborted it', async () => {
      const sent: Request[] = []
      const { cart } = await clientAfter([refusing(429, 'rate_limited', { 'Retry-After': '10' })], sent)
      const controller = new AbortController()
      const reading = cart.read({ signal: controller.signal })
      while (sent.length === 0) await new Promise(setImmediate)
      controller.abort(new Error('the screen was left'))
      await assert.rejects(reading, /the screen was left/)
      assert.equal(sent.length, 1)
      await assert.rejects(cart.read({ signal: AbortSignal.abort() }), { name: 'AbortError' })
    })

    it('gets a new token for each attempt', async () => {
      const first = await service.token('member', { ttlSeconds: 60 })
      const tokens = [first, await service.token('member')]
      const { cart } = createClient({
        baseUrl: service.url,
        token: () => tokens.shift() ?? assert.fail(),
        fetch: after([refusing(429, 'rate_limited', soon)]),
      })
      await cart.read()
      assert.deepEqual(tokens, [])
    })
  })
})
