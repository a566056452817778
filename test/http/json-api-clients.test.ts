/** Independent JSON:API clients (jsona, kitsu-core) decode cart documents and error documents. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Jsona } from 'jsona'
import * as kitsu from 'kitsu-core'
import { addItem } from '../support/cart/cart.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

// The package's types cannot be resolved by the module rules of Node.js.
const { deserialise } = kitsu as unknown as { deserialise: (document: unknown) => Promise<unknown> }

interface DecodedCart {
  id: string
  totalQuantity: number
  subtotal: { amount: string }
}

interface DecodedItem {
  id: string
  productName: string
  variantId: number | null
}

describe('a JSON:API client', () => {
  let service: TestService
  let token: string
  let itemIds: string[]
  let text: string
  before(async () => {
    service = await startService('sqlite')
    token = await service.token('guest')
    const first = await addItem(service, token, ids.plain, 2)
    itemIds = [first, await addItem(service, token, ids.variants, 1, ids.smallBlue)]
    text = (await service.call('GET', '/cart', { token })).text
  })
  after(() => service.stop())

  function assertDecoded(cart: DecodedCart, items: DecodedItem[]): void {
    assert.deepEqual([cart.id, cart.totalQuantity, cart.subtotal.amount], ['me', 3, '499.81'])
    assert.deepEqual(
      items.map(({ id, productName, variantId }) => [id, productName, variantId]),
      [
        [itemIds[0], 'Keten gömlek', null],
        [itemIds[1], 'Yün kazak', ids.smallBlue],
      ],
    )
  }

  it('decodes a cart: jsona', () => {
    const cart = new Jsona().deserialize(text) as unknown as DecodedCart & { items: DecodedItem[] }
    assertDecoded(cart, cart.items)
  })

  it('decodes a cart: kitsu-core', async () => {
    const { data } = (await deserialise(JSON.parse(text))) as { data: DecodedCart & { items: { data: DecodedItem[] } } }
    assertDecoded(data, data.items.data)
  })

  it('decodes an empty cart: jsona and kitsu-core', async () => {
    const empty = (await service.call('GET', '/cart', { token: await service.token('guest') })).text
    assert.deepEqual((new Jsona().deserialize(empty) as unknown as { items: unknown }).items, [])
    const { data } = (await deserialise(JSON.parse(empty))) as { data: { items: { data: unknown[] } } }
    assert.deepEqual(data.items.data, [])
  })

  it('decodes an error document: kitsu-core', async () => {
    const answer = await service.call('POST', '/cart-items', { token, body: { productId: ids.variants, quantity: 1 } })
    const { errors } = (await deserialise(JSON.parse(answer.text))) as { errors: { source: { pointer: string } }[] }
    assert.deepEqual(
      errors.map(({ source }) => source.pointer),
      ['/variantId'],
    )
  })
})
