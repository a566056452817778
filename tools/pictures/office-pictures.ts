/** The pictures of the office: the days of the shop, a cart whose coupon does not apply, the coupons, and the products. */

import { join } from 'node:path'
import { addItem } from '../../test/support/cart/cart.ts'
import { complete, hold } from '../../test/support/checkouts/orders.ts'
import { officeKeyOf } from '../../test/support/office/office.ts'
import type { TestService } from '../../test/support/service/service.ts'
import { PICTURES, type Scene } from './folder.ts'

const VIEWPORT = { width: 1280, height: 1080 }
const MEMBER = '1'
/** Orders of the sample shop: each is a cart of these products. */
const ORDERS = [[109, 114], [109], [114], [109, 114], [114], [109]]

const PAGES = {
  home: '/office',
  cart: `/office/carts/member:${MEMBER}`,
  coupons: '/office/coupons',
  products: '/office/products',
}

/** Makes orders, a cart that was left, and a cart with a coupon that lacks something. */
export async function fillShop(service: TestService): Promise<void> {
  for (const [number, products] of ORDERS.entries()) {
    const token = await service.token('guest')
    for (const product of products) await addItem(service, token, product)
    await hold(service, `2026-00${120 + number}`, token)
    if (number > 0) await complete(service, `2026-00${120 + number}`)
  }
  await addItem(service, await service.token('guest'), 114)
  const member = await service.token('member', { id: MEMBER })
  await addItem(service, member, 109)
  await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: 'HEDİYE100' } })
}

/** Takes the pictures, as the owner of the shop sees the pages in English. */
export async function takeOffice({ browser, service, colorScheme }: Scene): Promise<void> {
  const url = service.config.PUBLIC_URL
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    colorScheme,
  })
  const page = await context.newPage()
  await page.goto(`${url}/office#key=${officeKeyOf(service)}`)
  await page.getByRole('button', { name: /owner/i }).click()
  await page.waitForURL(`${url}/office`)
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(url + path)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(PICTURES, `office-${name}-${colorScheme}.png`) })
  }
  await context.close()
}
