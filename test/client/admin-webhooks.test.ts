/** The webhook calls of the client of administrators, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AdminClient, createAdminClient } from 'sepet-client/admin'
import { refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`the webhook calls of the client on ${engine}`, () => {
    let service: TestService
    let admin: AdminClient
    before(async () => {
      service = await startService(engine)
      const token = await service.token('admin', { scope: 'webhooks:read webhooks:write' })
      admin = createAdminClient({ baseUrl: service.url, token })
    })
    after(() => service.stop())

    it('saves, reads, lists, rotates, moves, tests and deletes webhooks', async () => {
      const { webhooks } = admin
      const webhook = { url: 'http://192.31.196.1/events', types: ['customer.*'], active: false }
      const saved = await webhooks.save('erp', webhook)
      assert.deepEqual([saved.created, saved.warnings, saved.webhook.state], [true, [], 'disabled'])
      assert.match(saved.secret ?? '', /^whsec_/)
      assert.ok(!('secret' in saved.webhook))
      const again = await webhooks.save('erp', saved.webhook)
      assert.deepEqual([again.created, again.secret, again.warnings], [false, undefined, []])
      assert.equal((await webhooks.read('erp')).url, webhook.url)
      await webhooks.save('crm', webhook)
      assert.deepEqual(
        (await Array.fromAsync(webhooks.all({ limit: 1 }))).map(({ name }) => name),
        ['crm', 'erp'],
      )
      assert.notEqual(await webhooks.rotateSecret('erp'), saved.secret)
      assert.equal(await webhooks.rotateSecret('erp', saved.secret), saved.secret)
      const { skipped, webhook: moved } = await webhooks.replay('erp', 0)
      assert.deepEqual([skipped, moved.cursor], [0, 0])
      const unresolved = await webhooks.save('crm', { ...webhook, url: 'http://erp.invalid/' })
      assert.deepEqual(
        unresolved.warnings.map(({ pointer }) => pointer),
        ['/url'],
      )
      const { status, error } = await webhooks.test('crm')
      assert.deepEqual([status, error], [null, 'dns'])
      for (const name of ['erp', 'crm']) await webhooks.delete(name)
      assert.deepEqual(await refusalsIn(webhooks.read('erp')), ['404 webhook_not_found'])
      assert.deepEqual(await refusalsIn(webhooks.save('ERP', webhook)), ['400 parameter_invalid'])
      const isPrivate = { ...webhook, url: 'http://10.0.0.1/' }
      assert.deepEqual(await refusalsIn(webhooks.save('erp', isPrivate)), ['422 address_not_allowed /url'])
    })
  })
}
