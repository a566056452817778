/** `sepet export customers` as a command: its arguments, its files, and a pipe that is closed early. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { EXPORT_HEADER } from '../../support/customers/export-header.ts'
import { createDatabase } from '../../support/database/engines.ts'
import { onEachEngine, skipReason } from '../../support/import/imports.ts'
import { runSepet } from '../../support/service/process.ts'

onEachEngine('exporting customers', shop => {
  test('the command exits with 0 when its pipe is closed early', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `u${index}@example.com,${'x'.repeat(200)}`)
    await shop.import(['customers.csv', `email,name\n${rows.join('\n')}`])
    const env = { PATH: process.env.PATH, ...shop.config }
    const child = spawn(process.execPath, ['src/cli/sepet.ts', 'export', 'customers'], { env })
    const errors = text(child.stderr)
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    assert.deepEqual([(await exited)[0], await errors], [0, ''])
  })
})

describe('the export command', () => {
  test('prints its help, exports, and refuses invalid arguments', async () => {
    const { env, drop } = await createDatabase('sqlite')
    const sepet = (...args: string[]) => runSepet(['export', ...args], env)
    assert.match((await sepet('--help')).stdout, /customers/)
    assert.match((await sepet('customers', '--help')).stdout, /--output <file>/)
    assert.deepEqual(await sepet('customers'), { status: 0, stdout: EXPORT_HEADER, stderr: '' })
    assert.deepEqual(await sepet('customers', '--output', join(env.DATA_DIR, 'a.csv')), {
      status: 0,
      stdout: '',
      stderr: '',
    })
    assert.equal((await sepet()).status, 2)
    assert.equal((await sepet('carts')).status, 2)
    assert.match((await sepet('products')).stdout, /^\ufeffid,variantId,sku,/)
    assert.match((await sepet('shop', '--products')).stdout, /"products":\[\],\n/)
    assert.match(
      (await sepet('coupons', '--campaign', '9', '--batch', 'x')).stdout,
      /^\ufeffcode,description,[^\n]*\n$/,
    )
    assert.match((await sepet('coupons', '--campaign', 'x')).stderr, /It must be an integer from 1/)
    assert.match((await sepet('coupons', '--batch', 'x')).stderr, /--batch needs --campaign/)
    assert.match((await sepet('orders', '--from', '2026-01-01')).stderr, /It must be a time such as/)
    const reversed = ['--from', '2026-01-02T00:00:00Z', '--to', '2026-01-01T00:00:00Z']
    assert.equal((await sepet('orders', ...reversed)).status, 2)
    assert.equal((await sepet('customers', 'x')).status, 2)
    const missing = join(env.DATA_DIR, 'none', 'a.csv')
    assert.deepEqual(await sepet('customers', '--output', missing), {
      status: 1,
      stdout: '',
      stderr: `sepet: ${missing} cannot be created: there is no such file or folder.\n`,
    })
    await drop()
  })

  test('requires the current schema', { skip: skipReason('postgres') }, async () => {
    const { env, drop } = await createDatabase('postgres')
    const { status, stdout, stderr } = await runSepet(['export', 'customers'], env)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^sepet: The database lacks 0035-baseline.*: run `sepet migrate`.*\n$/)
    await drop()
  })
})
