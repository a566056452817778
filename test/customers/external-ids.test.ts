/** External ids of customers: uniqueness, the filter, and the endpoints that read and save a customer by its external id. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS, CUSTOMERS_BY_EXTERNAL_ID } from '../../src/api-paths.ts'
import { findCustomerId } from '../../src/customers/external-ids.store.ts'
import { refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

interface Customer extends Record<string, unknown> {
  id: number
  email: string
  externalId: string | null
}

/** External ids as identity providers have them, and texts that a path, a query or a decoder could change. */
const UNUSUAL = [
  'auth0|64ab0f2e9c',
  'https://idp.example/u/7',
  'a/b//c/../d',
  'one,two,',
  'Ayşe Yılmaz 🛒',
  'e\u0301',
  '%41',
  '%2F%25',
  '100%',
  'a+b c',
  '?x=1&y#z;q',
  ' blanks ',
  "'; drop table customers; --",
  '=1+1',
  '__proto__',
  'null',
  '0042',
  '\u0001\n\t\u007f\ufeff',
  'ş'.repeat(255),
  '🛒'.repeat(255),
]

function customerOf(answer: Answer, status = 200): Customer {
  assert.equal(answer.status, status, answer.text)
  return (answer.json as { data: Customer }).data
}

for (const engine of engines) {
  describe(`external ids of customers on ${engine}`, () => {
    let service: TestService
    let admin: string
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin')
    })
    after(() => service.stop())
    const call = (method: string, path = '', body?: unknown) =>
      service.call(method, `${CUSTOMERS}${path}`, { token: admin, ...(body !== undefined && { body }) })
    const pathOf = (externalId: string) => `/by-external-id/${encodeURIComponent(externalId)}`
    const create = async (body: object = {}) => customerOf(await call('POST', '', body), 201)
    const count = async () => (await service.database.kysely.selectFrom('customers').select('id').execute()).length
    const unique = (name: string) => `${name}-${Math.random().toString(36).slice(2)}`
    const parametersOf = ({ text }: { text: string }) =>
      (JSON.parse(text) as { errors: { code: string; source?: { parameter?: string } }[] }).errors.map(
        ({ code, source }) => `${code} ${source?.parameter}`,
      )

    it('are refused when they are empty, too long, not storable or no text', async () => {
      const { id } = await create()
      for (const externalId of ['', 'x'.repeat(256), '🛒'.repeat(256), 'a\u0000', '\ud800', 5, true, {}, []]) {
        const body = { externalId }
        for (const answer of [await call('POST', '', body), await call('PUT', `/${id}`, body)]) {
          assert.deepEqual(refusalsOf(answer), ['422 field_invalid /externalId'])
        }
        assert.deepEqual(refusalsOf(await call('POST', '', [{}, body])), ['422 field_invalid /1/externalId'])
      }
    })

    it('are refused when another customer has them, together with every other conflict', async () => {
      const [externalId, email] = [unique('alınmış'), `${unique('alinmis')}@example.com`]
      const owner = await create({ externalId, email })
      const { id } = await create()
      const before = await count()
      const conflicts = { externalId, email: email.toUpperCase(), customerGroupId: 999 }
      const all = [
        '422 email_taken /email',
        '422 external_id_taken /externalId',
        '422 customer_group_not_found /customerGroupId',
      ]
      assert.deepEqual(refusalsOf(await call('POST', '', { externalId })), ['422 external_id_taken /externalId'])
      assert.deepEqual(refusalsOf(await call('POST', '', conflicts)), all)
      assert.deepEqual(refusalsOf(await call('PUT', `/${id}`, { externalId })), ['422 external_id_taken /externalId'])
      const refused = await call('PUT', `/${id}`, conflicts)
      assert.deepEqual(refusalsOf(refused), all)
      assert.ok(!refused.text.includes(externalId))
      assert.equal(customerOf(await call('PUT', `/${owner.id}`, { externalId, name: 'N' })).name, 'N')
      assert.equal(await count(), before)
    })

    it('of a list are refused at their place in it, also when they are repeated in it', async () => {
      const [taken, repeated] = [unique('a'), unique('b')]
      await create({ externalId: taken })
      const before = await count()
      const list = [{ externalId: repeated }, {}, { name: 5 }, { externalId: taken }, { externalId: repeated }]
      assert.deepEqual(refusalsOf(await call('POST', '', list)), [
        '422 field_invalid /2/name',
        '422 external_id_taken /4/externalId',
        '422 external_id_taken /3/externalId',
      ])
      assert.equal(await count(), before)
      const other = repeated.toUpperCase()
      const created = customerOf(await call('POST', '', [{ externalId: repeated }, { externalId: other }, {}]), 201)
      assert.deepEqual(
        (created as unknown as Customer[]).map(({ externalId }) => externalId),
        [repeated, other, null],
      )
    })

    it('are kept by an update without them, cleared by null, and free again then and after a deletion', async () => {
      const externalId = unique('u')
      const { id } = await create({ externalId })
      assert.equal(customerOf(await call('PUT', `/${id}`, { name: 'A' })).externalId, externalId)
      assert.equal(customerOf(await call('PUT', `/${id}`, { externalId: null })).externalId, null)
      assert.equal(customerOf(await call('PUT', `/${id}`, { externalId: null })).externalId, null)
      const next = await create({ externalId })
      assert.equal((await call('DELETE', `/${next.id}`)).status, 204)
      assert.equal(customerOf(await call('PUT', `/${id}`, { externalId })).externalId, externalId)
    })

    it('are given to one customer only when requests take them simultaneously, never with 5xx', async () => {
      const peer = await service.startPeer()
      for (let round = 0; round < 5; round++) {
        const one = await create({ externalId: unique('s') })
        const other = await create({ externalId: unique('t') })
        const swaps = await Promise.all([
          call('PUT', `/${one.id}`, { externalId: other.externalId }),
          peer.call('PUT', `${CUSTOMERS}/${other.id}`, { token: admin, body: { externalId: one.externalId } }),
        ])
        for (const answer of swaps) assert.deepEqual(refusalsOf(answer), ['422 external_id_taken /externalId'])
        const externalIds = Array.from({ length: 20 }, (_, n) => unique(`d${n}`))
        const lists = [externalIds, externalIds.toReversed()].map(each => each.map(externalId => ({ externalId })))
        const answers = lists.map((body, n) =>
          (n ? peer : service).call('POST', CUSTOMERS, { token: admin, body }).then(({ status }) => status),
        )
        assert.deepEqual((await Promise.all(answers)).sort(), [201, 422])
      }
      await peer.stop()
    })

    it('filter the list exactly, with a comma as part of the value', async () => {
      const listed = async (externalId: string, more = '') => {
        const answer = await call('GET', `?filter[externalId]=${encodeURIComponent(externalId)}${more}`)
        assert.equal(answer.status, 200, answer.text)
        return answer.json as { data: Customer[]; meta: { total: number }; links: { self: string } }
      }
      const comma = `${unique('x')},${unique('y')}`
      const { id, email } = await create({ externalId: comma })
      await create({ externalId: comma.split(',')[0] ?? '' })
      const { data, meta, links } = await listed(comma)
      assert.deepEqual([data.map(each => each.id), meta.total], [[id], 1])
      const again = (await service.call('GET', links.self.replace('http://shop.test', ''), { token: admin })).json
      assert.deepEqual((again as typeof links & { data: Customer[] }).data, data)
      assert.equal((await listed(comma, `&filter[email]=${email}`)).meta.total, 1)
      assert.equal((await listed(comma, '&filter[id]=1')).meta.total, 0)
      for (const none of [comma.toUpperCase(), `${comma} `, `${comma},`, '%', 'x'.repeat(300)]) {
        assert.deepEqual((await listed(none)).data, [], none)
      }
      for (const query of [
        'filter[externalId]=',
        'filter[externalId]=a%00',
        'filter[externalId]=a&filter[externalId]=b',
      ]) {
        const answer = await call('GET', `?${query}`)
        assert.equal(answer.status, 400)
        assert.deepEqual(parametersOf(answer), ['parameter_invalid filter[externalId]'], query)
      }
    })

    it('are found by an index, not by reading all customers', async () => {
      const { kysely } = service.database
      const find = sql`select id from customers where external_id = ${'u'}`
      if (engine === 'postgres') {
        const plan = await kysely.transaction().execute(async within => {
          // Citus passes the second setting to its nodes because of the first, which PostgreSQL alone ignores.
          await sql`set local citus.propagate_set_commands = 'local'; set local enable_seqscan = off`.execute(within)
          return (await sql`explain ${find}`.execute(within)).rows
        })
        assert.match(JSON.stringify(plan), /customers_external_id/)
      } else {
        const { rows } = await sql`explain query plan ${find}`.execute(kysely)
        assert.match(JSON.stringify(rows), /USING .*INDEX customers_external_id/)
      }
    })

    it('identify the customer of a token: the id, or undefined when no customer has them', async () => {
      const { id, externalId } = await create({ externalId: unique('jeton') })
      assert.equal(await findCustomerId(service.database, externalId ?? ''), id)
      assert.equal(await findCustomerId(service.database, `${externalId} `), undefined)
      assert.equal(await findCustomerId(service.database, ''), undefined)
    })

    it('require the scope of each method where they are the path', async () => {
      for (const [method, scope] of [
        ['GET', 'customers:read'],
        ['PUT', 'customers:write'],
      ] as const) {
        const ask = (token?: string) =>
          service.call(method, `${CUSTOMERS_BY_EXTERNAL_ID}/%00`, { ...(token && { token }) })
        assert.deepEqual(refusalsOf(await ask()), ['401 token_missing'])
        const member = await service.token('member', { scope: `storefront:account ${scope}` })
        assert.deepEqual(refusalsOf(await ask(member)), ['401 wrong_token_kind'])
        const others = ['customers:read', 'customers:write', 'customers:delete'].filter(each => each !== scope)
        const without = await service.token('admin', { scope: others.join(' ') })
        assert.deepEqual(refusalsOf(await ask(without)), ['403 insufficient_scope'])
      }
      assert.deepEqual(refusalsOf(await call('DELETE', pathOf('u'))), ['405 method_not_allowed'])
    })

    it('in a path are refused with 400 when no customer can have them', async () => {
      const before = await count()
      const tooLong = encodeURIComponent('🛒'.repeat(256))
      for (const segment of [
        '',
        '%00',
        'a%00b',
        'x'.repeat(256),
        tooLong,
        '%',
        '%zz',
        'a%2',
        '%ff',
        '%C5',
        '%ED%A0%80',
        '%c0%80',
        'a#b',
        '#',
      ]) {
        for (const method of ['GET', 'PUT']) {
          for (const [host, query] of [
            ['', ''],
            ['', '?include=group'],
            ['http://shop.test', ''],
          ]) {
            const answer = await sendRaw(service.url, {
              method,
              path: `${host}${CUSTOMERS_BY_EXTERNAL_ID}/${segment}${query}`,
              headers: {
                ...{ Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
                ...(host !== '' && { Host: 'shop.test' }),
              },
              ...(method === 'PUT' && { body: Buffer.from('{"name":"N"}') }),
            })
            assert.equal(answer.status, 400, `${method} ${segment} ${answer.body}`)
            assert.deepEqual(parametersOf({ text: answer.body }), ['parameter_invalid externalId'], segment)
          }
        }
      }
      assert.deepEqual(parametersOf(await call('PUT', '/by-external-id/%00', '{')), ['parameter_invalid externalId'])
      assert.deepEqual(refusalsOf(await call('GET', '/by-external-id/a/b')), ['404 not_found'])
      assert.deepEqual(refusalsOf(await call('GET', '/by-external-id')), ['404 customer_not_found'])
      assert.deepEqual(refusalsOf(await call('GET', '/%zz')), ['400 malformed_request'])
      const headers = { Authorization: `Bearer ${admin}` }
      const notEncoded = { method: 'PUT', path: `${CUSTOMERS_BY_EXTERNAL_ID}/ayşe`, headers, body: Buffer.from('{}') }
      assert.equal((await sendRaw(service.url, notEncoded)).status, 400)
      assert.equal(await count(), before)
    })

    it('read a customer, with its group where it is included', async () => {
      const { id, externalId } = await create({ externalId: unique('g'), customerGroupId: ids.group })
      const path = pathOf(externalId ?? '')
      const found = customerOf(await call('GET', path))
      assert.deepEqual(found, customerOf(await call('GET', `/${id}`)))
      const { group } = customerOf(await call('GET', `${path}?include=group`))
      assert.deepEqual(group, { id: ids.group, name: 'Bayi' })
      const refused = await call('GET', `${path}?include=orders`)
      assert.deepEqual([refused.status, parametersOf(refused)], [400, ['parameter_invalid include']])
      for (const other of [`${externalId} `, externalId?.toUpperCase() ?? '', 'nobody']) {
        assert.deepEqual(refusalsOf(await call('GET', pathOf(other))), ['404 customer_not_found'])
      }
    })

    it('are the same in a path, in a body and in a filter, whatever characters they have', async () => {
      for (const externalId of UNUSUAL) {
        const answer = await call('PUT', pathOf(externalId), {})
        const created = customerOf(answer, 201)
        assert.equal(created.externalId, externalId)
        assert.equal(answer.headers.get('location'), `http://shop.test${CUSTOMERS}/${created.id}`)
        assert.deepEqual(customerOf(await call('GET', pathOf(externalId))), created)
        assert.equal(customerOf(await call('PUT', pathOf(externalId), { externalId, name: 'N' })).id, created.id)
        const { json } = await call('GET', `?filter[externalId]=${encodeURIComponent(externalId)}`)
        assert.deepEqual(
          (json as { data: Customer[] }).data.map(({ id }) => id),
          [created.id],
        )
        assert.deepEqual(refusalsOf(await call('POST', '', { externalId })), ['422 external_id_taken /externalId'])
      }
    })

    it('create a customer with initial values, and update it without changing what is left out', async () => {
      const externalId = unique('kayıt')
      const created = customerOf(await call('PUT', pathOf(externalId), { name: 'Ada', email: null }), 201)
      assert.match(created.email, /^customer-[0-9a-f-]{36}@generated\.invalid$/)
      assert.partialDeepStrictEqual(created, {
        externalId,
        name: 'Ada',
        surname: null,
        status: 'active',
        dealer: false,
      })
      assert.equal(created.updatedAt, created.createdAt)
      const body = { surname: 'Lovelace', dealer: true, customerGroupId: ids.group, email: null }
      const answer = await call('PUT', pathOf(externalId), body)
      const { updatedAt, ...updated } = customerOf(answer)
      assert.equal(answer.headers.get('location'), null)
      const { updatedAt: _, ...before } = created
      assert.deepEqual(updated, { ...before, ...body, email: created.email })
      assert.ok(Date.parse(String(updatedAt)) >= Date.parse(String(created.updatedAt)))
      const email = `${unique('ADA')}@Example.com`
      assert.equal(customerOf(await call('PUT', pathOf(externalId), { email })).email, email.toLowerCase())
      assert.equal(customerOf(await call('PUT', pathOf(externalId), { email, name: null })).name, null)
      const unchanged = customerOf(await call('PUT', pathOf(externalId), {}))
      assert.partialDeepStrictEqual(unchanged, { id: created.id, surname: 'Lovelace', dealer: true })
    })

    it('of a path refuse invalid bodies and conflicts of a new and of a stored customer, and nothing is written', async () => {
      const taken = (await create({ email: `${unique('dolu')}@example.com`, externalId: unique('dolu') })).email
      const stored = await create({ externalId: unique('var') })
      const before = await count()
      const wrong: [unknown, string[]][] = [
        [{ externalId: 'another' }, ['422 field_invalid /externalId']],
        [{ externalId: stored.externalId?.toUpperCase() }, ['422 field_invalid /externalId']],
        [{ externalId: null }, ['422 field_invalid /externalId']],
        [{ externalId: '' }, ['422 field_invalid /externalId']],
        [{ name: 5, email: 'x' }, ['422 field_invalid /email', '422 field_invalid /name']],
        [[{}], ['422 field_invalid ']],
        [null, ['422 field_invalid ']],
        [{ name: 'N', email: taken.toUpperCase() }, ['422 email_taken /email']],
        [{ name: 'N', customerGroupId: 999 }, ['422 customer_group_not_found /customerGroupId']],
        [
          { name: 'N', email: taken, customerGroupId: 999 },
          ['422 email_taken /email', '422 customer_group_not_found /customerGroupId'],
        ],
      ]
      for (const path of [pathOf(stored.externalId ?? ''), pathOf('yeni')]) {
        for (const [body, refusals] of wrong) {
          const answer = await call('PUT', path, JSON.stringify(body))
          assert.deepEqual(refusalsOf(answer), refusals, answer.text)
        }
        assert.deepEqual(refusalsOf(await call('PUT', path)), ['422 field_required '])
      }
      assert.equal(await count(), before)
      assert.deepEqual(customerOf(await call('GET', `/${stored.id}`)), stored)
    })

    it('create exactly one customer when twenty requests save it simultaneously', async () => {
      const peer = await service.startPeer()
      for (const email of [undefined, `${unique('ayni')}@example.com`]) {
        const externalId = unique('aynı')
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            whenFree(() =>
              (n % 2 ? peer : service).call('PUT', `${CUSTOMERS}${pathOf(externalId)}`, {
                token: admin,
                body: { name: `N${n}`, ...(email && { email }) },
              }),
            ),
          ),
        )
        assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 19 }, () => 200), 201])
        const saved = answers.map(answer => customerOf(answer, answer.status))
        assert.equal(new Set(saved.map(({ id }) => id)).size, 1)
        assert.equal(new Set(saved.map(each => each.email)).size, 1)
        const { kysely } = service.database
        const rows = await kysely.selectFrom('customers').select('id').where('external_id', '=', externalId).execute()
        assert.deepEqual(
          rows.map(({ id }) => id),
          [saved[0]?.id],
        )
      }
      await peer.stop()
    })

    it('name at most one customer when it is saved and deleted simultaneously', async () => {
      const peer = await service.startPeer()
      for (let round = 0; round < 10; round++) {
        const externalId = unique('git-gel')
        const { id } = customerOf(await call('PUT', pathOf(externalId), {}), 201)
        const path = `${CUSTOMERS}${pathOf(externalId)}`
        const [deleted, ...saved] = await Promise.all([
          call('DELETE', `/${id}`),
          ...Array.from({ length: 4 }, (_, n) =>
            (n % 2 ? peer : service).call('PUT', path, { token: admin, body: { name: `N${n}` } }),
          ),
        ])
        assert.equal(deleted?.status, 204)
        const created = saved.filter(({ status }) => status === 201)
        assert.ok(created.length <= 1)
        for (const answer of saved) assert.ok([200, 201].includes(answer.status), answer.text)
        const now = await call('GET', pathOf(externalId))
        if (created[0]) assert.equal(customerOf(now).id, customerOf(created[0], 201).id)
        else assert.deepEqual(refusalsOf(now), ['404 customer_not_found'])
      }
      await peer.stop()
    })

    it('appear in the current total of the list on every instance after they are saved', async () => {
      const peer = await service.startPeer()
      const total = async () => {
        const { json } = await peer.call('GET', `${CUSTOMERS}?limit=1`, { token: admin })
        return (json as { meta: { total: number } }).meta.total
      }
      const before = await total()
      const externalId = unique('sayım')
      await call('PUT', pathOf(externalId), {})
      await call('PUT', pathOf(externalId), {})
      assert.equal(await total(), before + 1)
      await peer.stop()
    })
  })
}
