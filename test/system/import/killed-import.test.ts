/** An import of a shop file whose process is killed: its full effect or none. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { onEachEngine, type TestShop } from '../../support/import/imports.ts'
import { checkAudiences } from '../../support/promotions/coupon-audiences.ts'
import { share } from '../../support/runner/rounds.ts'

const product = (id: number) => ({ id, name: `Ürün ${id}`, price: '10' })
const coupon = (id: number) => ({
  code: `K${id}`,
  discountType: 'fixed',
  value: '5',
  audience: { customerIds: [id, 1] },
})

onEachEngine('importing shop files', (shop, engine) => {
  // Proves: half-import
  test('an import that is killed during its writes has its full effect or none', async () => {
    const count = 20_000
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const [path = ''] = shop.write({ products: numbers.map(product), coupons: numbers.map(coupon) })
    for (const delayMs of share([0, 10, 20, 40, 80], engine === 'sqlite' ? 0 : 1, 2)) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', importScript(path, shop.config)])
      const exited = once(child, 'exit')
      await Promise.race([once(child.stdout, 'data'), exited])
      await sleep(delayMs)
      child.kill('SIGKILL')
      await exited
      // One statement, because PostgreSQL may still commit the transaction of the killed client.
      const { rows } = await sql<{ imported: number; found: number }>`
        select (select revision from shop) as imported, (select count(*) from products) as found
      `.execute(shop.database.kysely)
      const [{ imported, found } = { imported: 0, found: -1 }] = rows
      assert.equal(found, imported > 0 ? count : 0, `killed ${delayMs} ms into the writing`)
      await checkAudiences(shop.database)
    }
    await shop.import({ products: [product(count + 1)] })
    assert.equal((await shop.rows('products')).at(-1)?.id, count + 1)
  })
})

/** The script of a process that imports a file, and prints `writing` when its writes begin. */
function importScript(path: string, config: TestShop['config']): string {
  const source = (name: string) => JSON.stringify(new URL(`../../../src/${name}`, import.meta.url).href)
  return `
    import { openDatabase } from ${source('db/open.ts')}
    import { importFiles } from ${source('import/import-files.ts')}
    const database = openDatabase(${JSON.stringify(config)})
    await importFiles(database, [${JSON.stringify(path)}], {
      ...{ now: 0, randomId: () => 'x', vatRate: '0' },
      onProgress: ({ phase }) => phase === 'writing' && process.stdout.write(phase),
    })
    await database.close()`
}
