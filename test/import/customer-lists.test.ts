/** Customer lists of other systems, and plain ones as spreadsheets leave them: what of each arrives, and what is told. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { csv, loaderOf } from '../support/import/tables.ts'

onEachEngine('a customer list', shop => {
  const load = loaderOf(shop)
  const customers = async (...columns: string[]) =>
    (await shop.rows('customers')).map(row => columns.map(column => row[column]))
  const sections = (report: Awaited<ReturnType<typeof load>>) =>
    report.files.flatMap(file => file.sections.map(({ created, updated }) => [file.format, created, updated]))

  test('of Shopify has names, company, phone, address and consent, and its numbers become external ids', async () => {
    const header =
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Country Code,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
    const report = await load(
      {},
      csv(
        header,
        "'7001,Deniz,Kaya,deniz@example.com,yes,Kaya Ltd,Cad. 1,İzmir,TR,'+905550000000,no,10.00,1,,no,vip",
        "'7002,Ada,Su,,no,,,,,'+905550000001,yes,0.00,0,,no,",
      ),
    )
    assert.deepEqual(sections(report), [['Shopify customers', 1, 0]])
    assert.deepEqual(
      await customers('email', 'name', 'surname', 'company', 'mobile_phone', 'address', 'city_code', 'country_code'),
      [['deniz@example.com', 'Deniz', 'Kaya', 'Kaya Ltd', '+905550000000', 'Cad. 1', 'İzmir', 'TR']],
    )
    assert.deepEqual(await customers('external_id', 'email_notification', 'sms_notification'), [['7001', 1, 0]])
    assert.deepEqual(report.told, [
      'line 3: has no email, by which the customer would be found again: "Ada Su"; add one, or a column id or externalId',
    ])
  })

  test('of another system says a number of orders only where it is a whole number', async () => {
    const shopify = 'First Name,Email,Accepts Email Marketing,Total Orders'
    const woo = 'name,email,username,total spend,orders'
    for (const [header, row] of [
      [shopify, (mail: string, cell: string) => `A,${mail},no,${cell}`],
      [woo, (mail: string, cell: string) => `A,${mail},a,1,${cell}`],
    ] as const) {
      const cells = ['"1,234"', '7.0', "'8", '', 'abc', '-3', '99999999999999999999', '1.5']
      const report = await load({}, csv(header, ...cells.map((cell, n) => row(`${n}@example.com`, cell))))
      assert.deepEqual(
        (await customers('order_count')).map(([count]) => count),
        [1234, 7, 8, 0, 0, 0, 0, 0],
      )
      assert.deepEqual(report.told, [
        'line 6: has a number of orders that is no whole number: "abc"; it is left out (and 3 more like it: line 7, line 8, …)',
      ])
      await load({}, csv(header, row('1@example.com', 'x')))
      assert.deepEqual((await customers('order_count'))[1], [7])
    }
  })

  test('of PrestaShop has names, consent and whether the account is active', async () => {
    const header =
      'Customer ID;Active (0/1);Titles ID;Email *;Password *;Birthday;Last Name *;First Name *;Newsletter (0/1)'
    const rows = [
      '1;1;1;deniz@example.com;secret;1990-01-01;Kaya;Deniz;1',
      '2;0;2;ada@example.com;secret;1991-01-01;Su;Ada;0',
    ]
    const report = await load({}, csv(header, ...rows))
    assert.deepEqual([sections(report), report.told], [[['PrestaShop customers', 2, 0]], []])
    assert.deepEqual(await customers('email', 'name', 'surname', 'external_id', 'status', 'email_notification'), [
      ['deniz@example.com', 'Deniz', 'Kaya', '1', 'active', 1],
      ['ada@example.com', 'Ada', 'Su', '2', 'inactive', 0],
    ])
  })

  test('of a system gives its number only to customers without an external id, and keeps what it does not say', async () => {
    await shop.import({
      customers: [
        { id: 5, email: 'deniz@example.com', externalId: 'own', surname: 'Kaya', dealer: true },
        { id: 6, email: 'ada@example.com', company: 'Su Ltd' },
      ],
    })
    await load(
      {},
      csv(
        'Customer ID,First Name,Email,Accepts Email Marketing',
        '7001,Deniz,Deniz@Example.com,yes',
        '7002,Ada,ada@example.com,',
      ),
    )
    assert.deepEqual(await customers('id', 'email', 'name', 'surname', 'company', 'external_id', 'dealer'), [
      [5, 'deniz@example.com', 'Deniz', 'Kaya', null, 'own', 1],
      [6, 'ada@example.com', 'Ada', null, 'Su Ltd', '7002', 0],
    ])
    assert.deepEqual(await customers('email_notification'), [[1], [0]])
  })

  test('without ids updates the customers with its emails, and creates the others', async () => {
    await load({}, csv('email,name,company', 'a@example.com,A,A Ltd'))
    const list = csv('email,name', 'A@example.com,A2', 'b@example.com,B')
    assert.deepEqual(sections(await load({}, list)), [['customer list', 1, 1]])
    assert.deepEqual(await customers('id', 'email', 'name', 'company'), [
      [1, 'a@example.com', 'A2', 'A Ltd'],
      [2, 'b@example.com', 'B', null],
    ])
    assert.deepEqual(sections(await load({}, list)), [['customer list', 0, 0]])
  })

  test('has the words of spreadsheets for its flags', async () => {
    const words = ['yes', 'no', 'evet', 'hayır', 'WAHR', 'FALSCH', 'DOĞRU', 'YANLIŞ', '1', '0', 'VRAI', 'FAUX']
    await load({}, csv('email,dealer', ...words.map((word, index) => `c${index}@example.com,${word}`)))
    assert.deepEqual(
      (await shop.rows('customers')).map(({ dealer }) => dealer),
      words.map((_, index) => Number(index % 2 === 0)),
    )
    const [problem] = await shop.refusal(csv('email,dealer', 'd@example.com,perhaps'))
    assert.match(problem ?? '', /^in\.csv line 2 \/dealer: must be /)
  })

  test('in Windows-1254 is read, with a warning that shows a name from it', async () => {
    const { told } = await load({}, [
      'in.csv',
      Buffer.from('email;name\ndeniz@example.com;I\xfe\xfdl\nada@example.com;\xddpek\n', 'latin1'),
    ])
    assert.deepEqual(await customers('email', 'name'), [
      ['deniz@example.com', 'Işıl'],
      ['ada@example.com', 'İpek'],
    ])
    assert.match(told.join('\n'), /^is not UTF-8, and was read as Windows-1254: "Işıl"; /)
  })

  test('is no export of orders, which is refused by its name, and creates nobody', async () => {
    const [problem, ...others] = await shop.refusal(
      csv(
        'Name,Email,Financial Status,Total,Lineitem quantity,Lineitem name',
        '#1001,deniz@example.com,paid,10.00,1,Tee',
        '#1002,ada@example.com,paid,20.00,1,Pot',
      ),
    )
    assert.match(problem ?? '', /^in\.csv: is an export of orders of Shopify: /)
    assert.deepEqual([others, await shop.rows('customers')], [[], []])
  })
})
