/** The requests of README.md and of pages for app developers and administrators, sent to a real server: each response matches the page. */

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { dataPath } from '../../support/docs/cases.ts'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'

describe('with the sample shop', () => {
  let folder: string
  let serving: ServingProcess
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-readme-'))
    mkdirSync(join(folder, 'test/data'), { recursive: true })
    for (const name of ['shopify-apparel.csv', 'woocommerce-sample.csv'])
      copyFileSync(dataPath(name), join(folder, 'test/data', name))
    serving = await serveProcess({ DATA_DIR: folder, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:8080' })
  })
  after(async () => {
    await serving.kill('SIGTERM')
    rmSync(folder, { recursive: true })
  })
  /** Runs requests and compares the responses with the page. */
  const hold = (exchanges: ReturnType<typeof exchangesOf>) =>
    assertHappens(exchanges, { url: serving.url, cwd: folder, env: { DATA_DIR: folder } })

  it('README.md shows the actual responses', async () => {
    const exchanges = exchangesOf(readPage('README.md'))
    assert.equal(exchanges.length, 10)
    await hold(exchanges)
  })

  it('docs/cart.md shows the actual responses to a request for a guest token, a badge, a conditional read and write, and a repeated add', async () => {
    const exchanges = exchangesOf(readPage('docs/cart.md'))
    assert.equal(exchanges.length, 5)
    await hold(exchanges)
  })

  it('docs/customers.md shows the actual responses', async () => {
    const exchanges = exchangesOf(readPage('docs/customers.md'))
    assert.equal(exchanges.length, 4)
    await hold(exchanges)
  })

  it('docs/pricing.md shows the actual responses to a coupon that is replaced and to codes that are made', async () => {
    const exchanges = exchangesOf(readPage('docs/pricing.md')).filter(({ command }) => command.includes('curl'))
    assert.equal(exchanges.length, 2)
    await hold(exchanges)
  })

  it('docs/importing.md shows the actual response to an import over HTTP', async () => {
    const exchanges = exchangesOf(readPage('docs/importing.md')).filter(({ command }) => command.includes('curl'))
    assert.equal(exchanges.length, 1)
    await hold(exchanges)
  })

  it('docs/cart-links.md shows the actual response to a link', async () => {
    const exchanges = exchangesOf(readPage('docs/cart-links.md'))
    assert.equal(exchanges.length, 1)
    await hold(exchanges)
  })

  // Runs after README.md, whose carts have the prices of the sample shop.
  it('docs/catalogue.md shows the actual responses', async () => {
    const exchanges = exchangesOf(readPage('docs/catalogue.md'))
    assert.equal(exchanges.length, 6)
    await hold(exchanges)
  })

  // Runs after docs/customers.md, whose responses contain the next id of a customer.
  it('docs/identity.md shows the actual response to the request of a sign-up', async () => {
    const exchanges = exchangesOf(readPage('docs/identity.md'))
    assert.equal(exchanges.length, 1)
    await hold(exchanges)
  })

  it('docs/privacy.md shows the actual responses to an export and a deletion', async () => {
    const exchanges = exchangesOf(readPage('docs/privacy.md'))
    assert.equal(exchanges.length, 2)
    await hold(exchanges)
  })
})
