/** The groups of customers over HTTP: pages, numbers of customers, and who may read them. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMER_GROUPS } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface GroupPage {
  data: { id: number; name: string; customers: number | null }[]
  links: { next: string | null }
}

for (const engine of engines) {
  describe(`the list of customer groups on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop({ customerGroups: [{ id: 3, name: 'Öğrenci' }] })
    })
    after(() => service.stop())

    const ask = async (query = '', scope = 'catalogue:read customers:read') =>
      service.call('GET', `${CUSTOMER_GROUPS}${query}`, { token: await service.token('admin', { scope }) })

    it('has each group with its name and the number of its customers', async () => {
      const { data, links } = (await ask()).json as GroupPage
      const groups = [
        { id: 3, name: 'Öğrenci', customers: 0 },
        { id: ids.group, name: 'Bayi', customers: 1 },
      ]
      assert.deepEqual([data, links.next], [groups, null])
    })

    it('continues after a page', async () => {
      const first = (await ask('?limit=1')).json as GroupPage
      const next = new URL(first.links.next ?? '')
      const second = (await ask(next.search)).json as GroupPage
      assert.deepEqual(
        [first, second].map(({ data }) => data.map(({ id }) => id)),
        [[3], [ids.group]],
      )
      assert.equal(second.links.next, null)
    })

    it('has no numbers for a token that may not read customers', async () => {
      const { data } = (await ask('', 'catalogue:read')).json as GroupPage
      assert.deepEqual(
        data.map(({ customers }) => customers),
        [null, null],
      )
      assert.deepEqual(refusalsOf(await ask('', 'customers:read')), ['403 insufficient_scope'])
    })

    it('refuses parameters that it does not have, and cursors that are none', async () => {
      for (const query of ['?q=x', '?limit=0', '?limit=201', '?after=x']) {
        assert.deepEqual(refusalsOf(await ask(query)), ['400 parameter_invalid'], query)
      }
    })
  })
}
