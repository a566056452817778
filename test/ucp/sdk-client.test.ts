/** A shopping agent on the client of the MCP SDK, in the sample shop: from the list of tools to the cart of a browser, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { UCP_MCP } from '../../src/api-paths.ts'
import { engines } from '../support/database/engines.ts'
import { startSampleShop } from '../support/docs/examples.ts'
import type { TestService } from '../support/service/service.ts'
import type { CatalogueAnswer } from '../support/ucp/catalogue.ts'
import { openAsNewGuest } from '../support/ucp/links.ts'
import { type AgentPlatform, awaitProfile, listing, startPlatform } from '../support/ucp/platform.ts'
import { sessionOf } from '../support/web-checkout/checkout.ts'

interface CartAnswer {
  id: string
  line_items: { item: { id: string; title: string }; quantity: number }[]
  totals: { type: string; amount: number }[]
  continue_url: string
}

for (const engine of engines) {
  describe(`an agent on the client of the SDK, on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let client: Client
    before(async () => {
      platform = await startPlatform()
      service = await startSampleShop(listing(platform), engine)
      await awaitProfile(service, platform.profile)
      client = new Client({ name: 'agent', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL(UCP_MCP, service.url))
      await client.connect(transport as Parameters<Client['connect']>[0])
    })
    after(async () => {
      await client.close()
      await platform.stop()
      await service.stop()
    })
    const call = async <Result>(name: string, given: object): Promise<Result> => {
      const meta = { 'ucp-agent': { profile: platform.profile } }
      const { structuredContent } = await client.callTool({ name, arguments: { meta, ...given } })
      return structuredContent as Result
    }

    it('lists the tools, searches linen, makes a cart, changes it, and gives its buyer the link', async () => {
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      for (const name of ['search_catalog', 'create_cart', 'update_cart']) assert.ok(names.includes(name), name)
      const { products } = await call<CatalogueAnswer>('search_catalog', { catalog: { query: 'keten kumaş' } })
      const id = products[0]?.variants[0]?.id ?? ''
      const lines = (...quantities: [id: string, quantity: number][]) => ({
        line_items: quantities.map(([each, quantity]) => ({ item: { id: each }, quantity })),
      })
      const made = await call<CartAnswer>('create_cart', { cart: lines([id, 2]) })
      assert.deepEqual(
        made.line_items.map(({ item, quantity }) => [item.title, quantity]),
        [['Ham keten kumaş', 2]],
      )
      const changed = await call<CartAnswer>('update_cart', { id: made.id, cart: lines([id, 3], ['114', 1]) })
      assert.equal(changed.continue_url, made.continue_url)
      assert.equal(changed.totals.at(-1)?.type, 'total')
      assert.deepEqual(await call<CartAnswer>('get_cart', { id: made.id }), changed)
      const { pathname, search } = new URL(changed.continue_url)
      const cookie = await openAsNewGuest(service, { link: pathname + search })
      const { cart } = await sessionOf(service, cookie)
      assert.ok(cart)
      const { totalQuantity, grandTotal } = cart.data.attributes
      assert.deepEqual([totalQuantity, grandTotal.amount], [4, ((changed.totals.at(-1)?.amount ?? 0) / 100).toFixed(2)])
    })
  })
}
