/** The admin customer API: access, creation, changes, deletion, and simultaneous requests. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { sessionOf, signIn } from '../support/web-checkout/checkout.ts'

interface Customer extends Record<string, unknown> {
  id: number
  email: string
}

function customerOf(answer: Answer, status = 200): Customer {
  assert.equal(answer.status, status, answer.text)
  return (answer.json as { data: Customer }).data
}

for (const engine of engines) {
  describe(`customers on ${engine}`, () => {
    let service: TestService
    let admin: string
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin')
    })
    after(() => service.stop())
    const call = (method: string, path = '', body?: unknown) =>
      service.call(method, `${CUSTOMERS}${path}`, { token: admin, ...(body !== undefined && { body }) })
    const create = async (body: object = {}) => customerOf(await call('POST', '', body), 201)
    const count = async () => (await service.database.kysely.selectFrom('customers').select('id').execute()).length
    const unique = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@example.com`

    // Proves: exceeded-scope
    it('require an administrator’s token with the scope of each method', async () => {
      const needed = {
        GET: 'customers:read',
        POST: 'customers:write',
        PUT: 'customers:write',
        DELETE: 'customers:delete',
      }
      for (const [method, scope] of Object.entries(needed)) {
        const path = method === 'GET' || method === 'POST' ? CUSTOMERS : `${CUSTOMERS}/${ids.member}`
        const ask = (token?: string) =>
          service.call(method, path, { ...(token && { token }), ...(method[0] === 'P' && { body: {} }) })
        assert.deepEqual(refusalsOf(await ask()), ['401 token_missing'])
        for (const kind of ['member', 'guest', 'app'] as const) {
          const token = await service.token(kind, { scope: `storefront:account storefront:cart ${scope}` })
          assert.deepEqual(refusalsOf(await ask(token)), ['401 wrong_token_kind'])
        }
        const others = Object.values(needed)
          .filter(each => each !== scope)
          .join(' ')
        const answer = await ask(await service.token('admin', { scope: others }))
        assert.deepEqual(refusalsOf(answer), ['403 insufficient_scope'])
        assert.match(answer.headers.get('www-authenticate') ?? '', new RegExp(`scope="${scope}"`))
      }
    })

    it('are created with defaults, and with a generated email if none is given', async () => {
      const before = Date.now()
      const answer = await call('POST', '', { name: 'Ayşe' })
      const { id, email, createdAt, updatedAt, ...others } = customerOf(answer, 201)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.headers.get('location'), `http://shop.test${CUSTOMERS}/${id}`)
      assert.match(email, /^customer-[0-9a-f-]{36}@generated\.invalid$/)
      assert.ok(Date.parse(String(createdAt)) >= before)
      assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(updatedAt, createdAt)
      assert.deepEqual(others, {
        externalId: null,
        name: 'Ayşe',
        surname: null,
        company: null,
        customerGroupId: null,
        mobilePhone: null,
        businessPhone: null,
        countryCode: null,
        cityCode: null,
        address: null,
        status: 'active',
        dealer: false,
        freeCargo: false,
        emailNotification: false,
        smsNotification: false,
        phoneCallNotification: false,
        orderCount: 0,
        completedOrders: 0,
      })
      assert.deepEqual(customerOf(await call('GET', `/${id}`)), customerOf(answer, 201))
      assert.notEqual((await create({ email: null })).email, email)
    })

    it('keep every given field', async () => {
      const given = {
        email: unique('hepsi'),
        externalId: 'auth0|6740c2f1',
        name: 'Ayşe',
        surname: 'Yılmaz',
        company: 'Örnek A.Ş.',
        customerGroupId: ids.group,
        mobilePhone: '+90 532',
        businessPhone: '',
        countryCode: 'TR',
        cityCode: '34',
        address: 'a'.repeat(1000),
        status: 'inactive',
        dealer: true,
        freeCargo: true,
        emailNotification: true,
        smsNotification: true,
        phoneCallNotification: true,
        orderCount: 12,
      }
      const ignored = { id: 77, createdAt: 'x', completedOrders: 9, role: 'admin' }
      const { id, createdAt, updatedAt, completedOrders, ...stored } = await create({ ...given, ...ignored })
      assert.deepEqual([stored, completedOrders], [given, 0])
      const { group } = customerOf(await call('GET', `/${id}?include=group`))
      assert.deepEqual(group, { id: ids.group, name: 'Bayi' })
    })

    it('have unique emails without regard to case, also when they are created simultaneously', async () => {
      const email = unique('tek')
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          whenFree(() => call('POST', '', { email: n % 2 ? email : ` ${email.toUpperCase()} ` })),
        ),
      )
      const created = answers.filter(({ status }) => status === 201)
      assert.equal(created.length, 1)
      assert.equal(customerOf(created[0] as Answer, 201).email, email)
      for (const answer of answers.filter(each => each !== created[0])) {
        assert.deepEqual(refusalsOf(answer), ['422 email_taken /email'])
        assert.ok(!answer.text.includes(email))
      }
    })

    // Proves: invalid-customer
    it('are refused with an error for every invalid field, and nothing is written', async () => {
      const before = await count()
      const wrong: [unknown, string[]][] = [
        [
          { email: 'x', customerGroupId: '1', dealer: 1, status: 'gone' },
          ['/email', '/customerGroupId', '/status', '/dealer'],
        ],
        [{ name: 'a'.repeat(256), address: 'a'.repeat(1001), company: 'a\u0000' }, ['/name', '/company', '/address']],
        [null, ['']],
        ['text', ['']],
        [
          [{}, null, { email: 'x' }, 5],
          ['/1', '/2/email', '/3'],
        ],
      ]
      for (const [body, pointers] of wrong) {
        const answer = await call('POST', '', JSON.stringify(body))
        assert.equal(answer.status, 422)
        const found = refusalsOf(answer).map(each => each.replace('422 field_invalid', '').trim())
        assert.deepEqual(found.sort(), pointers.sort(), answer.text)
      }
      assert.deepEqual(refusalsOf(await call('POST')), ['422 field_required '])
      assert.deepEqual(refusalsOf(await call('POST', '', { customerGroupId: 999 })), [
        '422 customer_group_not_found /customerGroupId',
      ])
      assert.equal(await count(), before)
    })

    it('are created from a list of up to a hundred in its order, all or none', async () => {
      const [first, taken] = [unique('a'), (await create({ email: unique('b') })).email]
      const before = await count()
      const list = Array.from({ length: 100 }, (_, n) => ({
        name: `N${n}`,
        email: n % 2 ? null : unique(`z${99 - n}`),
      }))
      const created = customerOf(await call('POST', '', list), 201) as unknown as Customer[]
      assert.deepEqual(
        created.map(({ name }) => name),
        list.map(({ name }) => name),
      )
      assert.equal(await count(), before + 100)
      const refused = [
        { email: first },
        { email: taken.toUpperCase() },
        { email: ` ${first}` },
        { customerGroupId: 999 },
      ]
      assert.deepEqual(refusalsOf(await call('POST', '', [...refused, { name: 5 }, { email: ` ${taken}` }])), [
        '422 field_invalid /4/name',
        '422 email_taken /2/email',
        '422 email_taken /5/email',
        '422 email_taken /1/email',
        '422 customer_group_not_found /3/customerGroupId',
      ])
      for (const length of [0, 101]) {
        const answer = await call(
          'POST',
          '',
          Array.from({ length }, () => ({})),
        )
        assert.deepEqual(refusalsOf(answer), ['422 bulk_size_invalid '])
      }
      assert.equal(await count(), before + 100)
    })

    it('are created without a deadlock from simultaneous lists with the same emails in opposite orders', async () => {
      const peer = await service.startPeer()
      for (let round = 0; round < 10; round++) {
        const emails = Array.from({ length: 100 }, (_, n) => unique(`d${n}`))
        const lists = [emails, emails.toReversed()].map(each => each.map(email => ({ email })))
        const answers = lists.map((body, n) =>
          (n ? peer : service).call('POST', CUSTOMERS, { token: admin, body }).then(({ status }) => status),
        )
        assert.deepEqual((await Promise.all(answers)).sort(), [201, 422])
      }
      await peer.stop()
    })

    it('are refused with 422, never with 5xx, when two of them take each other’s email simultaneously', async () => {
      for (let round = 0; round < 3; round++) {
        const [one, other] = [await create({ email: unique('s') }), await create({ email: unique('t') })]
        const answers = await Promise.all([
          call('PUT', `/${one.id}`, { email: other.email }),
          call('PUT', `/${other.id}`, { email: one.email }),
        ])
        for (const answer of answers) assert.deepEqual(refusalsOf(answer), ['422 email_taken /email'])
      }
    })

    // Proves: slow-text
    it('are refused with an email of a megabyte of accents, whose normalisation would take minutes', async () => {
      const email = (marks: number) => `a${'\u0301\u0327'.repeat(marks / 2)}@example.com`
      const { id } = await create()
      assert.deepEqual(refusalsOf(await call('PUT', `/${id}`, { email: email(32_000) })), ['422 field_invalid /email'])
      assert.deepEqual(refusalsOf(await call('POST', '', { email: email(520_000) })), ['422 field_invalid /email'])
      const hundred = Array.from({ length: 100 }, () => ({ email: email(1_000) }))
      const expected = hundred.map((_, index) => `422 field_invalid /${index}/email`)
      assert.deepEqual(refusalsOf(await call('POST', '', hundred)), expected)
    })

    it('change the given fields and keep the others; null clears a field', async () => {
      const { id, createdAt, ...before } = await create({
        email: unique('c'),
        name: 'A',
        surname: 'B',
        customerGroupId: ids.group,
      })
      const changed = customerOf(
        await call('PUT', `/${id}`, { name: null, customerGroupId: null, dealer: true, id: 5 }),
      )
      const { updatedAt } = changed
      assert.deepEqual(changed, {
        ...before,
        id,
        createdAt,
        updatedAt,
        name: null,
        customerGroupId: null,
        dealer: true,
      })
      const email = unique('yeni')
      assert.equal(customerOf(await call('PUT', `/${id}`, { email: ` ${email.toUpperCase()}` })).email, email)
      assert.equal(customerOf(await call('PUT', `/${id}`, { email })).email, email)
      assert.equal(customerOf(await call('PUT', `/${id}`, {})).dealer, true)
    })

    it('are unchanged when a part of an update is refused', async () => {
      const [one, other] = [await create({ email: unique('x') }), await create({ email: unique('y') })]
      const wrong: [unknown, string[]][] = [
        [{ email: null }, ['422 field_invalid /email']],
        [{ name: 'N', dealer: null }, ['422 field_invalid /dealer']],
        [
          { name: 'N', email: other.email.toUpperCase(), customerGroupId: 999 },
          ['422 email_taken /email', '422 customer_group_not_found /customerGroupId'],
        ],
        [{ email: one.email, customerGroupId: 999 }, ['422 customer_group_not_found /customerGroupId']],
        [[], ['422 field_invalid ']],
      ]
      for (const [body, refusals] of wrong) {
        const answer = await call('PUT', `/${one.id}`, JSON.stringify(body))
        assert.deepEqual(refusalsOf(answer), refusals)
      }
      assert.deepEqual(refusalsOf(await call('PUT', `/${one.id}`)), ['422 field_required '])
      assert.deepEqual(customerOf(await call('GET', `/${one.id}`)), one)
    })

    it('are answered with 404 for any id without a customer', async () => {
      for (const id of [
        '0',
        '-1',
        '1.0',
        'abc',
        '9007199254740992',
        '99999999999999999999',
        '%00',
        '%20',
        '999999999',
      ]) {
        for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
          assert.deepEqual(refusalsOf(await call(method, `/${id}`, body)), ['404 customer_not_found'], id)
        }
      }
    })

    it('are deleted with their cart and web session, and only their email can be used again', async () => {
      const { id, email } = await create({ email: unique('giden') })
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.plain)
      const cookie = await signIn(service, token)
      const deleted = await call('DELETE', `/${id}`)
      assert.deepEqual([deleted.status, deleted.text], [204, ''])
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['401 customer_not_active'])
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
      const { kysely } = service.database
      assert.deepEqual(await kysely.selectFrom('carts').select('id').where('id', '=', `member:${id}`).execute(), [])
      assert.deepEqual(
        await kysely.selectFrom('cart_lines').select('id').where('cart_id', '=', `member:${id}`).execute(),
        [],
      )
      assert.deepEqual(refusalsOf(await call('DELETE', `/${id}`)), ['404 customer_not_found'])
      assert.ok((await create({ email })).id > id)
    })

    it('are refused when there are no ids left, and the list can still be read', async () => {
      const last = await startService(engine)
      await last.importShop({ customers: [{ id: Number.MAX_SAFE_INTEGER - 1, email: 'son@example.com' }] })
      const token = await last.token('admin')
      const post = (body: unknown) => last.call('POST', CUSTOMERS, { token, body })
      assert.deepEqual(refusalsOf(await post([{}, {}])), ['422 ids_exhausted '])
      const ids = [await post({}), await post({})].map(({ status }) => status)
      assert.ok(ids.every(status => status === 201 || status === 422))
      assert.deepEqual(refusalsOf(await post({})), ['422 ids_exhausted '])
      const { json } = await last.call('GET', CUSTOMERS, { token })
      const { data } = json as { data: Customer[] }
      assert.ok(data.every(({ id }) => Number.isSafeInteger(id)))
      await last.stop()
    })

    it('have an email that is compared and limited in its stored form', async () => {
      const { id, email } = await create({ email: ` İREM-${unique('')}`.toUpperCase() })
      assert.match(email, /^irem-/)
      assert.deepEqual(refusalsOf(await call('POST', '', { email: email.replace('irem', 'İrem') })), [
        '422 email_taken /email',
      ])
      assert.equal(customerOf(await call('PUT', `/${id}`, { email })).email, email)
      const long = `${'😀'.repeat(200)}@e.co`
      assert.equal((await create({ email: long })).email, long)
    })

    it('lose access as soon as they are not active, and regain it when they are active', async () => {
      const { id } = await create()
      const token = await service.token('member', { id: String(id) })
      const cookie = await signIn(service, token)
      for (const status of ['banned', 'inactive']) {
        await call('PUT', `/${id}`, { status })
        assert.equal((await service.call('GET', '/cart', { token })).status, 401)
        assert.equal((await sessionOf(service, cookie)).identity, 'none')
      }
      await call('PUT', `/${id}`, { status: 'active' })
      cartOf(await service.call('GET', '/cart', { token }))
      assert.equal((await sessionOf(service, cookie)).identity, 'member')
    })

    it('leave no cart when they are deleted during writes to it', async () => {
      const peer = await service.startPeer()
      for (let round = 0; round < 20; round++) {
        const { id } = await create()
        const token = await service.token('member', { id: String(id) })
        const body = { productId: ids.plain, quantity: 1 }
        const adds = Array.from({ length: 4 }, () => peer.call('POST', '/cart-items', { token, body }))
        const coupon = peer.call('POST', '/cart/coupon', { token, body: { couponCode: 'X' } })
        const statuses = (await Promise.all([...adds, coupon, call('DELETE', `/${id}`)])).map(({ status }) => status)
        assert.deepEqual(
          statuses.filter(status => ![200, 201, 204, 401].includes(status)),
          [],
        )
        const carts = service.database.kysely.selectFrom('carts').select('id').where('id', '=', `member:${id}`)
        assert.deepEqual(await carts.execute(), [])
      }
      await peer.stop()
    })
  })
}
