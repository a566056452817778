/** The request and the job of docs/back-office.md, run with a real server that has the sample shop. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { startSampleShop } from '../../support/docs/examples.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import type { TestService } from '../../support/service/service.ts'

const page = 'docs/back-office.md'
const HOUR_MS = 3_600_000
const linen = 108

describe(page, () => {
  let service: TestService
  let ADMIN_TOKEN: string
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-back-office-'))
    service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080' })
    ADMIN_TOKEN = await service.token('admin', { id: 'back-office', scope: 'carts:read' })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('shows the responses to a request for the list, and to a correction of the stock', async () => {
    const exchanges = exchangesOf(readPage(page))
    assert.equal(exchanges.length, 2)
    const { ACCESS_TOKEN_SECRET } = service.config
    await assertHappens(exchanges, { url: service.url, cwd: folder, env: { ACCESS_TOKEN_SECRET } })
  })

  it('has a job that follows the pages, and prints the customers whose carts rest for a day', async () => {
    const { kysely } = service.database
    const carts = Array.from({ length: 550 }, (_, n) => {
      // The first 200 changed three days ago, and the last 50 an hour ago.
      const hours = n < 200 ? 72 : n < 500 ? 36 : 1
      return { id: `member:${1_000 + n}`, created_at: 0, used_at: 0, changed_at: Date.now() - hours * HOUR_MS - n }
    })
    await kysely.insertInto('carts').values(carts).execute()
    const lines = carts.map(({ id }, n) => ({
      cart_id: id,
      product_id: linen,
      variant_id: 0,
      id: `${n}`,
      position: 1,
      quantity: 2,
      gift_package: 0 as const,
    }))
    await kysely.insertInto('cart_lines').values(lines).execute()
    const job = join(folder, 'abandoned-carts.mjs')
    writeFileSync(job, blockIn(page, 'js'))
    const env = { ...process.env, SEPET_URL: service.url, ADMIN_TOKEN }
    const { stdout } = await promisify(execFile)(process.execPath, [job], { env })
    const expected = carts.slice(200, 500).map(({ id }) => `customer ${id.slice(7)}: 2 pieces`)
    assert.deepEqual(stdout.trim().split('\n').sort(), expected.sort())
  })
})
