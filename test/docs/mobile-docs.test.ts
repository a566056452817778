/** docs/mobile.md, the rules for apps in other languages: its requests are answered as it shows, and its table has every code that an app can meet. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { appErrors } from '../../tools/docs/app-errors.ts'
import { appRequests } from '../../tools/docs/app-requests.ts'
import { type AppShop, recordExchanges, startAppShop } from '../support/docs/app-requests.ts'
import { operationsOf, readDescription } from '../support/docs/openapi.ts'

/** Codes that any path or server can answer, which the description of an operation does not list. */
const OF_EVERY_PATH = ['not_found', 'method_not_allowed', 'internal_error']

describe('docs/mobile.md', () => {
  let shop: AppShop
  before(async () => {
    shop = await startAppShop()
  })
  after(() => shop.stop())

  it('shows the actual answers (otherwise: npm run describe, npm run docs)', async () => {
    assert.deepEqual(await recordExchanges(shop), appRequests)
  })

  it('has each error code of the requests of apps in one row of its table, and no other', async () => {
    const operations = operationsOf(await readDescription(shop.service.url))
    const ofApps = operations.filter(({ path }) => path.startsWith(STOREFRONT))
    assert.equal(ofApps.length, 15)
    const codes = ofApps.flatMap(({ operation }) => Object.values(operation.responses)).flatMap(codesOf)
    const listed = appErrors.flatMap(each => each.codes)
    assert.deepEqual(listed.toSorted(), [...new Set([...codes, ...OF_EVERY_PATH])].sort())
  })
})

/** @returns the codes of a refusal; nothing for a success, whose examples have other names */
function codesOf({ content = {} }: { content?: Record<string, { examples?: Record<string, { value?: unknown }> }> }) {
  const examples = Object.values(content).flatMap(each => Object.entries(each.examples ?? {}))
  return examples.filter(([, { value }]) => Object.hasOwn(Object(value), 'errors')).map(([code]) => code)
}
