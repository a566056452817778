/** The management of webhooks over HTTP, on both engines. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { eventsAfter } from '../support/events/events.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { callWebhooks, createCustomer, QUICK, readWebhook, saveWebhook } from '../support/webhooks/webhooks.ts'

/** A host without a receiver: the tests of this file send nothing. */
const url = 'http://127.0.0.1:9/events'
const off = { url, types: ['*'], active: false }
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

/** @returns the parameters that a refusal names */
function parametersOf({ json }: Answer): (string | undefined)[] {
  const { errors } = json as { errors: { source?: { parameter?: string } }[] }
  return errors.map(({ source }) => source?.parameter)
}

for (const engine of engines) {
  describe(`webhooks on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, QUICK)
    })
    after(() => service.stop())
    afterEach(async () => {
      const { json } = await callWebhooks(service, 'GET', '?limit=200')
      for (const { name } of (json as unknown as { data: { name: string }[] }).data) {
        await callWebhooks(service, 'DELETE', `/${name}`)
      }
    })
    const put = (name: string, body: unknown) => callWebhooks(service, 'PUT', `/${name}`, body)
    const refusalsOfPut = async (body: unknown) => refusalsOf(await put('erp', body))

    it('refuse a name of another form with 400, and an unknown one with 404', async () => {
      for (const name of ['ERP', '-erp', 'e_rp', 'e'.repeat(65), 'ş', '%ff', 'erp%2Ftest', 'erp%00']) {
        for (const [method, path, body] of [
          ['GET', ''],
          ['PUT', '', off],
          ['DELETE', ''],
          ['POST', '/rotate-secret', {}],
          ['POST', '/replay', { after: 0 }],
          ['POST', '/test', {}],
        ] as const) {
          const answer = await callWebhooks(service, method, `/${name}${path}`, body)
          assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], `${method} ${name}${path}`)
          assert.deepEqual(parametersOf(answer), ['name'])
        }
      }
      for (const [method, path, body] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/rotate-secret', {}],
        ['POST', '/replay', { after: 0 }],
        ['POST', '/test', {}],
      ] as const) {
        assert.deepEqual(refusalsOf(await callWebhooks(service, method, `/erp${path}`, body)), [
          '404 webhook_not_found',
        ])
      }
    })

    it('refuse a body without a URL and types, and members of another form, each at its place', async () => {
      assert.deepEqual(await refusalsOfPut({}), ['422 field_required /url', '422 field_required /types'])
      for (const [types, pointers] of [
        [[], ['/types']],
        ['*', ['/types']],
        [Array(51).fill('*'), ['/types']],
        [
          ['*', 'cart', 'cart.', '.created', 'Cart.*', 'cart.*.x', 7],
          ['/types/1', '/types/2', '/types/3', '/types/4', '/types/5', '/types/6'],
        ],
      ] as const) {
        assert.deepEqual(
          await refusalsOfPut({ url, types }),
          pointers.map(each => `422 field_invalid ${each}`),
        )
      }
      const wrongSecrets = ['', 'whsec_', secretOf(23), secretOf(65), secretOf(32).slice(6), `${secretOf(32)}=`, null]
      for (const secret of wrongSecrets) {
        assert.deepEqual(await refusalsOfPut({ ...off, secret }), ['422 field_invalid /secret'], String(secret))
      }
      for (const active of [1, null, 'true']) {
        assert.deepEqual(await refusalsOfPut({ ...off, active }), ['422 field_invalid /active'])
      }
      assert.deepEqual(await refusalsOfPut({ ...off, name: 'crm' }), ['422 field_invalid /name'])
      assert.deepEqual(refusalsOf(await callWebhooks(service, 'GET', '/erp')), ['404 webhook_not_found'])
    })

    it('refuse a URL that is not absolute, not http, has a user name or a fragment, or is too long', async () => {
      for (const wrong of [
        '/events',
        'erp.example.com',
        'ftp://erp.example.com/',
        'https://user@erp.example.com/',
        'https://user:password@erp.example.com/',
        'https://erp.example.com/#events',
        'https://',
        `https://erp.example.com/${'x'.repeat(2_048)}`,
        ' https://erp.example.com/',
        'https://erp.example.com/a\0b',
      ]) {
        assert.deepEqual(await refusalsOfPut({ ...off, url: wrong }), ['422 field_invalid /url'], wrong)
      }
    })

    // Proves: private-receiver
    it('refuse a host whose addresses are all private, in every spelling', async () => {
      for (const host of ['10.0.0.1', '169.254.169.254', '[::1]', '0xa9fea9fe', '012.1', '[::ffff:10.1.2.3]']) {
        const wrong = { ...off, url: `https://${host}/` }
        assert.deepEqual(await refusalsOfPut(wrong), ['422 address_not_allowed /url'], host)
      }
    })

    // Proves: private-receiver
    it('refuse http to this machine where no network is allowed, whether its port is open or not', async () => {
      const strict = await service.startPeer({ WEBHOOK_ALLOWED_NETWORKS: '' })
      const { host, port } = new URL(service.url)
      for (const named of [host, `localhost:${port}`, '127.0.0.1:1', 'localhost:1', '[::1]:1']) {
        const answer = await callWebhooks(strict, 'PUT', '/local', { ...off, url: `http://${named}/` })
        assert.deepEqual(refusalsOf(answer), ['422 address_not_allowed /url'], named)
      }
      await strict.stop()
    })

    // Proves: webhook-secret
    it('show the secret of a new one in the 201 alone', async () => {
      const created = await put('erp', off)
      assert.equal(created.status, 201)
      assert.equal(created.headers.get('location'), 'http://shop.test/api/v3/admin/webhooks/erp')
      const { secret = '', ...record } = created.json.data
      assert.equal(Buffer.from(secret.replace('whsec_', ''), 'base64').length, 32)
      assert.deepEqual(
        { ...record, createdAt: '', updatedAt: '' },
        {
          name: 'erp',
          url,
          types: ['*'],
          active: false,
          state: 'disabled',
          disabledReason: 'switched_off',
          failingSince: null,
          cursor: record.cursor,
          pending: 0,
          lost: 0,
          nextAttemptAt: null,
          lastSuccess: null,
          lastFailure: null,
          createdAt: '',
          updatedAt: '',
        },
      )
      const again = await put('erp', { ...off, secret: secretOf(24) })
      const read = await callWebhooks(service, 'GET', '/erp')
      const list = await callWebhooks(service, 'GET')
      for (const { status, text } of [again, read, list]) {
        assert.equal(status, 200)
        assert.ok(!text.includes('whsec_'), text)
      }
    })

    it('keep their secret, and return the one of a rotation', async () => {
      const { data } = await saveWebhook(service, 'erp', off)
      await saveWebhook(service, 'erp', off)
      const rotate = async (body?: object) => {
        const answer = await callWebhooks(service, 'POST', '/erp/rotate-secret', body)
        assert.equal(answer.status, 200, answer.text)
        return answer.json.data.secret
      }
      const generated = await rotate()
      assert.notEqual(generated, data.secret)
      assert.equal(Buffer.from(generated?.replace('whsec_', '') ?? '', 'base64').length, 32)
      assert.equal(await rotate({ secret: secretOf(64) }), secretOf(64))
      const refused = await callWebhooks(service, 'POST', '/erp/rotate-secret', { secret: secretOf(23) })
      assert.deepEqual(refusalsOf(refused), ['422 field_invalid /secret'])
    })

    it('warn of types without events, unknown members and a host that does not resolve', async () => {
      const body = {
        url: 'https://erp.invalid/',
        types: ['customer.moved', 'order.*', '*', 'cart.*'],
        typ: 1,
        active: false,
      }
      const { json } = await put('erp', body)
      assert.deepEqual(
        json.meta.warnings.map(({ pointer }) => pointer),
        ['/types/0', '/types/1', '/typ', '/url'],
      )
      assert.ok(json.meta.warnings.every(({ detail }) => /^\S.+\.$/.test(detail)))
    })

    it('take back what a read gives, without a warning', async () => {
      const { data, meta } = await saveWebhook(service, 'erp', { ...off, types: ['cart.*', 'customer.created'] })
      assert.deepEqual(meta.warnings, [])
      const { json } = await callWebhooks(service, 'GET', '/erp')
      const answer = await put('erp', json.data)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.json.meta.warnings, [])
      const { secret, updatedAt, ...record } = data
      assert.deepEqual({ ...answer.json.data, updatedAt: undefined }, { ...record, updatedAt: undefined })
    })

    it('are created once by many requests at once, and twenty at most', async () => {
      const statuses = async (names: string[]) =>
        (await Promise.all(names.map(name => whenFree(() => put(name, off))))).map(({ status }) => status).sort()
      assert.deepEqual(await statuses(Array(10).fill('erp')), [...Array(9).fill(200), 201])
      const names = Array.from({ length: 25 }, (_, n) => `many-${n}`)
      assert.deepEqual(await statuses(names), [...Array(19).fill(201), ...Array(6).fill(409)])
      assert.deepEqual(refusalsOf(await put('one-more', off)), ['409 webhooks_full'])
      assert.equal((await put('erp', off)).status, 200)
    })

    it('are listed in the order of their names, page by page', async () => {
      for (const name of ['b', 'a-2', 'a', 'a1', '9']) await saveWebhook(service, name, off)
      const names: string[] = []
      let next: string | null = '?limit=2'
      while (next !== null) {
        const { json } = await callWebhooks(service, 'GET', new URL(next, 'http://shop.test/x').search)
        const page = json as unknown as { data: { name: string }[]; links: { next: string | null } }
        names.push(...page.data.map(({ name }) => name))
        next = page.links.next
      }
      assert.deepEqual(names, ['9', 'a', 'a-2', 'a1', 'b'])
      assert.deepEqual(parametersOf(await callWebhooks(service, 'GET', '?limit=0&x=1')), ['limit', 'x'])
    })

    it('begin after the last event that was recorded before, and count those that they are to get', async () => {
      await createCustomer(service)
      const [{ id: last } = { id: 0 }] = (await eventsAfter(service)).slice(-1)
      await createCustomer(service)
      const { data } = await saveWebhook(service, 'erp', off)
      assert.equal(data.cursor, last + 1)
      await saveWebhook(service, 'orders', { ...off, types: ['checkout.*'] })
      await saveWebhook(service, 'customers', { ...off, types: ['checkout.held', 'customer.created', 'customer.*'] })
      for (let n = 0; n < 3; n++) await createCustomer(service)
      await eventsAfter(service)
      const pending = async (name: string) => (await readWebhook(service, name)).pending
      assert.deepEqual([await pending('erp'), await pending('orders'), await pending('customers')], [3, 0, 3])
    })

    it('go on from another place, and tell what they jump over', async () => {
      await saveWebhook(service, 'erp', { ...off, types: ['customer.*'] })
      const { cursor } = await readWebhook(service, 'erp')
      for (let n = 0; n < 3; n++) await createCustomer(service)
      await eventsAfter(service)
      const replay = (body: unknown) => callWebhooks(service, 'POST', '/erp/replay', body)
      const forward = await replay({ after: cursor + 2 })
      assert.equal(forward.status, 200, forward.text)
      assert.deepEqual(
        [forward.json.meta, forward.json.data.cursor, forward.json.data.pending],
        [{ skipped: 2 }, cursor + 2, 1],
      )
      const lines = service.log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'webhook events skipped')
      assert.deepEqual(
        lines.map(({ webhook, count }) => [webhook, count]),
        [['erp', 2]],
      )
      const back = await replay({ after: 0 })
      assert.deepEqual([back.json.meta, back.json.data.cursor], [{ skipped: 0 }, 0])
      assert.equal(
        back.json.data.pending,
        (await eventsAfter(service)).filter(({ type }) => /^customer/.test(type)).length,
      )
      assert.deepEqual(refusalsOf(await replay({ after: cursor + 4 })), ['422 field_invalid /after'])
      assert.deepEqual(refusalsOf(await replay({ after: -1 })), ['422 field_invalid /after'])
      assert.deepEqual(refusalsOf(await replay({})), ['422 field_required /after'])
    })

    it('are audited by their name, and record no event', async () => {
      const [{ id: last } = { id: 0 }] = (await eventsAfter(service)).slice(-1)
      const { headers } = await put('erp', off)
      const line = service.log
        .map(each => JSON.parse(each))
        .find(({ msg, requestId }) => msg === 'audit' && requestId === headers.get('x-request-id'))
      assert.deepEqual(
        [line.actor, line.operation, line.targets, line.status],
        ['admin:back-office', 'saveWebhook', { webhook: 'erp' }, 201],
      )
      await callWebhooks(service, 'POST', '/erp/rotate-secret')
      assert.equal((await callWebhooks(service, 'DELETE', '/erp')).status, 204)
      assert.deepEqual(await eventsAfter(service, last), [])
      assert.ok(!service.log.join('\n').includes('whsec_'))
    })
  })
}
