/** The worked examples of docs/promotions.md, computed by a real server: each campaign alone in the shop of the page. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { addItem, cartOf, type ShownCart } from '../support/cart/cart.ts'
import { startService, type TestService } from '../support/service/service.ts'

interface Shop {
  products: { id: number; name: string }[]
}

/** A section of the page with a campaign, and the carts of its table. */
interface Example {
  title: string
  campaign: { id: number }
  /** What the section adds to the shop, such as shipping. */
  more: object
  /** The cells of each row by their headings. */
  carts: Record<string, string>[]
}

const page = readFileSync(join(import.meta.dirname, '../../docs/promotions.md'), 'utf8')
const sections = page.split(/^#+ /m)
const shop = sections.flatMap(jsonOf).find(each => 'products' in each) as Shop | undefined
const examples = sections.flatMap(exampleOf)

function jsonOf(section: string): object[] {
  return [...section.matchAll(/```json\n([\s\S]+?)```/g)].map(([, text = '']) => JSON.parse(text))
}

function exampleOf(section: string): Example[] {
  const blocks = jsonOf(section)
  const campaign = blocks.find((each): each is Example['campaign'] => 'reward' in each)
  if (!campaign) return []
  const more = blocks.find(each => 'shippingCompanies' in each) ?? {}
  return [{ title: section.split('\n')[0] ?? '', campaign, more, carts: tableOf(section) }]
}

function tableOf(section: string): Record<string, string>[] {
  const [headings = [], , ...rows] = section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  return rows.map(cells => Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? ''])))
}

/** Puts the items of a cell, such as `2 × Keten gömlek + 1 × İpek kravat`, into a new cart, and chooses the campaign where it is listed. */
async function cartOfRow(service: TestService, items: string, campaignId: number): Promise<ShownCart> {
  const token = await service.token('guest')
  for (const item of items.split(' + ')) {
    const [, quantity, name] = /^(\d+) × (.+)$/.exec(item) ?? assert.fail(item)
    const product = shop?.products.find(each => each.name === name) ?? assert.fail(item)
    await addItem(service, token, product.id, Number(quantity))
  }
  const before = cartOf(await service.call('GET', '/cart', { token }))
  if (!before.data.attributes.campaigns) return before
  return cartOf(await service.call('POST', '/cart/campaign', { token, body: { campaignId } }))
}

/** What the page says of a cart. */
function rowOf({ data }: ShownCart, headings: string[]): Record<string, string> {
  const { attributes, meta } = data
  const missing = meta?.offers?.[0]?.missing
  const pieces = missing?.quantity === 1 ? '1 piece' : `${missing?.quantity} pieces`
  const lacks = missing && `${missing.total?.amount ?? pieces} is missing`
  const row: Record<string, string | undefined> = {
    Value: meta?.vat?.subtotalWithVat.amount,
    Discount: lacks ?? attributes.appliedCampaign?.discountAmount.amount,
    Shipping: attributes.cargoPrice?.amount,
    'To pay': attributes.grandTotal?.amount,
  }
  return Object.fromEntries(headings.map(heading => [heading, row[heading] ?? '']))
}

describe('the worked examples of docs/promotions.md', () => {
  it('are of every reward', () => {
    const rewards = examples.map(({ campaign }) => (campaign as { reward?: { type: string } }).reward?.type)
    assert.deepEqual(
      [...new Set(rewards)].toSorted(),
      ['buy_x_get_y', 'buy_x_pay_y', 'fixed', 'free_shipping', 'percent'].toSorted(),
    )
  })

  for (const { title, campaign, more, carts } of examples)
    it(`are what Sepet computes: ${title}`, async () => {
      assert.ok(carts.length > 1)
      const service = await startService('sqlite')
      await service.importShop({ ...shop, ...more, campaigns: [campaign] }, { allowCurrencyChange: true })
      for (const row of carts) {
        const { Cart: items = '', 'What counts': _, ...shown } = row
        const cart = await cartOfRow(service, items, campaign.id)
        assert.deepEqual(shown, rowOf(cart, Object.keys(shown)), items)
      }
      await service.stop()
    })
})
