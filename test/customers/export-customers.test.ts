/** `sepet export customers` on both engines: the CSV text, the output file, and the import of an export. */

import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { exportTo } from '../../src/cli/export.ts'
import { EXPORT_HEADER as HEADER } from '../support/customers/export-header.ts'
import { HOSTILE } from '../support/exports/hostile-texts.ts'
import { NOW, onEachEngine, openShop, type TestShop } from '../support/import/imports.ts'

const CUSTOMERS = { what: 'customers' } as const

async function exported(shop: TestShop): Promise<string> {
  const stdout = new PassThrough()
  const printed = buffer(stdout)
  await exportTo(shop.database, CUSTOMERS, { stdout, now: NOW })
  stdout.end()
  return (await printed).toString()
}

const rowsOf = async (shop: TestShop) => (await shop.rows('customers')).map(row => ({ ...row }))

onEachEngine('exporting customers', (shop, engine) => {
  const folder = () => join(shop.write(['folder', ''])[0] ?? '', '..')

  test('an empty shop is exported as a header only', async () => {
    assert.equal(await exported(shop), HEADER)
  })

  test('a customer is a row of texts, numbers, true and false, and times in UTC', async () => {
    await shop.import({
      customerGroups: [{ id: 3, name: 'Bayi' }],
      customers: [
        { id: 2, email: 'b@example.com', orderCount: 4 },
        {
          id: 1,
          email: 'a@example.com',
          externalId: '-1|a',
          name: 'Ayşe',
          customerGroupId: 3,
          mobilePhone: '+90',
          dealer: true,
        },
      ],
    })
    const times = '2026-01-31T12:00:00.000Z,2026-01-31T12:00:00.000Z'
    assert.equal(NOW, Date.parse('2026-01-31T12:00:00Z'))
    assert.equal(
      await exported(shop),
      `${HEADER}1,a@example.com,'-1|a,Ayşe,,,3,'+90,,,,,active,true,false,false,false,false,0,${times}\n` +
        `2,b@example.com,,,,,,,,,,,active,false,false,false,false,false,4,${times}\n`,
    )
  })

  // Proves: spreadsheet-formula
  test('no cell begins like a formula, with any separator that a reader uses', async () => {
    const customers = HOSTILE.map((name, index) => ({
      id: index + 1,
      email: `=u${index}@example.com`,
      externalId: name,
      name,
    }))
    await shop.import({ customers })
    const csv = await exported(shop)
    assert.doesNotMatch(csv, /(^|,)"?[=+\-@\t]/m)
    assert.match(csv, /,"'\rreturn",/)
    assert.match(csv, /,Ali;'=1\+1;,/)
    for (const separator of [/;/, /\t/, /,/, /[\r\n\u2028]/, /[,;\t\r\n\u2028]/]) {
      for (const cell of csv.split(separator)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝＋－＠]/)
    }
  })

  test('an export is imported unchanged, into the same shop and into another one', async () => {
    const fields = ['name', 'surname', 'company', 'mobilePhone', 'businessPhone', 'countryCode', 'cityCode', 'address']
    const customers = HOSTILE.map((value, index) => ({
      ...Object.fromEntries(fields.map((field, at) => [field, HOSTILE[(index + at) % HOSTILE.length]])),
      id: index * 7 + 1,
      email: index % 2 ? `'+u${index}@example.com` : null,
      externalId: index % 5 ? value : null,
      customerGroupId: index % 3 ? 3 : null,
      status: value === '-1' ? 'banned' : 'active',
      dealer: index % 2 === 0,
      phoneCallNotification: index % 3 === 0,
    }))
    const groups = { customerGroups: [{ id: 3, name: 'Bayi' }] }
    await shop.import({ ...groups, customers })
    const [rows, csv] = [await rowsOf(shop), await exported(shop)]
    const { warnings } = await shop.import(['export.csv', csv])
    assert.deepEqual([await rowsOf(shop), warnings], [rows, []])
    const other = await openShop(engine)
    try {
      await other.import(groups, ['export.csv', csv])
      assert.deepEqual([await rowsOf(other), await exported(other)], [rows, csv])
    } finally {
      await other.drop()
    }
  })

  test('customers of several pages are exported once each, in the order of their ids', async () => {
    const ids = Array.from({ length: 2_001 }, (_, index) => index * 2 + 1)
    await shop.import(['customers.csv', `id\n${ids.join('\n')}`])
    const rows = (await exported(shop)).trimEnd().split('\n').slice(1)
    assert.deepEqual(
      rows.map(row => Number.parseInt(row, 10)),
      ids,
    )
  })

  test('an output file is readable by its user only, and an existing file is never overwritten', async () => {
    await shop.import(['customers.csv', 'email\na@example.com'])
    const output = join(folder(), 'out.csv')
    await exportTo(shop.database, CUSTOMERS, { output, stdout: new PassThrough(), now: NOW })
    assert.equal(readFileSync(output, 'utf8'), await exported(shop))
    assert.equal(statSync(output).mode & 0o777, 0o600)
    writeFileSync(output, 'mine')
    await assert.rejects(exportTo(shop.database, CUSTOMERS, { output, stdout: new PassThrough(), now: NOW }), {
      message: `${output} already exists and is not overwritten: choose another name, or delete it first.`,
    })
    assert.equal(readFileSync(output, 'utf8'), 'mine')
  })

  test('a failed export leaves no partial file', async () => {
    const output = join(folder(), 'out.csv')
    await shop.database.kysely.schema.alterTable('customers').renameTo('elsewhere').execute()
    await assert.rejects(
      exportTo(shop.database, CUSTOMERS, { output, stdout: new PassThrough(), now: NOW }),
      /customers/,
    )
    assert.throws(() => statSync(output), /ENOENT/)
  })

  test('a closed pipe ends the export without an error; a full disk is an error', async () => {
    const closed = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    })
    await exportTo(shop.database, CUSTOMERS, { stdout: closed, now: NOW })
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
    await assert.rejects(exportTo(shop.database, CUSTOMERS, { stdout: broken, now: NOW }), /disk full/)
  })
})
