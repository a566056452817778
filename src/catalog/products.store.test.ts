/** Tests of the product cache on every engine. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { engines, onCitus } from '../../test/support/database/engines.ts'
import { ids, product } from '../../test/support/import/shop-file.ts'
import { startService, type TestService } from '../../test/support/service/service.ts'
import { transaction } from '../db/database.ts'
import { insertChangedProducts } from '../shop/changed-products-log.sql.ts'
import { createShopFollower } from '../shop/follow-shop.store.ts'
import { incrementRevision } from '../shop/revision.sql.ts'
import { createProductCache, type LoadProducts } from './products.store.ts'

for (const engine of engines) {
  describe(`the product cache on ${engine}`, () => {
    let service: TestService
    let loadProducts: LoadProducts
    before(async () => {
      service = await startService(engine)
      loadProducts = createProductCache(service.database, createShopFollower(service.database))
    })
    after(() => service.stop())

    const revision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const priceOf = async (id: number, at: number) => (await loadProducts([id], at))?.get(id)?.price?.toFixed()

    it('returns products with their variants, and undefined for unknown ids', async () => {
      const products = await loadProducts([ids.variants, ids.plain, 999], await revision())
      const shirt = products?.get(ids.plain)
      assert.deepEqual(
        [shirt?.name, shirt?.price?.toFixed(), shirt?.vatFactor.toFixed()],
        ['Keten gömlek', '199.905', '1.2'],
      )
      assert.deepEqual([...(products?.get(ids.variants)?.variants.keys() ?? [])].sort(), [ids.smallBlue, ids.largeBlue])
      assert.equal(products?.get(999), undefined)
      assert.ok(await loadProducts([], await revision()))
    })

    it('returns products of the requested revision, and undefined for an earlier revision', async () => {
      const before = await revision()
      assert.equal(await priceOf(ids.plain, before), '199.905')
      await service.importShop({ products: [product({ id: ids.plain, price: '7' })] })
      assert.equal(await priceOf(ids.taxFree, before), undefined, 'the database has a newer revision')
      assert.equal(await priceOf(ids.plain, await revision()), '7')
      assert.equal(await priceOf(ids.plain, before), undefined, 'the cache has a newer revision')
    })

    it('finds variants by the index where PostgreSQL has no statistics', {
      skip: engine === 'sqlite' ? 'the embedded engine needs none' : onCitus,
    }, async () => {
      await transaction(service.database, async queries => {
        const { kysely } = queries
        const scans = async () => {
          const { rows } = await sql<{ whole: number; byIndex: number }>`
            select seq_scan as whole, idx_scan as "byIndex" from pg_stat_xact_user_tables where relname = 'variants'`.execute(
            kysely,
          )
          return rows[0] ?? assert.fail('no table')
        }
        await sql`
          insert into products (id, name, on_sale, price, vat_rate, stock, stock_unit, stock_increment, free_cargo)
          select 1000000 + n, 'Gömlek', 1, '5', '20', '5', '', '1', 0 from generate_series(1, 20000) as n`.execute(
          kysely,
        )
        await sql`
          insert into variants (product_id, id, name, on_sale, stock)
          select 1000000 + n, 1, 'S', 1, '5' from generate_series(1, 20000) as n`.execute(kysely)
        await sql`delete from pg_statistic where starelid in ('products'::regclass, 'variants'::regclass)`.execute(
          kysely,
        )
        const asked = Array.from({ length: 100 }, (_, n) => 1_000_001 + n)
        const before = await scans()
        await createProductCache(queries, createShopFollower(queries))(asked, await revision())
        const { whole, byIndex } = await scans()
        assert.equal(whole, before.whole)
        assert.ok(byIndex > before.byIndex)
      })
    })

    describe('after a change of products', () => {
      const at = async (ids: number[]) => {
        const products = await loadProducts(ids, await revision())
        return ids.map(id => products?.get(id))
      }
      /** Sets the price of a product and increments the revision, with an entry in the log or without one. */
      const setPrice = (id: number, price: string, changedAt?: number) =>
        transaction(service.database, async queries => {
          await queries.kysely.updateTable('products').set({ price }).where('id', '=', id).execute()
          const to = await incrementRevision(queries)
          if (changedAt !== undefined)
            await insertChangedProducts(queries, { revision: to, productIds: [id], changedAt })
        })
      const pair = [ids.plain, ids.taxFree]

      it('reads only the changed products again', async () => {
        await setPrice(ids.soldOut, '1', 1)
        const [plain, taxFree] = await at(pair)
        await setPrice(ids.plain, '8', 2)
        await setPrice(ids.plain, '9', 3)
        const [changed, kept] = await at(pair)
        assert.equal(changed?.price?.toFixed(), '9')
        assert.notEqual(changed, plain)
        assert.equal(kept, taxFree, 'the same object')
      })

      it('reads all products again when a revision has no entry', async () => {
        await setPrice(ids.plain, '10', 4)
        const [, taxFree] = await at(pair)
        await setPrice(ids.taxFree, '2')
        await setPrice(ids.plain, '11', 5)
        const [plain, changed] = await at(pair)
        assert.deepEqual([plain?.price?.toFixed(), changed?.price?.toFixed()], ['11', '2'])
        assert.notEqual(changed, taxFree)
      })

      it('reads all products again when the database has lost revisions, and others have their numbers', async () => {
        await setPrice(ids.plain, '12', 6)
        await at(pair)
        const { kysely } = service.database
        const last = await revision()
        await kysely.updateTable('products').set({ price: '3' }).where('id', '=', ids.taxFree).execute()
        await kysely.updateTable('product_changes').set({ changed_at: 7 }).where('revision', '=', last).execute()
        await setPrice(ids.plain, '13', 8)
        assert.deepEqual(
          (await at(pair)).map(each => each?.price?.toFixed()),
          ['13', '3'],
        )
        await kysely
          .updateTable('shop')
          .set({ revision: last - 1 })
          .execute()
        await kysely.updateTable('products').set({ price: '4' }).where('id', '=', ids.taxFree).execute()
        assert.deepEqual(
          (await at(pair)).map(each => each?.price?.toFixed()),
          ['13', '4'],
        )
        await kysely
          .updateTable('shop')
          .set({ revision: last + 1 })
          .execute()
      })

      it('keeps the entries of a hundred revisions', async () => {
        for (let n = 0; n < 105; n++) await setPrice(ids.soldOut, String(n), n)
        const { rows } = await sql<{ count: number }>`select count(*) as count from product_changes`.execute(
          service.database.kysely,
        )
        assert.equal(rows[0]?.count, 100)
        assert.equal((await at([ids.soldOut]))[0]?.price?.toFixed(), '104')
      })
    })
  })
}
