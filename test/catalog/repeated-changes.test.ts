/** Changes of products by programs: repeated with a key, and with items that the shop does not have, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { PRODUCTS } from '../../src/api-paths.ts'
import { prune } from '../../src/jobs/prune.ts'
import { refusalsOf, whenFree } from '../support/cart/cart.ts'
import { change, revisionOf } from '../support/catalog/products.ts'
import { setStock, stockOf as stockAndReserved } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { times } from '../support/service/instances.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const { plain, variants, smallBlue, largeBlue } = ids
const DAY_MS = 86_400_000
const AT_ONCE = 8

interface Meta {
  updated: number
  unchanged: number
  skipped?: { pointer: string }[]
  skippedTotal?: number
}
const metaOf = ({ json }: Answer) => (json as { meta: Meta }).meta
const countsOf = (answer: Answer) => {
  assert.equal(answer.status, 200, answer.text)
  const { updated, unchanged, skipped, skippedTotal } = metaOf(answer)
  return { counts: [updated, unchanged], skipped: skipped?.map(({ pointer }) => pointer), skippedTotal }
}

async function stockOf(...item: Parameters<typeof stockAndReserved>): Promise<number> {
  return (await stockAndReserved(...item)).stock
}

for (const engine of engines) {
  describe(`changes of products by programs on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let keys = 0
    const newKey = () => `${engine}-${++keys}`
    before(async () => {
      service = await startService(engine)
      peer = engine === 'postgres' ? await service.startPeer() : service
      await service.importShop({
        products: [
          product({
            id: variants,
            sku: 'SHIRT',
            variants: [
              { id: smallBlue, sku: 'SMALL', name: 'Mavi / S' },
              { id: largeBlue, sku: 'LARGE', name: 'Mavi / L' },
            ],
          }),
          product({ id: 901, sku: 'TWICE' }),
          product({ id: 902, sku: 'TWICE' }),
        ],
      })
    })
    beforeEach(() => setStock(service, plain, 10))
    after(async () => {
      if (peer !== service) await peer.stop()
      await service.stop()
    })

    interface Sent {
      key?: string
      query?: string
      by?: string
      at?: TestService
    }
    const send = async (body: unknown, { key, query = '', by = 'erp', at = service }: Sent = {}) => {
      const token = await at.token('admin', { id: by, scope: 'catalogue:write' })
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
      return at.call('PATCH', `${PRODUCTS}${query}`, { token, body, headers })
    }
    const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'
    const skip = (body: unknown, sent: Sent = {}) => send(body, { ...sent, query: '?unknown=skip' })
    const add = [{ id: plain, stockChange: '+5' }]

    // Proves: repeated-changes
    it('repeated with their key count once, with the same counts, in any order of members', async () => {
      const key = newKey()
      const first = await send([{ id: plain, stockChange: '+5', onSale: true }], { key })
      assert.deepEqual([first.status, isReplayed(first), await stockOf(service, plain)], [200, false, 15])
      const again = await send([{ onSale: true, stockChange: '+5', id: plain }], { key, at: peer })
      assert.deepEqual([again.text, isReplayed(again), await stockOf(service, plain)], [first.text, true, 15])
      await send(add)
      await send(add, { key: newKey() })
      assert.equal(await stockOf(service, plain), 25)
    })

    it('of N at once with one key, one is made; the others get its answer', async () => {
      const key = newKey()
      const answers = await times(AT_ONCE, n => whenFree(() => send(add, { key, at: n % 2 ? peer : service })))
      assert.deepEqual(
        [...new Set(answers.map(({ status, text }) => `${status} ${text}`))],
        [`200 ${answers[0]?.text}`],
      )
      assert.equal(answers.filter(isReplayed).length, AT_ONCE - 1)
      assert.equal(await stockOf(service, plain), 15)
    })

    it('with a key of another body or another `unknown` are refused, and those of another administrator are their own', async () => {
      const key = newKey()
      await send(add, { key })
      const reused = ['422 idempotency_key_reused']
      assert.deepEqual(refusalsOf(await send([{ id: plain, stockChange: '+6' }], { key })), reused)
      assert.deepEqual(refusalsOf(await skip(add, { key })), reused)
      assert.equal(await stockOf(service, plain), 15)
      const other = await send(add, { key, by: 'till' })
      assert.deepEqual([other.status, isReplayed(other), await stockOf(service, plain)], [200, false, 20])
    })

    it('that are refused spend no key', async () => {
      const key = newKey()
      const unknown = [...add, { id: 999_999, stock: 1 }]
      assert.deepEqual(refusalsOf(await send(unknown, { key })), ['422 product_unknown /1/id'])
      assert.deepEqual(refusalsOf(await send([{ id: plain, stock: 'x' }], { key })), ['422 field_invalid /0/stock'])
      const sent = await send(add, { key })
      assert.deepEqual([sent.status, isReplayed(sent), await stockOf(service, plain)], [200, false, 15])
    })

    it('take no malformed key', async () => {
      for (const key of ['', 'a b', 'x'.repeat(256)]) {
        const answer = await send(add, { key })
        assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], key)
      }
      assert.equal(await stockOf(service, plain), 10)
      assert.equal((await send(add, { key: '~'.repeat(255) })).status, 200)
    })

    it('are forgotten after a day, whether or not the key is deleted', async () => {
      const key = newKey()
      await send(add, { key })
      const { kysely } = service.database
      const age = { created_at: Date.now() - DAY_MS }
      await kysely.updateTable('change_requests').set(age).where('idempotency_key', '=', key).execute()
      const again = await send(add, { key })
      assert.deepEqual([again.status, isReplayed(again), await stockOf(service, plain)], [200, false, 20])
      await kysely.updateTable('change_requests').set(age).where('idempotency_key', '=', key).execute()
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      const left = await kysely.selectFrom('change_requests').select('idempotency_key').execute()
      assert.ok(!left.some(each => each.idempotency_key === key))
    })

    it('leave unknown products and variants out where that is asked for, and name them', async () => {
      const body = [
        { id: plain, stock: 77 },
        { sku: 'NOBODY', stock: 1, variants: [{ sku: 'NONE', stock: 1 }] },
        {
          id: variants,
          variants: [
            { sku: 'SMALL', stock: 3 },
            { sku: 'HUGE', stock: 4 },
            { id: 424_242, stock: 5 },
          ],
        },
        { id: 999_999, price: '1' },
        { sku: 'LARGE', stock: 9 },
      ]
      assert.equal((await send(body)).status, 422)
      const revision = await revisionOf(service)
      assert.deepEqual(countsOf(await skip(body)), {
        counts: [3, 0],
        skipped: ['/1/sku', '/2/variants/1/sku', '/2/variants/2/id', '/3/id'],
        skippedTotal: 4,
      })
      assert.notEqual(await revisionOf(service), revision)
      const stocks = [await stockOf(service, plain), await stockOf(service, variants, smallBlue)]
      assert.deepEqual([...stocks, await stockOf(service, variants, largeBlue)], [77, 3, 9])
      assert.deepEqual(countsOf(await skip([{ sku: 'NOBODY', stock: 1 }])), {
        counts: [0, 0],
        skipped: ['/0/sku'],
        skippedTotal: 1,
      })
      assert.deepEqual(countsOf(await skip(add)), { counts: [1, 0], skipped: [], skippedTotal: 0 })
      assert.deepEqual(Object.keys(metaOf(await send(add))), ['updated', 'unchanged', 'warnings', 'warningsTotal'])
    })

    it('name the first hundred of what is left out, also when they are repeated', async () => {
      const body = Array.from({ length: 250 }, (_, n) => ({ sku: `UNKNOWN-${n}`, stock: 1 }))
      const key = newKey()
      const first = await skip(body, { key })
      const { skipped, skippedTotal } = countsOf(first)
      assert.deepEqual([skipped?.length, skipped?.at(-1), skippedTotal], [100, '/99/sku', 250])
      assert.equal((await skip(body, { key })).text, first.text)
    })

    it('that leave unknown items out are refused for everything else, and `unknown` is `skip` alone', async () => {
      assert.deepEqual(
        refusalsOf(
          await skip([
            { sku: 'TWICE', stock: 1 },
            { sku: 'NOBODY', stock: 1 },
          ]),
        ),
        ['422 sku_ambiguous /0/sku'],
      )
      assert.deepEqual(
        refusalsOf(
          await skip([
            { id: plain, stock: 'x' },
            { sku: 'NOBODY', stock: 1 },
          ]),
        ),
        ['422 field_invalid /0/stock'],
      )
      for (const query of ['?unknown=refuse', '?unknown=', '?unknown=skip&unknown=skip'])
        assert.deepEqual(refusalsOf(await send(add, { query })), ['400 parameter_invalid'], query)
      assert.equal((await change(service, [{ sku: 'NOBODY', stock: 1 }])).status, 422)
      assert.equal((await send(add, { query: '?other=1' })).status, 200)
    })
  })
}
