/** Judges of the cart's documents: independent JSON:API clients (jsona, kitsu-core) decode them, whole and with selected fields. */

import assert from 'node:assert/strict'
import { Jsona } from 'jsona'
import * as kitsu from 'kitsu-core'
import { addItem } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import { type Answer, startService, type TestService } from '../service/service.ts'
import { type Judge, type JudgedCase, judgeCase, type Verdict } from './judge.ts'
import { packageOf } from './program.ts'

// The package's types cannot be resolved by the module rules of Node.js.
const { deserialise } = kitsu as unknown as { deserialise: (document: unknown) => Promise<unknown> }

interface DecodedItem {
  id: string
  productName?: string
  variantId?: number | null
}

/** A cart as a client has decoded it; without the relationship it has no items. */
interface DecodedCart {
  id: string
  totalQuantity?: number
  subtotal?: { amount: string }
  items: DecodedItem[] | undefined
}

interface Client {
  name: string
  decodeCart: (text: string) => Promise<DecodedCart>
  /** Returns the pointers of a document of errors; undefined for a client that does not decode errors. */
  decodeErrors?: (text: string) => Promise<(string | undefined)[]>
}

const jsona: Client = {
  name: 'jsona',
  decodeCart: async text => new Jsona().deserialize(text) as unknown as DecodedCart,
}

const kitsuCore: Client = {
  name: 'kitsu-core',
  decodeCart: async text => {
    const { data } = (await deserialise(JSON.parse(text))) as {
      data: Omit<DecodedCart, 'items'> & { items?: { data: DecodedItem[] } }
    }
    return { ...data, items: data.items?.data }
  },
  decodeErrors: async text => {
    const { errors } = (await deserialise(JSON.parse(text))) as { errors: { source?: { pointer?: string } }[] }
    return errors.map(({ source }) => source?.pointer)
  },
}

/** A document that is decoded: how it is asked for, and what it must be. */
interface DocumentCase {
  name: string
  ask: (shop: Shop) => Promise<Answer>
  assertDecoded: (cart: DecodedCart, shop: Shop) => void
}

/** A guest with two lines, and one without any. */
interface Shop {
  service: TestService
  token: string
  emptyToken: string
  itemIds: string[]
}

const NAMES = [
  ['Keten gömlek', null],
  ['Yün kazak', ids.smallBlue],
]

const read =
  (query = '') =>
  ({ service, token }: Shop) =>
    service.call('GET', `/cart${query}`, { token })

function assertLines({ items }: DecodedCart, { itemIds }: Shop): void {
  assert.deepEqual(
    items?.map(({ id, productName, variantId }) => [id, productName, variantId]),
    NAMES.map((names, index) => [itemIds[index], ...names]),
  )
}

function assertWhole(cart: DecodedCart, shop: Shop): void {
  assert.deepEqual([cart.id, cart.totalQuantity, cart.subtotal?.amount], ['me', 3, '499.81'])
  assertLines(cart, shop)
}

const DOCUMENTS: readonly DocumentCase[] = [
  { name: 'a cart', ask: read(), assertDecoded: assertWhole },
  { name: 'a cart with include=items', ask: read('?include=items'), assertDecoded: assertWhole },
  {
    name: 'an empty cart',
    ask: ({ service, emptyToken }) => service.call('GET', '/cart', { token: emptyToken }),
    assertDecoded: cart => assert.deepEqual([cart.totalQuantity, cart.items], [0, []]),
  },
  {
    name: 'the answer to a write',
    ask: ({ service, token }) => service.call('DELETE', '/cart/coupon', { token }),
    assertDecoded: assertWhole,
  },
  {
    name: 'a badge: one field, no lines',
    ask: read('?fields[carts]=totalQuantity&fields[cart-items]='),
    assertDecoded: cart => {
      assert.deepEqual([cart.id, cart.totalQuantity, cart.subtotal, cart.items], ['me', 3, undefined, undefined])
    },
  },
  {
    name: 'selected fields of the cart and of its lines',
    ask: read('?fields[carts]=totalQuantity,items&fields[cart-items]=productName,variantId'),
    assertDecoded: (cart, shop) => {
      assert.deepEqual([cart.totalQuantity, cart.subtotal], [3, undefined])
      assertLines(cart, shop)
    },
  },
  {
    name: 'references to lines that are left out',
    ask: read('?fields[carts]=items&fields[cart-items]='),
    assertDecoded: (cart, { itemIds }) => {
      assert.deepEqual([cart.totalQuantity, cart.items?.map(({ id }) => id)], [undefined, itemIds])
    },
  },
]

const ERRORS = 'a document of errors'

/** The judges, one per client. */
export const jsonApiClientJudges: readonly Judge[] = [jsona, kitsuCore].map(client => ({
  name: `JSON:API 1.1, documents of the cart read by ${client.name}`,
  run: () => judge(client),
}))

async function judge(client: Client): Promise<Verdict> {
  const service = await startService('sqlite')
  try {
    const [token, emptyToken] = [await service.token('guest'), await service.token('guest')]
    const first = await addItem(service, token, ids.plain, 2)
    const itemIds = [first, await addItem(service, token, ids.variants, 1, ids.smallBlue)]
    const shop = { service, token, emptyToken, itemIds }
    const cases: JudgedCase[] = []
    for (const { name, ask, assertDecoded } of DOCUMENTS) {
      const { text } = await ask(shop)
      cases.push(await judgeCase(name, async () => assertDecoded(await client.decodeCart(text), shop)))
    }
    const { decodeErrors } = client
    if (decodeErrors) cases.push(await judgeCase(ERRORS, () => assertErrors(decodeErrors, shop)))
    return {
      by: packageOf(client.name),
      cases,
      notApplicable: decodeErrors ? [] : [{ name: ERRORS, why: 'the client decodes documents with data alone' }],
    }
  } finally {
    await service.stop()
  }
}

async function assertErrors(decode: NonNullable<Client['decodeErrors']>, { service, token }: Shop): Promise<void> {
  const body = { productId: ids.variants, quantity: 1 }
  const { text } = await service.call('POST', '/cart-items', { token, body })
  assert.deepEqual(await decode(text), ['/variantId'])
}
