/** The customer calls of the administrators' client with a real service. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AdminClient, createAdminClient } from 'sepet-client/admin'
import { addItem } from '../support/cart/cart.ts'
import { refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`the customer calls of administrators on ${engine}`, () => {
    let service: TestService
    let customers: AdminClient['customers']
    before(async () => {
      service = await startService(engine)
      customers = createAdminClient({ baseUrl: service.url, token: await service.token('admin') }).customers
    })
    after(() => service.stop())

    it('lists groups', async () => {
      const token = await service.token('admin', { scope: 'catalogue:read customers:read' })
      const { groups } = createAdminClient({ baseUrl: service.url, token }).customers
      assert.deepEqual(await groups(), { data: [{ id: ids.group, name: 'Bayi', customers: 1 }], next: null })
    })

    it('lists, reads, creates, changes and deletes customers', async () => {
      const created = await customers.create({ name: 'Ada', email: 'Ada+1@example.com', customerGroupId: ids.group })
      assert.equal(created.email, 'ada+1@example.com')
      const both = await customers.createMany([{ name: 'Can' }, { name: 'Deniz' }])
      assert.deepEqual(
        both.map(({ name }) => name),
        ['Can', 'Deniz'],
      )
      const found = await customers.list({
        filter: { email: ['ada+1@example.com', 'nobody@example.com'], customerGroupId: ids.group },
        include: 'group',
        sort: ['-name', 'id'],
        limit: 5,
      })
      assert.deepEqual([found.meta.total, found.data[0]?.group?.name], [1, 'Bayi'])
      assert.equal((await customers.list({ filter: { id: both.map(({ id }) => id) }, page: 1 })).data.length, 2)
      assert.equal((await customers.list()).meta.limit, 25)
      assert.equal((await customers.read(created.id)).group, undefined)
      assert.equal((await customers.read(created.id, { include: 'group' })).group?.id, ids.group)
      assert.equal((await customers.update(created.id, { customerGroupId: null })).customerGroupId, null)
      assert.equal(await customers.delete(created.id), undefined)
      assert.deepEqual(await refusalsIn(customers.read(created.id)), ['404 customer_not_found'])
    })

    it('creates, reads, updates and finds a customer by the external id, whatever characters it has', async () => {
      for (const externalId of [
        'auth0|64ab',
        'https://idp.example/u/7?a=1&b#c',
        'one,two',
        'Ayşe 🛒',
        '100%',
        '%2F',
        '$&',
      ]) {
        assert.deepEqual(await refusalsIn(customers.readByExternalId(externalId)), ['404 customer_not_found'])
        const first = await customers.saveByExternalId(externalId, { name: 'Ada', customerGroupId: ids.group })
        assert.deepEqual([first.created, first.customer.externalId, first.customer.name], [true, externalId, 'Ada'])
        const second = await customers.saveByExternalId(externalId, { surname: 'Lovelace' })
        assert.deepEqual([second.created, second.customer.id, second.customer.name], [false, first.customer.id, 'Ada'])
        assert.deepEqual(await customers.readByExternalId(externalId), second.customer)
        assert.equal((await customers.readByExternalId(externalId, { include: 'group' })).group?.id, ids.group)
        const { data } = await customers.list({ filter: { externalId } })
        assert.deepEqual(data, [second.customer])
        assert.deepEqual(await refusalsIn(customers.create({ externalId })), ['422 external_id_taken /externalId'])
      }
      for (const externalId of ['', '\u0000', 'x'.repeat(256)]) {
        assert.deepEqual(await refusalsIn(customers.saveByExternalId(externalId, {})), ['400 parameter_invalid'])
      }
    })

    it('exports what is stored about a customer', async () => {
      const token = await service.token('member', { id: String(ids.member) })
      await addItem(service, token, ids.plain, 2)
      const { customer, cart, checkouts } = await customers.export(ids.member)
      assert.deepEqual([customer.email, checkouts], ['musteri1@example.com', []])
      assert.deepEqual(
        cart?.lines.map(({ productId, quantity }) => [productId, quantity]),
        [[ids.plain, 2]],
      )
      assert.deepEqual(await refusalsIn(customers.export(4711)), ['404 customer_not_found'])
    })

    it('refuses a token without the scope, and a token of a member', async () => {
      const calls = async (token: string) => createAdminClient({ baseUrl: service.url, token }).customers.list()
      const reader = await service.token('admin', { scope: 'events:read' })
      const member = await service.token('member', { id: '1' })
      assert.deepEqual(await refusalsIn(calls(reader)), ['403 insufficient_scope'])
      assert.deepEqual(await refusalsIn(calls(member)), ['401 wrong_token_kind'])
    })
  })
}
