/** Shoppers of examples/web-shop: a cart in an app, a session in the web shop, and its buttons. */

import assert from 'node:assert/strict'
import { addItem } from '../cart/cart.ts'
import { customer, ids, product, shopFile } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { signIn } from './checkout.ts'
import { type ExampleShop, type FormAnswer, openPage, sendForm, startExampleShop } from './example-shop.ts'

/** The scopes of the web shop's own token. */
export const SCOPES = 'sessions:act checkouts:read checkouts:write catalogue:read promotions:read'

/** The path of a payment or an order, with its number. */
export const ORDER_PATH = /^\/(odeme|order)\/(\d{8}-[0-9A-Z]{10})(?:\/cancelled)?$/

/** Starts the example beside a service, with a token of the web shop's scopes and a login of the member. */
export async function startShopOf(service: TestService, env: NodeJS.ProcessEnv = {}): Promise<ExampleShop> {
  const SEPET_ADMIN_TOKEN = await service.token('admin', { id: 'web-shop', scope: SCOPES })
  return startExampleShop({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN, LOGINS: `ayse:parola-1:${ids.member}`, ...env })
}

/** Imports a shop with a product at a price, a coupon of one use, and no minimum order. */
export function importPrice(service: TestService, price: string, more: Record<string, unknown> = {}): Promise<void> {
  const products = [
    product({ id: ids.plain, name: 'Fincan & <tabak>', price }),
    product({ id: ids.taxFree, vatRate: 0 }),
  ]
  const coupons = [{ code: 'SON', description: '', discountType: 'percent', value: '5', usageLimit: 1 }]
  const paymentMethods = [{ id: 1, name: 'Kart', active: false, minimumOrderAmount: '1000' }]
  return service.importShop(shopFile({ products, coupons, paymentMethods, customers: [customer(ids.member)], ...more }))
}

/** A shopper with three pieces of a product in the cart. */
export interface Shopper {
  /** The app's token. */
  token: string
  cookie: string
  open: (path: string) => Promise<FormAnswer>
  send: (fields: Record<string, string>, path?: string) => Promise<FormAnswer>
  /** The fields of the form that begins the payment. */
  payFields: () => Promise<Record<string, string>>
  /** Presses "Pay". @returns the order number in the address of the payment page */
  pay: () => Promise<string>
  /** Presses a button of the page of a payment or an order. */
  press: (button: string, reference: string, page?: 'odeme' | 'order') => Promise<FormAnswer>
  /** The sentence of a page, such as one that a form redirects to; undefined without one. */
  sentenceAt: (location: string | null) => Promise<string | undefined>
}

/** Creates a guest with a session in the web shop. */
export async function createShopper(service: TestService, shop: ExampleShop): Promise<Shopper> {
  const token = await service.token('guest')
  await addItem(service, token, ids.plain, 3)
  return shopperOf(shop, token, await signIn(service, token))
}

/** The shopper of a session. */
export function shopperOf(shop: ExampleShop, token: string, cookie: string): Shopper {
  const open = (path: string) => openPage(shop, path, cookie)
  const send = (fields: Record<string, string>, path = '/odeme') => sendForm(shop, fields, { cookie, path })
  const payFields = async () => payFieldsOf((await open('/odeme')).page)
  return {
    token,
    cookie,
    open,
    send,
    payFields,
    pay: async () => {
      const { status, location } = await send(await payFields())
      const [, page, reference = ''] = ORDER_PATH.exec(location ?? '') ?? []
      assert.deepEqual([status, page], [303, 'odeme'], location ?? '')
      return reference
    },
    press: (button, reference, page = 'odeme') => send({ do: button }, `/${page}/${reference}`),
    sentenceAt: async location => sentenceOf(await open(location ?? '')),
  }
}

/** The sentence of a page that screen readers announce; undefined without one. */
export function sentenceOf({ page }: FormAnswer): string | undefined {
  return /role="alert">\s*(?:<p>)?([^<]*)</.exec(page)?.[1]
}

/** The fields of the form that begins the payment. @throws Error for a page without that form */
export function payFieldsOf(page: string): Record<string, string> {
  const forms = page.split('<form').filter(form => form.split('</form>')[0]?.includes('value="pay"'))
  if (forms.length !== 1) throw new Error(`The page has ${forms.length} forms that begin a payment.`)
  const hidden = [...(forms[0] ?? '').matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return { do: 'pay', ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])) }
}
