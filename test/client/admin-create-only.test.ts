/** Records that administrators' programs create only: `createOnly` replaces nothing that exists, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AdminClient, createAdminClient, type SaveOptions } from 'sepet-client/admin'
import { refusalsIn } from '../support/cart/client.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

const AT_ONCE = 6
const EXISTS = ['412 precondition_failed']
const reward = { type: 'percent' as const, value: '10' }

/** The saving and the reading of a record by kind: its name or description, and whether it was created. */
const kinds = {
  'customers.saveByExternalId': {
    save: ({ customers }: AdminClient, key: number, name: string, options?: SaveOptions) =>
      customers.saveByExternalId(`idp|${key}`, { name }, options),
    read: async ({ customers }: AdminClient, key: number) => (await customers.readByExternalId(`idp|${key}`)).name,
  },
  'coupons.save': {
    save: ({ coupons }: AdminClient, key: number, description: string, options?: SaveOptions) =>
      coupons.save(`K${key}`, { description, discountType: 'percent', value: '10' }, options),
    read: async ({ coupons }: AdminClient, key: number) => (await coupons.read(`K${key}`)).description,
  },
  'campaigns.save': {
    save: ({ campaigns }: AdminClient, key: number, name: string, options?: SaveOptions) =>
      campaigns.save(key, { name, reward }, options),
    read: async ({ campaigns }: AdminClient, key: number) => (await campaigns.read(key)).name,
  },
}

for (const engine of engines) {
  describe(`createOnly on ${engine}`, () => {
    let service: TestService
    let token: string
    let admin: AdminClient
    before(async () => {
      service = await startService(engine)
      const scope = 'customers:read customers:write promotions:read promotions:write'
      token = await service.token('admin', { scope })
      admin = createAdminClient({ baseUrl: service.url, token })
    })
    after(() => service.stop())

    for (const [name, { save, read }] of Object.entries(kinds)) {
      it(`of ${name} refuses a record that exists, and changes nothing`, async () => {
        await save(admin, 901, 'first')
        assert.deepEqual(await refusalsIn(save(admin, 901, 'second', { createOnly: true })), EXISTS)
        assert.equal(await read(admin, 901), 'first')
        for (const options of [{}, { createOnly: false }]) {
          assert.equal((await save(admin, 901, 'third', options)).created, false)
        }
        assert.equal(await read(admin, 901), 'third')
      })

      it(`of ${name} creates one record of ${AT_ONCE} at once`, async () => {
        const calls = Array.from({ length: AT_ONCE }, (_, n) => save(admin, 902, `name ${n}`, { createOnly: true }))
        const results = await Promise.allSettled(calls)
        const created = results.flatMap((result, n) =>
          result.status === 'fulfilled' ? [[n, result.value.created]] : [],
        )
        assert.deepEqual(created, [[created[0]?.[0], true]])
        assert.equal(await read(admin, 902), `name ${created[0]?.[0]}`)
        const refused = calls.filter((_, n) => n !== created[0]?.[0])
        for (const call of refused) assert.deepEqual(await refusalsIn(call), EXISTS)
      })

      it(`of ${name} is sent once where its response is lost, and throws no 412 of its own record`, async () => {
        const failure = new TypeError('fetch failed')
        let sent = 0
        const losing = createAdminClient({
          baseUrl: service.url,
          token,
          fetch: async request => {
            sent++
            await (await fetch(request)).text()
            throw failure
          },
        })
        await assert.rejects(save(losing, 903, 'first', { createOnly: true }), error => error === failure)
        assert.equal(sent, 1)
        assert.equal(await read(admin, 903), 'first')
      })
    }
  })
}
