/** The search of customers: what finds them, what it is combined with, hostile texts, changes, deletions, imports and scopes. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

interface Page {
  data: { id: number; name: string | null }[]
  meta: { total: number; totalPages: number }
  links: { next: string | null }
}

const people = [
  customer(201, { name: 'Gökçe', surname: 'Öz', email: 'gokce.oz@example.com', mobilePhone: '0532 123 45 67' }),
  customer(202, { name: 'Işıl', surname: 'Yılmaz', email: 'isil@firma.example', mobilePhone: '+90 532 123 45 68' }),
  customer(203, { name: 'IŞIL', surname: 'Muñoz', email: 'm@example.com', customerGroupId: ids.group }),
  customer(204, { name: "O'Brien %_", surname: 'Weiß', email: 'w@example.com', externalId: 'CRM-2044' }),
]

for (const engine of engines) {
  describe(`the search of customers on ${engine}`, () => {
    let service: TestService
    let token: string
    let writer: string
    before(async () => {
      service = await startService(engine)
      await service.importShop({ customers: people })
      token = await service.token('admin', { scope: 'customers:read' })
      writer = await service.token('admin', { scope: 'customers:read customers:write customers:delete' })
    })
    after(() => service.stop())
    const ask = (text: string, more = ''): Promise<Answer> =>
      service.call('GET', `${CUSTOMERS}?filter[search]=${encodeURIComponent(text)}${more}`, { token })
    const page = async (text: string, more = ''): Promise<Page> => {
      const answer = await ask(text, more)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Page
    }
    const found = async (text: string, more = '') => (await page(text, more)).data.map(({ id }) => id)

    it('finds them by any part of their fields, whatever the case and the accents', async () => {
      for (const [text, expected] of [
        ['gökçe', [201]],
        ['GOKCE', [201]],
        ['ışıl', [202, 203]],
        ['isil yil', [202]],
        ['öz', [201]],
        ['gokce.oz@', [201]],
        ['firma', [202]],
        ['munoz', [203]],
        ['weiss', [204]],
        ['crm-20', [204]],
        ['2044', [204]],
        ['0532 123 45 67', [201]],
        ['532-123', [201, 202]],
        ['+905321234568', [202]],
        ['5321234568', [202]],
        ['123 45 6', [201, 202]],
        ['nobody', []],
        ['nobody öz', []],
      ] as const)
        assert.deepEqual(await found(text), expected, text)
    })

    it('combines with the other filters, the order and the pages', async () => {
      assert.deepEqual(await found('isil', `&filter[customerGroupId]=${ids.group}`), [203])
      assert.deepEqual(await found('isil', '&filter[id]=202'), [202])
      assert.deepEqual(await found('example', '&sort=-id&limit=2'), [204, 203])
      const { meta, links } = await page('isil', '&limit=1')
      assert.deepEqual([meta.total, meta.totalPages], [2, 2])
      assert.match(String(links.next), /filter%5Bsearch%5D=isil/)
      assert.deepEqual(await found('isil', '&limit=1&page=2'), [203])
      assert.deepEqual(await found('isil', '&limit=100&page=90000000000'), [])
    })

    it('compares hostile texts as they are written', async () => {
      for (const text of [
        '%',
        '%%%',
        '___',
        '" OR *',
        "'&|!",
        "'''",
        '\\\\\\',
        '*:*',
        'a"b',
        '{}',
        '👕👖👗',
        'NEAR(a b)',
        '-- x',
      ]) {
        const expected = text === '%' ? [204] : []
        assert.deepEqual(await found(text), expected, text)
      }
      assert.deepEqual(await found('%_'), [204])
      assert.deepEqual(await found("o'b"), [204])
      assert.deepEqual(await found('O’Brien'), [204])
      assert.deepEqual(await found('\u0301'), [])
    })

    it('refuses a text that is blank, too long or has U+0000', async () => {
      for (const text of ['', ' \u00a0', 'a'.repeat(101), 'x'.repeat(10_000), 'a\0b']) {
        const { status, text: body } = await ask(text)
        assert.equal(status, 400, `${text.slice(0, 5)} ${body}`)
        assert.match(body, /filter\[search\]/)
      }
      assert.deepEqual(await found('a'.repeat(100)), [])
    })

    it('finds a customer under the new name alone once it is changed, and nothing once it is deleted', async () => {
      const created = await service.call('POST', CUSTOMERS, {
        token: writer,
        body: { name: 'Şükrü', email: 'x@y.example' },
      })
      assert.equal(created.status, 201, created.text)
      const { id } = (created.json as { data: { id: number } }).data
      assert.deepEqual(await found('sukru'), [id])
      const body = { name: 'Tuğba', mobilePhone: '0544 000 11 22' }
      const changed = await service.call('PUT', `${CUSTOMERS}/${id}`, { token: writer, body })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual([await found('sukru'), await found('tugba'), await found('5440001122')], [[], [id], [id]])
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: writer })).status, 204)
      assert.deepEqual([await found('tugba'), await found('5440001122')], [[], []])
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from customer_search where folded_text like '%tugba%'`.execute(service.database.kysely)
      assert.equal(Number(rows[0]?.n), 0)
    })

    it('finds customers of lists, by external ids and of imports by their latest names', async () => {
      const body = ['Bir', 'İki'].map((name, n) => ({ name: `Çoklu ${name}`, email: `c${n}@z.example` }))
      const bulk = await service.call('POST', CUSTOMERS, { token: writer, body })
      assert.equal(bulk.status, 201, bulk.text)
      assert.equal((await found('coklu')).length, 2)
      const path = `${CUSTOMERS}/by-external-id/SSO-9`
      for (const name of ['Deniz', 'Defne']) {
        const saved = await service.call('PUT', path, { token: writer, body: { name, email: 'sso9@z.example' } })
        assert.ok(saved.status < 300, saved.text)
      }
      assert.deepEqual([(await found('deniz')).length, (await found('defne')).length], [0, 1])
      await service.importShop({ customers: [customer(201, { name: 'Gülçin', email: 'g@example.com' })] })
      assert.deepEqual([await found('gokce'), await found('gulcin')], [[], [201]])
    })

    it('answers 403 without the scope to read customers', async () => {
      const other = await service.token('admin', { scope: 'checkouts:read' })
      const answer = await service.call('GET', `${CUSTOMERS}?filter[search]=gokce`, { token: other })
      assert.equal(answer.status, 403)
    })

    it('writes the text to no line of the log', async () => {
      await ask('gizli.kisi@example.com')
      await ask('gizli.kisi@example.com', '&limit=0')
      assert.ok(!service.log.some(line => line.includes('gizli')))
    })
  })
}
