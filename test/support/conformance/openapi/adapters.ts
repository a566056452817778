/** Adapters of generated clients, as TypeScript text beside the generated files: each makes the round trip's calls with the client's own types. */

/** Reads a cart by the types of a generated client. */
const seenCart = `
function seen({ data: { attributes }, included }: CartAnswer): SeenCart {
  return {
    totalQuantity: attributes.totalQuantity,
    subtotal: attributes.subtotal,
    couponCode: attributes.appliedCoupon?.code ?? null,
    lines: included.map(({ id, attributes: { variantId, unitPrice } }) => ({ id, variantId, unitPrice: unitPrice.amount })),
  }
}`

/** The adapter of openapi-typescript's types with openapi-fetch. */
export const openapiTypescript = `import createClient from 'openapi-fetch'
import type { RoundTrip, SeenCart } from './seen-cart.ts'
import type { components, paths } from './schema.d.ts'

type CartAnswer = components['schemas']['CartAnswer']
${seenCart}

function requireData<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

export async function start(url: string): Promise<RoundTrip> {
  const api = createClient<paths>({ baseUrl: url })
  const { accessToken } = requireData(await api.POST('/api/v3/storefront/2026-01/guest-tokens'))
  api.use({ onRequest: ({ request }) => request.headers.set('Authorization', 'Bearer ' + accessToken) })
  const line = '/api/v3/storefront/2026-01/cart-items/{itemId}'
  return {
    addItem: async (productId, quantity) =>
      seen(requireData(await api.POST('/api/v3/storefront/2026-01/cart-items', { body: { productId, quantity } }))),
    setQuantity: async (itemId, quantity) =>
      seen(requireData(await api.PATCH(line, { params: { path: { itemId } }, body: { quantity } }))),
    setNotes: async (itemId, giftPackage) =>
      seen(requireData(await api.PATCH(\`\${line}/notes\`, { params: { path: { itemId } }, body: { giftPackage, giftNote: null } }))),
    applyCoupon: async couponCode =>
      seen(requireData(await api.POST('/api/v3/storefront/2026-01/cart/coupon', { body: { couponCode } }))),
    readCart: async () => seen(requireData(await api.GET('/api/v3/storefront/2026-01/cart'))),
    removeItem: async itemId => seen(requireData(await api.DELETE(line, { params: { path: { itemId } } }))),
  }
}
`

/** The adapter of hey-api's functions. */
export const heyApi = `import { client } from './api/client.gen'
import { addItem, applyCoupon, createGuestToken, readCart, removeItem, setNotes, setQuantity } from './api/sdk.gen'
import type { CartAnswer } from './api/types.gen'
import type { RoundTrip, SeenCart } from './seen-cart.ts'
${seenCart}

export async function start(url: string): Promise<RoundTrip> {
  client.setConfig({ baseUrl: url })
  const { data: token } = await createGuestToken({ throwOnError: true })
  client.setConfig({ auth: token.accessToken })
  const throwOnError = true
  return {
    addItem: async (productId, quantity) => seen((await addItem({ body: { productId, quantity }, throwOnError })).data),
    setQuantity: async (itemId, quantity) =>
      seen((await setQuantity({ path: { itemId }, body: { quantity }, throwOnError })).data),
    setNotes: async (itemId, giftPackage) =>
      seen((await setNotes({ path: { itemId }, body: { giftPackage, giftNote: null }, throwOnError })).data),
    applyCoupon: async couponCode => seen((await applyCoupon({ body: { couponCode }, throwOnError })).data),
    readCart: async () => seen((await readCart({ throwOnError })).data),
    removeItem: async itemId => seen((await removeItem({ path: { itemId }, throwOnError })).data),
  }
}
`

/** The adapter of orval's functions, which have the URL of the server in them. */
export const orval = `import { addItem, applyCoupon, createGuestToken, readCart, removeItem, setNotes, setQuantity } from './api'
import type { CartAnswer } from './api'
import type { RoundTrip, SeenCart } from './seen-cart.ts'
${seenCart}

function refused(answer: { status: number; data: unknown }): Error {
  return new Error(answer.status + ' ' + JSON.stringify(answer.data))
}

export async function start(): Promise<RoundTrip> {
  const token = await createGuestToken()
  if (token.status !== 201) throw refused(token)
  const options = { headers: { Authorization: 'Bearer ' + token.data.accessToken } }
  return {
    addItem: async (productId, quantity) => {
      const answer = await addItem({ productId, quantity }, {}, options)
      if (answer.status !== 201) throw refused(answer)
      return seen(answer.data)
    },
    setQuantity: async (itemId, quantity) => {
      const answer = await setQuantity(itemId, { quantity }, {}, options)
      if (answer.status !== 200) throw refused(answer)
      return seen(answer.data)
    },
    setNotes: async (itemId, giftPackage) => {
      const answer = await setNotes(itemId, { giftPackage, giftNote: null }, {}, options)
      if (answer.status !== 200) throw refused(answer)
      return seen(answer.data)
    },
    applyCoupon: async couponCode => {
      const answer = await applyCoupon({ couponCode }, {}, options)
      if (answer.status !== 200) throw refused(answer)
      return seen(answer.data)
    },
    readCart: async () => {
      const answer = await readCart({}, options)
      if (answer.status !== 200) throw refused(answer)
      return seen(answer.data)
    },
    removeItem: async itemId => {
      const answer = await removeItem(itemId, {}, options)
      if (answer.status !== 200) throw refused(answer)
      return seen(answer.data)
    },
  }
}
`

/** The adapter of swagger-typescript-api's class. It parses bodies of `application/json` alone, unless a format is given. */
export const swaggerTypescriptApi = `import { Api, type CartAnswer } from './api'
import type { RoundTrip, SeenCart } from './seen-cart.ts'
${seenCart}

export async function start(url: string): Promise<RoundTrip> {
  const { api, setSecurityData } = new Api<string>({
    baseUrl: url,
    baseApiParams: { format: 'json' },
    securityWorker: token => (token === null ? {} : { headers: { Authorization: 'Bearer ' + token } }),
  })
  setSecurityData((await api.createGuestToken()).data.accessToken)
  return {
    addItem: async (productId, quantity) => seen((await api.addItem({ productId, quantity })).data),
    setQuantity: async (itemId, quantity) => seen((await api.setQuantity(itemId, { quantity })).data),
    setNotes: async (itemId, giftPackage) => seen((await api.setNotes(itemId, {}, { giftPackage, giftNote: null })).data),
    applyCoupon: async couponCode => seen((await api.applyCoupon({ couponCode })).data),
    readCart: async () => seen((await api.readCart()).data),
    removeItem: async itemId => seen((await api.removeItem(itemId)).data),
  }
}
`
