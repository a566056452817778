/** End-to-end test with real product exports, through the command line and HTTP only: import, token, cart. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../../src/api-paths.ts'
import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import { linesOf } from '../../support/cart/cart.ts'
import { createDatabase, engines, type TestDatabase } from '../../support/database/engines.ts'
import { dataPath } from '../../support/docs/cases.ts'
import { runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'

/** A line of `sepet products --json`. */
interface Listed {
  id: number
  name: string
  variants: { id: number; name: string }[]
}

for (const engine of engines) {
  describe(`an imported product export on ${engine}`, () => {
    let database: TestDatabase
    let serving: ServingProcess
    before(async () => {
      database = await createDatabase(engine)
      assert.equal((await runSepet(['migrate'], database.env)).status, 0)
      for (const file of ['shopify-apparel.csv', 'woocommerce-sample.csv']) {
        const { status, stderr } = await runSepet(['import', '--vat-rate', '20', dataPath(file)], database.env)
        assert.equal(status, 0)
        // The shop has not said whether its prices include VAT.
        assert.match(stderr, /^warning: \S+: has products with a VAT rate above 0, [^\n]*pricesIncludeVat[^\n]*\n$/)
      }
      serving = await serveProcess({ ...database.env, LOG_LEVEL: 'silent' })
    })
    after(async () => {
      await serving.kill('SIGTERM')
      await database.drop()
    })

    async function listProducts(): Promise<Listed[]> {
      const { stdout } = await runSepet(['products', '--json'], database.env)
      return stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    }

    async function cart(token: string, method = 'GET', path = '/cart', body?: object): Promise<CartDocument> {
      const answer = await fetch(`${serving.url}${STOREFRONT}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(answer.ok, String(answer.status))
      return (await answer.json()) as CartDocument
    }

    it('provides the products, variants, prices, stock and images of a cart', async () => {
      const token = (await runSepet(['token', 'guest'], database.env)).stdout.trim()
      const listed = await listProducts()
      const [shirt, top, hoodie] = ['Ocean Blue Shirt', 'Classic Varsity Top', 'Hoodie'].map(
        name => listed.find(each => each.name === name) ?? assert.fail(name),
      )
      const medium = top?.variants.find(({ name }) => name === 'Medium')
      const red = hoodie?.variants.find(({ name }) => name === 'Red / No')
      await cart(token, 'POST', '/cart-items', { productId: shirt?.id, quantity: 2 })
      await cart(token, 'POST', '/cart-items', { productId: top?.id, variantId: medium?.id, quantity: 1 })
      await cart(token, 'POST', '/cart-items', { productId: hoodie?.id, variantId: red?.id, quantity: 1 })
      const document = await cart(token)
      assert.deepEqual(linesOf(document), [`${shirt?.id}×2`, `${top?.id}-${medium?.id}×1`, `742-758×1`])
      assert.equal(document.data.attributes.subtotal.amount, '202.00')
      assert.deepEqual(
        document.included.map(({ attributes: { unitPrice, vatRate, stock, image } }) => [
          unitPrice.amount,
          vatRate,
          stock,
          new URL(image).hostname,
        ]),
        [
          ['50.00', 20, 100_000, 'burst.shopifycdn.com'],
          ['60.00', 20, 100_000, 'burst.shopifycdn.com'],
          ['42.00', 20, 100_000, 'classiccommerce.cc'],
        ],
      )
    })
  })
}
