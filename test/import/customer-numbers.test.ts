/** Numbers of customers in other systems, each of which counts from 1. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const presta: TestFile = [
  'presta.csv',
  'Customer ID,First name,Last name,Email address,Enabled,Newsletter\n1,Ada,Su,ada@example.com,1,0\n',
]
const wooUsers = (...rows: string[]): TestFile => [
  'users.csv',
  ['ID,user_email,first_name,last_name', ...rows].join('\n'),
]

onEachEngine('a number of a customer', shop => {
  const load = async (...files: TestFile[]) => {
    const options = { now: NOW, randomId: () => 'x' }
    const { warnings } = await importFiles(shop.database, shop.write(...files), options)
    return warnings.map(finding => describeFinding({ ...finding, file: '' }).trim())
  }
  const customers = async () =>
    (await shop.rows('customers')).map(row => [row.email, row.name, row.surname, row.external_id])

  test('of one system is not taken for the same number of another one', async () => {
    await load(presta)
    const told = await load(wooUsers('1,can@example.com,Can,Ay', '2,ece@example.com,Ece,Ak'))
    assert.deepEqual(await customers(), [
      ['ada@example.com', 'Ada', 'Su', '1'],
      ['can@example.com', 'Can', 'Ay', null],
      ['ece@example.com', 'Ece', 'Ak', '2'],
    ])
    assert.deepEqual(told, [
      'line 2: has the customer number of another customer, who keeps it: "1"; this one has no external id',
    ])
    assert.deepEqual(await load(presta), [])
  })

  test('does not find a customer whose external id is that of an identity provider', async () => {
    await load(['own.csv', 'email,surname,externalId\nboss@example.com,Boss,1\n'])
    await load(presta)
    assert.deepEqual(await customers(), [
      ['boss@example.com', null, 'Boss', '1'],
      ['ada@example.com', 'Ada', 'Su', null],
    ])
  })

  test('stays where its customer has it already, in every import of the list', async () => {
    await load(presta)
    assert.deepEqual(await load(presta), [])
    assert.deepEqual(await customers(), [['ada@example.com', 'Ada', 'Su', '1']])
  })
})

onEachEngine('a list of another system', shop => {
  const load = (...files: TestFile[]) =>
    importFiles(shop.database, shop.write(...files), { now: NOW, randomId: () => 'x' })
  const customers = async (column: string) => (await shop.rows('customers')).map(row => [row.email, row[column]])

  test('lifts no ban, and makes nobody inactive who is banned', async () => {
    const statuses = ['banned', 'banned', 'inactive']
    const stored = statuses.map((status, at) => ({ id: at + 1, email: `c${at + 1}@example.com`, status }))
    await load(['shop.json', JSON.stringify({ customers: stored })])
    const rows = ['1,c1@example.com,1', '2,c2@example.com,0', '3,c3@example.com,1', '4,c4@example.com,0']
    await load([
      'presta.csv',
      `Customer ID,Email address,Enabled,Newsletter\n${rows.map(row => `${row},0`).join('\n')}\n`,
    ])
    assert.deepEqual(await customers('status'), [
      ['c1@example.com', 'banned'],
      ['c2@example.com', 'banned'],
      ['c3@example.com', 'active'],
      ['c4@example.com', 'inactive'],
    ])
  })

  test('of Mailchimp gives the consent that has a time, and keeps it where no time is said', async () => {
    const stored = [1, 2, 3].map(id => ({ id, email: `c${id}@example.com`, emailNotification: id === 3 }))
    await load(['shop.json', JSON.stringify({ customers: stored })])
    const header = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME'
    await load(['m.csv', `${header}\nc1@example.com,A,2,,2026-01-02 10:00:00\nc2@example.com,B,2,,\n`])
    await load(['u.csv', 'Email Address,MEMBER_RATING,UNSUB_TIME\nc3@example.com,2,2026-02-02 10:00:00\n'])
    assert.deepEqual(await customers('email_notification'), [
      ['c1@example.com', 1],
      ['c2@example.com', 0],
      ['c3@example.com', 0],
    ])
  })
})
