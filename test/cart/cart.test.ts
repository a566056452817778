/** The cart endpoints: lines, notes, quantities and the document, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const money = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

for (const engine of engines) {
  describe(`a cart on ${engine}`, () => {
    let service: TestService
    const guest = () => service.token('guest')
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    it('has only totalQuantity and subtotal while it is empty', async () => {
      const answer = await service.call('GET', '/cart', { token: await guest() })
      assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.deepEqual(cartOf(answer), {
        data: {
          type: 'carts',
          id: 'me',
          attributes: { totalQuantity: 0, subtotal: money('0.00') },
          relationships: { items: { data: [] } },
        },
        included: [],
      })
    })

    it('shows an added product with every field', async () => {
      const token = await guest()
      const answer = await service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity: 3 } })
      const { data, included, meta } = cartOf(answer, 201)
      const id = included[0]?.id ?? ''
      assert.deepEqual(meta, { affectedItemId: id })
      assert.deepEqual(data.relationships.items.data, [{ type: 'cart-items', id }])
      assert.deepEqual(data.attributes, { totalQuantity: 3, subtotal: money('599.72'), grandTotal: money('719.66') })
      assert.deepEqual(included, [
        {
          type: 'cart-items',
          id,
          attributes: {
            productId: ids.plain,
            variantId: null,
            quantity: 3,
            productName: 'Keten gömlek',
            image: 'https://cdn.example.com/shop/p/1.jpg',
            availableForSale: true,
            unitPrice: money('199.91'),
            lineTotal: money('599.72'),
            vatRate: 20,
            orderNote: null,
            giftNote: null,
            giftPackage: false,
            stock: 5,
            stockUnit: '',
            stockIncrement: 1,
          },
          meta: {
            sku: null,
            variantName: null,
            vat: {
              unitPriceWithVat: money('239.89'),
              lineTotalWithVat: money('719.66'),
              vatAmount: money('119.94'),
              discount: { coupon: money('0.00'), campaign: money('0.00'), total: money('0.00') },
              payable: money('719.66'),
            },
          },
        },
      ])
      assert.deepEqual(data.meta?.vat, {
        subtotalWithVat: money('719.66'),
        vatTotal: money('119.94'),
        breakdown: [{ vatRate: 20, net: money('599.72'), vat: money('119.94'), total: money('719.66') }],
      })
    })

    it('increases the line of a product that is already in it', async () => {
      const token = await guest()
      const first = await addItem(service, token, ids.plain, 2)
      assert.equal(await addItem(service, token, ids.plain, 3), first)
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [`${ids.plain}×5`])
    })

    it('has one line per variant, with the price and stock of the variant', async () => {
      const token = await guest()
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      await addItem(service, token, ids.variants, 2, ids.largeBlue)
      const { included } = cartOf(await service.call('GET', '/cart', { token }))
      assert.deepEqual(
        included.map(({ attributes: { productName, unitPrice, stock, availableForSale } }) => [
          productName,
          unitPrice.amount,
          stock,
          availableForSale,
        ]),
        [
          ['Yün kazak', '100.00', 3, true],
          ['Yün kazak', '120.00', 0, false],
        ],
      )
    })

    it('lists lines in the order in which they were first added, also after later changes', async () => {
      const token = await guest()
      const first = await addItem(service, token, ids.taxFree)
      await addItem(service, token, ids.plain)
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      await addItem(service, token, ids.taxFree)
      await service.call('PATCH', `/cart-items/${first}`, { token, body: { quantity: 9 } })
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [
        `${ids.taxFree}×9`,
        `${ids.plain}×1`,
        `${ids.variants}-${ids.smallBlue}×1`,
      ])
    })

    it('shows the group price to a member of the group, and the list price to other members', async () => {
      const dealer = await service.token('member', { id: String(ids.dealer) })
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, dealer, ids.plain)
      await addItem(service, member, ids.plain)
      const price = async (token: string) =>
        cartOf(await service.call('GET', '/cart', { token })).included[0]?.attributes.unitPrice.amount
      assert.deepEqual([await price(dealer), await price(member)], ['150.00', '199.91'])
      await service.call('DELETE', '/cart', { token: dealer })
      await service.call('DELETE', '/cart', { token: member })
    })

    it('sums exact prices, not rounded ones', async () => {
      const token = await guest()
      await addItem(service, token, ids.taxFree, 1000)
      const { included } = cartOf(await service.call('GET', '/cart', { token }))
      const { unitPrice, lineTotal, stock, stockUnit, stockIncrement } = included[0]?.attributes ?? assert.fail()
      assert.deepEqual([unitPrice.amount, lineTotal.amount], ['0.01', '5.00'])
      assert.deepEqual([stock, stockUnit, stockIncrement], [12.5, 'metre', 0.5])
    })

    it('has the stock increment of the product if the product has a stock unit, and 1 otherwise', async () => {
      const steps: [more: object, shown: number, stored: string][] = [
        [{ stockUnit: 'adet', stockIncrement: 6 }, 6, '6'],
        [{ stockUnit: 'kg', stockIncrement: null }, 1, '1'],
        [{ stockUnit: 'kg' }, 1, '1'],
        [{ stockUnit: null, stockIncrement: 6 }, 1, '6'],
        [{ stockUnit: '', stockIncrement: 0.25 }, 1, '0.25'],
        [{ stockIncrement: 12, variants: [{ id: 1, name: 'S', stock: 5 }] }, 1, '12'],
        [{ stockUnit: 'kg', stockIncrement: 0.25, variants: [{ id: 1, name: 'S', stock: 5 }] }, 0.25, '0.25'],
      ]
      const products = steps.map(([more], index) => product({ id: 901 + index, ...more }))
      await service.importShop({ products })
      const token = await guest()
      for (const [index, [more]] of steps.entries()) {
        await addItem(service, token, 901 + index, 1, 'variants' in more ? 1 : undefined)
      }
      const { included } = cartOf(await service.call('GET', '/cart', { token }))
      assert.deepEqual(
        included.map(({ attributes }) => attributes.stockIncrement),
        steps.map(([, shown]) => shown),
      )
      const rows = await service.database.kysely
        .selectFrom('products')
        .selectAll()
        .where('id', '>', 900)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map(row => row.stock_increment),
        steps.map(([, , stored]) => stored),
      )
    })

    it('shows the placeholder image, which Sepet serves, for a product without an image', async () => {
      const token = await guest()
      await addItem(service, token, ids.soldOut)
      const { included } = cartOf(await service.call('GET', '/cart', { token }))
      assert.equal(included[0]?.attributes.image, 'http://shop.test/images/placeholder.png')
      assert.equal(included[0]?.attributes.availableForSale, false)
      const picture = await fetch(`${service.url}/images/placeholder.png`)
      assert.equal(picture.headers.get('content-type'), 'image/png')
      assert.ok((await picture.bytes()).length > 100)
    })

    it('sets a quantity as an absolute value', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain, 5)
      const cart = cartOf(await service.call('PATCH', `/cart-items/${id}`, { token, body: { quantity: 2 } }))
      assert.deepEqual([linesOf(cart), cart.meta], [[`${ids.plain}×2`], undefined])
    })

    it('stores, changes and clears notes', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain)
      const note = async (body: object) => {
        const cart = cartOf(await service.call('PATCH', `/cart-items/${id}/notes`, { token, body }))
        const { orderNote, giftNote, giftPackage } = cart.included[0]?.attributes ?? assert.fail()
        return [orderNote, giftNote, giftPackage]
      }
      const text = '\u{1F6D2} \r\n İış\u202e'
      assert.deepEqual(await note({ orderNote: text, giftPackage: true }), [text, null, true])
      assert.deepEqual(await note({ giftNote: 'İyi ki doğdun' }), [text, 'İyi ki doğdun', true])
      assert.deepEqual(await note({}), [text, 'İyi ki doğdun', true])
      assert.deepEqual(await note({ orderNote: null, giftPackage: false, other: 1 }), [null, 'İyi ki doğdun', false])
    })

    it('stores an empty note as null', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain)
      const call = (body: object) => service.call('PATCH', `/cart-items/${id}/notes`, { token, body })
      await call({ orderNote: 'a', giftNote: ' ' })
      const { attributes } = cartOf(await call({ orderNote: '', giftNote: '' })).included[0] ?? assert.fail()
      assert.deepEqual([attributes.orderNote, attributes.giftNote], [null, null])
      const stored = service.database.kysely.selectFrom('cart_lines').select(['order_note', 'gift_note'])
      assert.deepEqual(
        (await stored.where('id', '=', id).execute()).map(row => ({ ...row })),
        [{ order_note: null, gift_note: null }],
      )
    })

    it('names every wrong note at once, long ones beside those of another type, and changes none', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain)
      const path = `/cart-items/${id}/notes`
      const long = 'x'.repeat(251)
      for (const [body, expected] of [
        [{ orderNote: long, giftPackage: 'yes' }, ['field_invalid /giftPackage', 'note_too_long /orderNote']],
        [{ orderNote: 5, giftNote: long }, ['field_invalid /orderNote', 'note_too_long /giftNote']],
        [
          { orderNote: 'a\u0000', giftNote: long, giftPackage: 1 },
          ['field_invalid /orderNote', 'field_invalid /giftPackage', 'note_too_long /giftNote'],
        ],
        [{ orderNote: 'fine', giftPackage: null }, ['field_invalid /giftPackage']],
        [[], ['field_invalid ']],
        ['text', ['field_invalid ']],
      ] as const) {
        const answer = await service.call('PATCH', path, { token, body: JSON.stringify(body) })
        assert.deepEqual(
          refusalsOf(answer),
          expected.map(each => `422 ${each}`),
        )
      }
      const { attributes } = cartOf(await service.call('GET', '/cart', { token })).included[0] ?? assert.fail()
      assert.deepEqual([attributes.orderNote, attributes.giftNote, attributes.giftPackage], [null, null, false])
    })

    it('accepts notes up to the shop’s limit in code points, and reports the length of a longer note', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain)
      const path = `/cart-items/${id}/notes`
      const longest = '\u{1F6D2}'.repeat(250)
      cartOf(await service.call('PATCH', path, { token, body: { orderNote: longest } }))
      const body = { orderNote: `${longest}!`, giftNote: 'x'.repeat(251) }
      const answer = await service.call('PATCH', path, { token, body })
      assert.deepEqual(refusalsOf(answer), ['422 note_too_long /orderNote', '422 note_too_long /giftNote'])
      assert.match(answer.text, /at most 250 characters, not 251/)
    })

    it('deletes one line, and then all lines', async () => {
      const token = await guest()
      const id = await addItem(service, token, ids.plain)
      await addItem(service, token, ids.taxFree)
      const left = cartOf(await service.call('DELETE', `/cart-items/${id}`, { token }))
      assert.deepEqual(linesOf(left), [`${ids.taxFree}×1`])
      assert.deepEqual(refusalsOf(await service.call('DELETE', `/cart-items/${id}`, { token })), ['404 item_not_found'])
      const headers = { 'Content-Type': 'application/json' }
      assert.deepEqual(cartOf(await service.call('DELETE', '/cart', { token, headers })).included, [])
      await addItem(service, token, ids.plain)
    })

    // Proves: foreign-cart
    it('cannot be changed with the token of another guest', async () => {
      const [mine, other] = [await guest(), await guest()]
      const id = await addItem(service, mine, ids.plain)
      await addItem(service, other, ids.plain)
      for (const [method, path, body] of [
        ['PATCH', `/cart-items/${id}`, { quantity: 9 }],
        ['PATCH', `/cart-items/${id}/notes`, { orderNote: 'x' }],
        ['DELETE', `/cart-items/${id}`, undefined],
      ] as const) {
        assert.deepEqual(refusalsOf(await service.call(method, path, { token: other, body })), ['404 item_not_found'])
      }
      await service.call('DELETE', '/cart', { token: other })
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: mine }))), [`${ids.plain}×1`])
    })

    // Proves: invalid-item
    it('reports the errors of an item that is not valid, and stays unchanged', async () => {
      const token = await guest()
      await addItem(service, token, ids.plain, 60_000)
      const refused = async (body: object) => refusalsOf(await service.call('POST', '/cart-items', { token, body }))
      assert.deepEqual(await refused({ productId: ids.offSale, quantity: 1 }), ['422 product_not_on_sale /productId'])
      assert.deepEqual(await refused({ productId: 999, quantity: 1 }), ['422 product_not_on_sale /productId'])
      assert.deepEqual(await refused({ productId: ids.variants, quantity: 1 }), ['422 variant_required /variantId'])
      const unknown = { productId: ids.variants, variantId: 99, quantity: 1 }
      assert.deepEqual(await refused(unknown), ['422 variant_invalid /variantId'])
      const stray = { productId: ids.plain, variantId: ids.smallBlue, quantity: 60_000 }
      assert.deepEqual(await refused(stray), ['422 variant_invalid /variantId'])
      assert.deepEqual(await refused({ productId: ids.plain, quantity: 40_001 }), ['422 quantity_too_large /quantity'])
      assert.deepEqual(await refused({ quantity: 0 }), ['422 field_required /productId', '422 field_invalid /quantity'])
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [`${ids.plain}×60000`])
      await addItem(service, token, ids.plain, 40_000)
    })
  })
}
