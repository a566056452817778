/** The addresses of pictures in the office are those of carts, also where the shop has a host for its pictures. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imageUrl } from '../../src/catalog/image-url.ts'
import { cartOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { product } from '../support/import/shop-file.ts'
import { loadOfficeModule } from '../support/office/browser-modules.ts'
import { signInAs, startOffice } from '../support/office/office.ts'

interface PictureUrls {
  pictureUrl: (image: string | null, shop: { imageBaseUrl: string }) => string
}
const { pictureUrl } = await loadOfficeModule<PictureUrls>('format/picture-url')

const BASES = ['https://cdn.example.com/shop/', 'http://cdn.example.com:8443', null]
const IMAGES = ['a.png', '/b/c.png', 'c/d-1.png', 'https://other.example/e.png', 'HTTP://other.example/f.png', null]

describe('pictureUrl', () => {
  it('returns the address that carts have', () => {
    const site = 'http://localhost:8080'
    for (const base of BASES) {
      for (const image of IMAGES) {
        const shown = new URL(pictureUrl(image, { imageBaseUrl: base ?? site }), site)
        assert.equal(shown.href, new URL(imageUrl(image, base, site)).href, `${image} below ${base}`)
      }
    }
  })
})

for (const engine of engines) {
  describe(`pictures of products in the office on ${engine}`, () => {
    it('have the addresses of carts, with and without a host of their own', async () => {
      const office = await startOffice(engine)
      const { service, url } = office
      const browser = await signInAs(office, 'owner')
      for (const imageBaseUrl of BASES) {
        const products = IMAGES.map((image, n) => product({ id: 900 + n, image }))
        await service.importShop({ shop: { imageBaseUrl }, products })
        const { shop } = JSON.parse((await browser.fetch(`${url}/office/session`)).text)
        const list = await browser.fetch(`${url}/office/api/v3/admin/products?limit=200`)
        const rows = JSON.parse(list.text).data as { id: number; image: string | null }[]
        const shown = rows.filter(({ id }) => id >= 900 && id < 900 + IMAGES.length)
        assert.equal(shown.length, IMAGES.length)
        const token = await service.token('guest')
        for (const { id, image } of shown) {
          const body = { productId: id, quantity: 1 }
          const { included } = cartOf(await service.call('POST', '/cart-items', { token, body }), 201)
          const inCart = included.find(({ attributes }) => attributes.productId === id)?.attributes.image ?? ''
          assert.equal(new URL(pictureUrl(image, shop), url).href, new URL(inCart).href)
        }
      }
      await service.stop()
    })
  })
}
