/** Customers that an instance of the previous version writes during an upgrade: the search finds them after the next pruning. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { prune } from '../../src/jobs/prune.ts'
import { engines } from '../support/database/engines.ts'
import { startService, type TestService } from '../support/service/service.ts'

describe('customers that an instance of the previous version writes on postgres', {
  skip: !engines.includes('postgres'),
}, () => {
  let service: TestService
  before(async () => {
    service = await startService('postgres')
  })
  after(() => service.stop())

  const token = () => service.token('admin', { scope: 'customers:read customers:write' })
  const create = async (email: string, name: string) => {
    const answer = await service.call('POST', CUSTOMERS, { token: await token(), body: { email, name } })
    assert.equal(answer.status, 201, answer.text)
    return (answer.json as { data: { id: number } }).data.id
  }
  const find = async (text: string) => {
    const path = `${CUSTOMERS}?filter[search]=${text}`
    const answer = await service.call('GET', path, { token: await token() })
    assert.equal(answer.status, 200, answer.text)
    const { data, meta } = answer.json as { data: { email: string }[]; meta: { total: number } }
    assert.equal(meta.total, data.length)
    return data.map(({ email }) => email)
  }
  const write = async (statement: ReturnType<typeof sql>) => {
    await statement.execute(service.database.kysely)
    await sql`update customer_list set revision = revision + 1`.execute(service.database.kysely)
  }
  const pruneNow = () => prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })

  it('finds those that it has created', async () => {
    const id = await create('yeni@example.com', 'Gülizar')
    await write(sql`delete from customer_search where customer_id = ${id}`)
    assert.deepEqual(await find('gulizar'), [])
    await pruneNow()
    assert.deepEqual(await find('gulizar'), ['yeni@example.com'])
  })

  it('finds those that it has changed by what they are called now alone', async () => {
    const id = await create('eski@example.com', 'Nermin')
    await write(sql`update customers set name = 'Nesrin', updated_at = ${Date.now()} where id = ${id}`)
    assert.deepEqual([await find('nermin'), await find('nesrin')], [['eski@example.com'], []])
    await pruneNow()
    assert.deepEqual([await find('nermin'), await find('nesrin')], [[], ['eski@example.com']])
  })

  it('does not touch the texts that are up to date', async () => {
    await create('ayni@example.com', 'Perihan')
    const versions = () =>
      sql`select customer_id, xmin from customer_search order by 1`.execute(service.database.kysely)
    const { rows } = await versions()
    await pruneNow()
    assert.deepEqual((await versions()).rows, rows)
  })
})
