/** docs/shop-settings.md: its defaults are those of a database without imports, and its file does what the page says. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { ShopSection } from '../../src/shop-file/shop-file.schema.ts'
import { settingFields, shopFields } from '../../tools/docs/shop-settings.ts'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { createDatabase } from '../support/database/engines.ts'
import { readPage } from '../support/docs/doc-exchanges.ts'
import { blockIn } from '../support/docs/markdown.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService } from '../support/service/service.ts'

const PAGE = 'docs/shop-settings.md'
const fallbacks = (fields: Record<string, { fallback: unknown }>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { fallback }]) => [name, fallback]))

describe(PAGE, () => {
  it('states the defaults of a database without imports', async () => {
    const { env, drop } = await createDatabase('sqlite')
    const database = openDatabase(readConfig(env))
    await migrate(database)
    const row = await database.kysely.selectFrom('shop').select('document').executeTakeFirstOrThrow()
    const { settings, ...fields } = JSON.parse(row.document)
    assert.deepEqual(fallbacks(shopFields), fields)
    const ofCampaigns = { campaignWinner: 'best', campaignsTogether: 'one', showOffers: false }
    const neverSet = { pricesIncludeVat: false, cargoVatRate: null, stockGuard: false, ...ofCampaigns }
    assert.deepEqual(fallbacks(settingFields), { ...neverSet, ...settings })
    await database.close()
    await drop()
  })

  it('lists each field of the schema once', () => {
    const { settings, ...fields } = ShopSection.properties
    const listed = [...readPage(PAGE).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(listed, [...Object.keys(fields), ...Object.keys(settings.properties)])
  })

  it('shows a file that closes the checkout for guests, permits longer notes, and leaves prices alone', async () => {
    const service = await startService('sqlite')
    const token = await service.token('guest')
    const link = () => service.call('POST', '/checkout-guest-session', { token, body: { returnPath: '/odeme' } })
    const itemId = await addItem(service, token, ids.plain, 1)
    const note = () =>
      service.call('PATCH', `/cart-items/${itemId}/notes`, { token, body: { orderNote: 'x'.repeat(500) } })
    assert.deepEqual([(await link()).status, (await note()).status], [200, 422])
    const { data: before } = cartOf(await service.call('GET', '/cart', { token }))
    await service.importShop(JSON.parse(blockIn(PAGE, 'json')))
    assert.deepEqual([(await link()).status, (await note()).status], [403, 200])
    assert.deepEqual(cartOf(await service.call('GET', '/cart', { token })).data, before)
    await service.stop()
  })
})
