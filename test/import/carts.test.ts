/** Carts of shop files on both engines: what replaces them, what refuses them, and shoppers who write meanwhile. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { customer, ids, shopFile } from '../support/import/shop-file.ts'

const GUEST = 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
const coupon = { code: 'YAZ10', discountType: 'percent', value: '10' }
const line = (productId: number, quantity = 1, more: object = {}) => ({ productId, quantity, ...more })
const small = (quantity = 1) => line(ids.variants, quantity, { variantId: ids.smallBlue })

onEachEngine('importing carts', (shop, engine) => {
  /** Lines as `product/variant×quantity`, by cart. */
  const carts = async () => {
    const { rows } = await sql<{ id: string; coupon: string | null; line: string | null }>`
      select c.id, c.entered_code as coupon, l.product_id || '/' || l.variant_id || '×' || l.quantity as line
      from carts c left join cart_lines l on l.cart_id = c.id order by c.id, l.position`.execute(shop.database.kysely)
    const byId = Map.groupBy(rows, ({ id }) => id)
    return Object.fromEntries(
      [...byId].map(([id, [first, ...more]]) => [
        id,
        [first?.coupon ?? '-', ...[first, ...more].flatMap(row => row?.line ?? [])].join(' '),
      ]),
    )
  }
  const counts = async (file: object) =>
    (await shop.import(file)).files[0]?.sections
      .filter(({ section }) => section === 'carts')
      .map(({ created, updated, unchanged }) => [created, updated, unchanged])

  test('replaces what is in them, and changes nothing when repeated', async () => {
    await shop.import(shopFile({ coupons: [coupon] }))
    const file = {
      customers: [customer(50, { externalId: 'M-50' })],
      carts: [
        {
          subject: GUEST.toUpperCase().replace('GUEST', 'guest'),
          lines: [line(ids.plain, 2, { orderNote: 'kırmızı' }), small()],
        },
        { externalId: 'M-50', lines: [small(3)], couponCode: 'yaz10' },
        { subject: `member:${ids.member}`, lines: [] },
      ],
    }
    assert.deepEqual(await counts(file), [[3, 0, 0]])
    const all = {
      [GUEST]: '- 101/0×2 102/1021×1',
      'member:1': '-',
      'member:50': 'yaz10 102/1021×3',
    }
    assert.deepEqual(await carts(), all)
    const before = [await shop.rows('carts'), await shop.rows('cart_lines'), await shop.rows('events')]
    const revision = await shop.revision()
    assert.deepEqual(await counts(file), [[0, 0, 3]])
    assert.deepEqual([await shop.rows('carts'), await shop.rows('cart_lines'), await shop.rows('events')], before)

    const kept = (await shop.rows('cart_lines')).find(
      ({ product_id, cart_id }) => product_id === 101 && cart_id === GUEST,
    )
    const changed = {
      carts: [
        { subject: GUEST, lines: [small(4), line(ids.plain)] },
        { externalId: 'M-50', lines: [small(3)] },
        { subject: 'member:1', lines: [], couponCode: null },
      ],
    }
    assert.deepEqual(await counts(changed), [[0, 1, 2]])
    assert.deepEqual(await carts(), { ...all, [GUEST]: '- 102/1021×4 101/0×1' })
    const stays = (await shop.rows('cart_lines')).find(({ id }) => id === kept?.id)
    assert.deepEqual([stays?.order_note, stays?.position], ['kırmızı', 2])
    assert.deepEqual(await counts({ carts: [{ externalId: 'M-50', lines: [small(3)], couponCode: null }] }), [
      [0, 1, 0],
    ])
    assert.equal((await carts())['member:50'], '- 102/1021×3')
    // A shop that stays the same keeps its revision.
    assert.equal(await shop.revision(), revision)
  })

  test('takes items, coupons and customers of the same file, also external ids that change owners', async () => {
    await shop.import({ customers: [customer(1, { externalId: 'A' }), customer(2, { externalId: 'B' })] })
    await shop.import({
      ...(shopFile() as { products: object[] }),
      customers: [customer(1, { externalId: 'B' }), customer(2, { externalId: 'A' })],
      coupons: [{ ...coupon, startsAt: '2030-01-01T00:00:00Z' }],
      carts: [
        { externalId: 'A', lines: [line(ids.plain)], couponCode: 'YAZ10' },
        { externalId: 'B', lines: [small()] },
      ],
    })
    assert.deepEqual(await carts(), { 'member:1': '- 102/1021×1', 'member:2': 'YAZ10 101/0×1' })
  })

  test('refuses each fault with its place, and writes nothing', async () => {
    await shop.import(shopFile())
    const guest = (n: number) => `guest:00000000-0000-4000-8000-00000000000${n}`
    await shop.database.kysely
      .insertInto('carts')
      .values({ id: guest(9), merged_into: 1, created_at: 0, used_at: 0 })
      .execute()
    assert.deepEqual(
      await shop.refusal({
        carts: [
          { subject: 'ucp:00000000-0000-4000-8000-000000000001', lines: [] },
          { subject: 'member:1', externalId: 'A', lines: [] },
          { lines: [] },
          { subject: guest(1), lines: [line(101, 0), { productId: 'x', quantity: 1 }] },
          { externalId: 7, lines: {} },
        ],
      }),
      [
        'shop.json /carts/0/subject: must be member:<customer id> or guest:<uuid>',
        'shop.json /carts/1/subject: must be left out: externalId names the owner',
        'shop.json /carts/2/subject: is missing: a cart needs an owner, by subject or externalId',
        'shop.json /carts/3/lines/0/quantity: must be an integer from 1 to 100000',
        'shop.json /carts/3/lines/1/productId: must be an integer from 1 to 9007199254740991',
        'shop.json /carts/4/externalId: must be a text of 1 to 255 characters (without U+0000 and lone surrogates)',
        'shop.json /carts/4/lines: must be a list of lines',
      ],
    )
    const before = [await shop.rows('carts'), await shop.rows('products')]
    assert.deepEqual(
      await shop.refusal({
        customers: [customer(5, { externalId: 'M-5' })],
        products: [{ id: 900, name: 'Yeni', price: '1' }],
        carts: [
          { externalId: 'NOBODY', lines: [] },
          { subject: 'member:77', lines: [] },
          { subject: `member:${ids.banned}`, lines: [] },
          { subject: guest(9), lines: [] },
          { subject: guest(1), lines: [line(999), line(ids.offSale), line(ids.variants), line(900)] },
          {
            subject: guest(2),
            lines: [line(999), line(ids.plain, 1, { variantId: 5 }), line(ids.variants, 1, { variantId: 5 })],
          },
          { subject: guest(3), lines: [line(900), line(900, 2)], couponCode: 'NONE' },
          { subject: guest(3), lines: [line(900, 1, { giftNote: 'x'.repeat(2_000) })] },
          { externalId: 'M-5', lines: [] },
          { subject: 'member:5', lines: [] },
          { subject: 'member:9999999999999999', lines: [] },
        ],
      }),
      [
        'shop.json /carts/0/externalId: is no customer of the shop',
        'shop.json /carts/1/subject: is no customer of the shop',
        'shop.json /carts/2/subject: is no active customer, and no guest who has not logged in',
        'shop.json /carts/3/subject: is no active customer, and no guest who has not logged in',
        'shop.json /carts/7/subject: is repeated: /carts/6/subject has the same',
        'shop.json /carts/9/subject: is repeated: /carts/8/externalId has the same',
        'shop.json /carts/10/subject: is no customer of the shop',
        'shop.json /carts/4/lines: has more lines than a cart may hold',
        'shop.json /carts/4/lines/0/productId: is no product on sale',
        'shop.json /carts/4/lines/1/productId: is no product on sale',
        'shop.json /carts/4/lines/2/variantId: is missing: the product has variants',
        'shop.json /carts/5/lines/0/productId: is no product on sale',
        'shop.json /carts/5/lines/1/variantId: is no variant on sale of the product',
        'shop.json /carts/5/lines/2/variantId: is no variant on sale of the product',
        'shop.json /carts/6/lines/1/productId: is the item of another line of the cart, too',
        'shop.json /carts/6/couponCode: is no coupon of the shop',
        'shop.json /carts/7/lines/0/giftNote: is longer than notes may be',
      ],
    )
    assert.deepEqual([await shop.rows('carts'), await shop.rows('products')], before)
  })

  test('replaces carts by the hundred', async () => {
    await shop.import(shopFile())
    const many = Array.from({ length: 120 }, (_, n) => ({
      subject: `guest:00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      lines: [line(ids.plain, n + 1)],
    }))
    assert.deepEqual(await counts({ carts: many }), [[120, 0, 0]])
    assert.deepEqual(await counts({ carts: many.map((cart, n) => (n % 2 ? cart : { ...cart, lines: [small()] })) }), [
      [0, 60, 60],
    ])
    const report = await shop.refusal({ carts: [...many, { subject: GUEST, lines: [line(999)] }] })
    assert.deepEqual(report, ['shop.json /carts/120/lines/0/productId: is no product on sale'])
  })

  test('waits for a shopper who has locked the cart, without a lock that the shopper needs', async t => {
    if (engine === 'sqlite') return t.skip('SQLite has one writer')
    await shop.import(shopFile({ carts: [{ subject: GUEST, lines: [line(ids.plain)] }] }))
    const shopper = openDatabase(shop.config)
    try {
      let imported: Promise<unknown> = Promise.resolve()
      await shopper.kysely.transaction().execute(async within => {
        await sql`select 1 from carts where id = ${GUEST} for update`.execute(within)
        imported = shop.import(shopFile({ carts: [{ subject: GUEST, lines: [small(2)] }] }))
        await untilOneWaits(shop.database)
        // The import that waits for the cart has not locked the shop.
        await sql`select 1 from shop for update nowait`.execute(within)
        await sql`update cart_lines set quantity = 9, order_note = 'son' where cart_id = ${GUEST}`.execute(within)
      })
      await imported
      assert.deepEqual(await carts(), { [GUEST]: '- 102/1021×2' })
    } finally {
      await shopper.close()
    }
  })
})
