/** The commands in the docs for operators, run in a shell beside a real server. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { blockIn } from '../../support/docs/markdown.ts'
import { COMMAND, type Finished, serveProcess } from '../../support/service/process.ts'

describe('commands of', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-commands-'))
    mkdirSync(join(folder, 'bin'))
    const sepet = join(folder, 'bin/sepet')
    writeFileSync(sepet, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`)
    chmodSync(sepet, 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs a script in the temporary folder, where `sepet` is a command. */
  async function type(script: string): Promise<Finished> {
    const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter)
    const options = { cwd: folder, env: { PATH, DATA_DIR: join(folder, 'data') } }
    return new Promise(resolve => {
      execFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  }
  /** Runs a script that must succeed. @returns its standard output */
  async function typed(script: string): Promise<string> {
    const { status, stdout, stderr } = await type(script)
    assert.equal(status, 0, stderr)
    return stdout
  }
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const csv = (...rows: string[]) => `${rows.join('\n')}\n`

  describe('docs/importing.md', () => {
    const page = 'docs/importing.md'
    const exporting = blockIn(page, 'sh', 4)

    it('import the shop file and the customers of the page, and export them', async () => {
      put('shop.json', blockIn(page, 'json'))
      put('products.csv', csv('Handle,Title,Variant Price', 'saat,Saat,19.90'))
      put('customers.csv', blockIn(page, 'csv'))
      const output = await typed(blockIn(page, 'sh'))
      assert.match(output, /^shop\.json[\s\S]+products\.csv \(Shopify export\)[\s\S]+customers\.csv/m)
      assert.match(await typed('sepet products'), /Keten gömlek/)
      put('edited.csv', blockIn(page, 'csv', 1))
      assert.match(await typed('sepet import edited.csv'), /\(Sepet products\)/)
      for (const name of ['shop.json', 'customers.csv']) rmSync(join(folder, name))
      await typed(exporting)
      assert.equal(JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8')).products.length, 2)
      assert.match(readFileSync(join(folder, 'customers.csv'), 'utf8'), /fatma@example\.com.*\n.*mehmet@example\.com/)
      assert.equal((await type(exporting)).status, 1)
    })

    it('import the codes of another system', async () => {
      put(
        'campaign.json',
        JSON.stringify({ campaigns: [{ id: 9, name: 'K', couponBound: true, reward: { type: 'free_shipping' } }] }),
      )
      await typed('sepet import campaign.json')
      put('codes.csv', csv('Code,Times used,Usage limit', 'ESKİ-1,1,1', 'ESKİ-2,0,1'))
      assert.match(await typed(blockIn(page, 'sh', 2)), /\(codes\)\n {2}coupons: 2 created/)
      assert.match(await typed('sepet export coupons --campaign 9 --batch newsletter'), /ESKİ-2/)
    })

    it('print the error messages of the page for files that are not valid', async () => {
      const coupon = { code: 'X', discountType: 'fixed', value: '5', campaignId: 9 }
      put('shop.json', JSON.stringify({ products: [{ id: 1, name: 'Saat', price: 'free' }], coupons: [coupon] }))
      put('products.csv', csv('Handle,Title,Variant Price', 'a,A,1', 'b,B,2', 'c,C,6O'))
      put('customers.csv', csv('email,surname', ...Array.from({ length: 10 }, (_, n) => `k${n}@example.com,K`), 'k,K'))
      const { status, stderr } = await type(blockIn(page, 'sh'))
      assert.equal(status, 1)
      assert.equal(stderr.replaceAll(/^sepet: /gm, ''), blockIn(page, 'text'))
    })

    it('import the campaign of the page, and name what no product has', async () => {
      put('promotions.json', blockIn(page, 'json', 1))
      assert.match(
        await typed('sepet import promotions.json 2>&1'),
        /exclude\/brands\/0: names no brand of any product: "Keten"/,
      )
    })

    it('import a table of codes of another system, bound to the campaign and in the batch of the page', async () => {
      const importing = blockIn(page, 'sh', 2)
      const [, file = '', campaign = ''] = /import (\S+) --campaign (\d+)/.exec(importing) ?? []
      const bound = { id: Number(campaign), name: 'Kod', couponBound: true, reward: { type: 'percent', value: '10' } }
      put('campaign.json', JSON.stringify({ campaigns: [bound] }))
      await typed('sepet import campaign.json')
      put(file, csv('code', 'KART-1', 'KART-2'))
      assert.match(await typed(importing), /coupons: 2 created/)
    })

    it('refuse another currency with the message of the page, and take it by the command of the page', async () => {
      put('shop.json', blockIn(page, 'json'))
      await typed('sepet import shop.json')
      put('shop.json', JSON.stringify({ shop: { currencyCode: 'EUR' } }))
      const { status, stdout, stderr } = await type('sepet import shop.json')
      assert.deepEqual([status, stdout, stderr], [1, '', blockIn(page, 'text', 1)])
      assert.match(await typed(blockIn(page, 'sh', 1)), /shop: 1 updated/)
    })
  })

  it('docs/operating.md back up a database that is in use, and restore the copy', async () => {
    const page = 'docs/operating.md'
    const inFolder = (script: string) => script.replace('/backups/', `${folder}/`)
    const serving = await serveProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
    await typed(inFolder(blockIn(page, 'sh')))
    assert.ok(existsSync(join(folder, 'sepet-2026-11-21.sqlite')))
    const restoring = inFolder(blockIn(page, 'sh', 2))
    assert.equal((await type(restoring)).status, 1, 'while the server runs')
    await serving.kill('SIGTERM')
    await typed(restoring)
    assert.match(await typed('sepet products'), /Ham keten kumaş/)
  })

  it('docs/pricing.md explain the campaign to the customer of the page', async () => {
    const page = 'docs/pricing.md'
    put('shop.json', blockIn(page, 'json'))
    await typed('sepet import shop.json --allow-currency-change')
    assert.match(await typed(blockIn(page, 'sh')), /Giyimde %10/)
  })
})
