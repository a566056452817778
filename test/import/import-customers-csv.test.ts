/** Importing customer lists (CSV) on both engines: refused lists, changes of a row, and the ids of new customers. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import { NOW, onEachEngine, openShop, skipReason, type TestFile } from '../support/import/imports.ts'

const list = (...lines: string[]): TestFile => ['customers.csv', lines.join('\n')]
const MAX_ID = Number.MAX_SAFE_INTEGER

const UNNAMED = 'has no email, by which the customer would be found again: add one, or a column id or externalId'

onEachEngine('importing customer lists', shop => {
  const customers = async () => (await shop.rows('customers')).map(row => ({ ...row }))
  const externalIds = async () => (await customers()).map(row => [row.id, row.external_id])
  const emails = async () => (await customers()).map(({ id, email }) => [id, email])

  test('every invalid cell is reported with its line and field, and nothing is written', async () => {
    const problems = await shop.refusal(
      list(
        'id,email,name,customerGroupId,status,dealer,freeCargo,address',
        '5.0,ayse,Ayşe,bir,Active,evet,2,x',
        `0,a@b@c.de,${'n'.repeat(256)},-3,,TRUE,,${'ç'.repeat(1001)}`,
        '9007199254740993,ok@example.com,A,1e3,active,,,',
        ',good@example.com,Good,,,,,',
        '0x10,mehmet@örnek,A\u0000B,0,banned,"true,",no,',
      ),
    )
    assert.deepEqual(problems, [
      `customers.csv line 2 /id: must be an integer from 1 to ${MAX_ID} (and 3 more like it: line 3 /id, line 4 /id, …)`,
      'customers.csv line 2 /email: must be an email address, such as "ayse@example.com" (and 2 more like it: line 3 /email, line 6 /email)',
      `customers.csv line 2 /customerGroupId: must be an integer from 1 to ${MAX_ID} (and 3 more like it: line 3 /customerGroupId, line 4 /customerGroupId, …)`,
      'customers.csv line 2 /status: must be one of "active", "inactive", "banned"',
      'customers.csv line 2 /freeCargo: must be true or false',
      'customers.csv line 3 /name: must be a text of at most 255 characters (without U+0000 and lone surrogates) (and 1 more like it: line 6 /name)',
      'customers.csv line 3 /address: must be a text of at most 1000 characters (without U+0000 and lone surrogates)',
      'customers.csv line 6 /dealer: must be true or false',
    ])
    assert.deepEqual([await customers(), await shop.revision()], [[], 0])
  })

  test('an email is unique in a file, in all files, and among stored customers', async () => {
    await shop.import({ customers: [{ id: 1, email: 'a@example.com' }] })
    const problems = await shop.refusal(
      { customers: [{ id: 7, email: 'shop@example.com' }] },
      list('email', 'b@example.com', ' B@Example.com ', 'A@example.com', 'SHOP@example.com'),
      ['more.csv', 'id,email\n7,\n8,b@EXAMPLE.com\n9,a@example.com'],
    )
    assert.deepEqual(problems, [
      'customers.csv line 3 /email: is repeated: a row above has the same, delete one of both',
      'customers.csv line 5 /email: is in shop.json, too: import each record from one file',
      'more.csv line 2 /id: is in shop.json, too: import each record from one file',
      'more.csv line 3 /email: is in customers.csv, too: import each record from one file (and 1 more like it: line 4 /email)',
      'more.csv line 4 /email: is the email of customer 1',
    ])
    assert.deepEqual(await emails(), [[1, 'a@example.com']])
  })

  test('an email is taken while its customer keeps it, and free when the import changes it', async () => {
    await shop.import({ customers: [{ id: 1, email: 'a@example.com' }] })
    assert.deepEqual(await shop.refusal(list('id,email', ',a@example.com', '1,')), [
      'customers.csv line 2 /email: is the email of customer 1',
    ])
    await shop.import(list('id,email', ',a@example.com', '1,b@example.com'))
    assert.deepEqual(await emails(), [
      [1, 'b@example.com'],
      [2, 'a@example.com'],
    ])
  })

  test('an external id is unique in all files and among stored customers', async () => {
    await shop.import({ customers: [{ id: 1, externalId: 'a' }] })
    const problems = await shop.refusal(
      { customers: [{ id: 7, externalId: 'shop' }] },
      list('id,externalId', ',b', '2,b', ',a', ',A', ',shop', `3,${'x'.repeat(256)}`),
      ['more.csv', 'id,name,externalId\n8,N,b\n9,N,a'],
    )
    assert.deepEqual(problems, [
      'customers.csv line 3 /externalId: is repeated: a row above has the same, delete one of both',
      'customers.csv line 6 /externalId: is in shop.json, too: import each record from one file',
      'customers.csv line 7 /externalId: must be a text of 1 to 255 characters (without U+0000 and lone surrogates)',
      'more.csv line 2 /externalId: is in customers.csv, too: import each record from one file (and 1 more like it: line 3 /externalId)',
      'more.csv line 3 /externalId: is the external id of customer 1',
    ])
    assert.deepEqual(await externalIds(), [[1, 'a']])
  })

  test('an external id is kept without a column, cleared by an empty cell, and free only when it is given up', async () => {
    await shop.import(list('id,externalId,name', '1,a,A', "2,'=b,B", '3,"c,c",C'))
    await shop.import(list('id,name', '1,N'))
    assert.deepEqual(await shop.refusal(list('id,name', '1,N'), ['more.csv', 'id,externalId\n,a']), [
      'more.csv line 2 /externalId: is the external id of customer 1',
    ])
    assert.deepEqual(await externalIds(), [
      [1, 'a'],
      [2, '=b'],
      [3, 'c,c'],
    ])
    await shop.import(list('id,externalId', '1,', '2,"c,c"', '3,=b', ',a'))
    assert.deepEqual(await externalIds(), [
      [1, null],
      [2, 'c,c'],
      [3, '=b'],
      [4, 'a'],
    ])
  })

  test('a customer group must exist, or be in the same import', async () => {
    const rows = list('email,customerGroupId', 'a@example.com,3', 'b@example.com,4')
    assert.deepEqual(await shop.refusal(rows), [
      'customers.csv line 2 /customerGroupId: is no customer group of the shop: "3" (and 1 more like it: line 3 /customerGroupId)',
    ])
    await shop.import({ customerGroups: [{ id: 3, name: 'Bayi' }] })
    await shop.import(rows, { customerGroups: [{ id: 4, name: 'Toptan' }] })
    assert.deepEqual(
      (await customers()).map(row => row.customer_group_id),
      [3, 4],
    )
  })

  test('short rows, long rows and unclosed quotes are reported together with invalid cells', async () => {
    const problems = await shop.refusal(
      list('id,email,name', '1,a@example.com', '2,b@example.com,B,b', '3,c,C', '4,d@example.com,"D', '5,e,E'),
    )
    assert.deepEqual(problems, [
      'customers.csv line 3: has a cell behind the last heading: "b"; quote cells that contain the delimiter',
      'customers.csv line 4 /email: must be an email address, such as "ayse@example.com"',
      'customers.csv line 5: a quotation mark in this row is not closed',
    ])
    assert.deepEqual(await customers(), [])
  })

  test('a repeated column is refused once, in any spelling', async () => {
    const problems = await shop.refusal(list('email,Name, NAME ,name,Dealer,dealer', 'nobody,A,B,C,1,0'))
    assert.deepEqual(problems, [
      'customers.csv line 1 /name: is repeated in the header',
      'customers.csv line 1 /dealer: is repeated in the header',
      'customers.csv line 2 /email: must be an email address, such as "ayse@example.com"',
    ])
  })

  test('an unknown column causes one warning; columns that only an export writes cause none', async () => {
    const { warnings } = await shop.import(
      list('email,Renk,createdAt,UpdatedAt,group,', 'a@example.com,x,yesterday,,Bayi,', 'b@example.com,y,,,,'),
    )
    assert.deepEqual(
      warnings.map(({ at, message }) => `${at}: ${message}`),
      [
        'line 1: has a column that is not read: if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=',
      ],
    )
    assert.deepEqual(
      (await customers()).map(row => row.created_at),
      [NOW, NOW],
    )
  })

  test('a new customer has the values of the row, and the defaults', async () => {
    const { files } = await shop.import(
      list('email,name,dealer,smsNotification,status', 'Ayse@Example.com,Ayşe,TRUE,1,inactive', 'b@example.com,,,0,'),
    )
    const [ayse, other] = await customers()
    const given = { email: 'ayse@example.com', name: 'Ayşe', dealer: 1, sms_notification: 1, status: 'inactive' }
    assert.partialDeepStrictEqual(ayse, { ...given, id: 1, free_cargo: 0, surname: null, created_at: NOW })
    assert.partialDeepStrictEqual(other, { id: 2, name: null, dealer: 0, sms_notification: 0, status: 'active' })
    assert.deepEqual(
      files.map(({ format, sections }) => [format, sections]),
      [['customer list', [{ section: 'customers', created: 2, updated: 0, unchanged: 0 }]]],
    )
  })

  test('an update keeps fields without a column, and flags and status with an empty cell', async () => {
    const groups = { customerGroups: [{ id: 3, name: 'Bayi' }] }
    const texts = { name: 'Ayşe', surname: 'Yılmaz', company: 'Ltd', mobilePhone: '+90', countryCode: 'TR' }
    const rest = { businessPhone: '1', cityCode: '34', address: 'Kadıköy', customerGroupId: 3, status: 'banned' }
    const flags = { dealer: true, freeCargo: true, emailNotification: true, smsNotification: true }
    const stored = { id: 1, email: 'a@example.com', ...texts, ...rest, ...flags, phoneCallNotification: true }
    await shop.import({ ...groups, customers: [stored] })
    await shop.database.kysely.updateTable('customers').set({ created_at: 5, updated_at: 5 }).execute()
    const [before] = await customers()
    await shop.import(list('id,name,surname,status,dealer,freeCargo', '1,Fatma,,,,false'))
    const changes = { name: 'Fatma', surname: null, free_cargo: 0, updated_at: NOW }
    assert.deepEqual(await customers(), [{ ...before, ...changes }])
    await shop.import(list('id,customerGroupId,address', '1,,'))
    const cleared = { customer_group_id: null, address: null }
    assert.deepEqual(await customers(), [{ ...before, ...changes, ...cleared }])
    await shop.import(list('id', '1'))
    assert.deepEqual(await customers(), [{ ...before, ...changes, ...cleared }])
  })

  test('an empty email keeps the stored email, and a new customer gets a generated one', async () => {
    await shop.import(list('id,email,name', '1,a@example.com,A'))
    const { files } = await shop.import(list('id,email,name', '1, ,B', '2,,C', ',,D'), ['ids.csv', 'id,name\n,E'])
    assert.deepEqual(await emails(), [
      [1, 'a@example.com'],
      [2, 'customer-random2@generated.invalid'],
    ])
    assert.deepEqual(
      files.map(({ sections, skipped }) => [sections, skipped.map(({ at, message }) => `${at}: ${message}`)]),
      [
        [[{ section: 'customers', created: 1, updated: 1, unchanged: 0 }], [`line 4: ${UNNAMED}`]],
        [[], [`line 2: ${UNNAMED}`]],
      ],
    )
  })

  test('new customers get ids above all earlier ids and all ids of the files', async () => {
    await shop.import(list('email', 'a@example.com', 'b@example.com', 'c@example.com'))
    await shop.database.kysely.deleteFrom('customers').where('id', '>=', 2).execute()
    await shop.refusal(list('email', 'never@example.com', 'nobody'))
    await shop.import(list('id,email', ',d@example.com', '2,back@example.com', ',e@example.com'))
    await shop.import({ customers: [{ id: 20, email: 'shop@example.com' }] }, list('email', 'f@example.com'))
    await shop.database.kysely.deleteFrom('customers').where('id', '>=', 20).execute()
    await shop.import(list('id,email', ',g@example.com', '15,h@example.com'))
    const ids = (await emails()).map(([id, email]) => `${id} ${String(email).split('@')[0]}`)
    assert.deepEqual(ids, ['1 a', '2 back', '4 d', '5 e', '15 h', '22 g'])
  })

  test('a list is refused when there are no ids left', async () => {
    await shop.import(list('id,email', `${MAX_ID},last@example.com`))
    await assert.rejects(
      shop.import(list('email', 'a@example.com')),
      /^ImportProblems: .*: there are no ids left for new customers/,
    )
    assert.deepEqual(await emails(), [[MAX_ID, 'last@example.com']])
  })

  test('rows with ids can be imported again, and two customers can swap their emails', async () => {
    const rows = list('id,email,name', '1,a@example.com,A', '2,b@example.com,B')
    await shop.import(rows)
    const once = await customers()
    const { files } = await shop.import(rows)
    assert.deepEqual(await customers(), once)
    assert.deepEqual(files[0]?.sections, [{ section: 'customers', created: 0, updated: 0, unchanged: 2 }])
    await shop.import(list('id,email', '1,b@example.com', '2,a@example.com'))
    assert.deepEqual(await emails(), [
      [1, 'b@example.com'],
      [2, 'a@example.com'],
    ])
  })

  test('a spreadsheet’s file is read: semicolons, byte order mark, CRLF, quotes, empty rows at the end', async () => {
    const lines = [
      'EMAIL; Name;"Company";Address',
      '"Şule@Örnek.com";Şule;"Ö ""İnci"" A.Ş.";"İğde Sk.\r\nNo; 5"',
      ';;;',
    ]
    const { warnings } = await shop.import(['müşteriler.csv', `\ufeff${lines.join('\r\n')}\r\n;;;\r\n`])
    const [row, ...others] = await customers()
    const texts = { name: 'Şule', company: 'Ö "İnci" A.Ş.', address: 'İğde Sk.\r\nNo; 5' }
    assert.partialDeepStrictEqual(row, { email: 'şule@örnek.com', ...texts })
    const messages = warnings.map(({ at, message }) => `${at}: ${message}`)
    assert.deepEqual([others, messages], [[], []])
  })

  test('texts are stored unchanged, except for the apostrophe before a formula', async () => {
    await shop.import(list('email,name,surname,mobilePhone,company', "a@example.com, A ,'=1+1,'+90 555 111,''+90"))
    const texts = { name: ' A ', surname: '=1+1', mobile_phone: '+90 555 111', company: "'+90" }
    assert.partialDeepStrictEqual((await customers())[0], texts)
  })

  test('thousands of rows are imported completely and in their order', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `u${index}@example.com,Müşteri ${index}`)
    await shop.import(list('email,name', ...rows))
    const stored = (await customers()).map(({ id, email, name }) => [id, `${email},${name}`])
    assert.deepEqual(
      stored,
      rows.map((row, index) => [index + 1, row]),
    )
  })
})

test('an update keeps the fields that a concurrent transaction writes', { skip: skipReason('postgres') }, async () => {
  const shop = await openShop('postgres')
  const other = openDatabase(shop.config)
  try {
    await shop.import(list('id,email,name,surname', '1,a@example.com,Ayşe,Yılmaz'))
    const { imported } = await other.kysely.transaction().execute(async kysely => {
      await kysely.updateTable('customers').set({ surname: 'Demir', email: 'new@example.com' }).execute()
      const imported = shop.import(list('id,name', '1,Fatma'))
      await untilOneWaits(other)
      return { imported }
    })
    await imported
    assert.partialDeepStrictEqual(await shop.rows('customers'), [
      { id: 1, email: 'new@example.com', name: 'Fatma', surname: 'Demir' },
    ])
  } finally {
    await other.close()
    await shop.drop()
  }
})
