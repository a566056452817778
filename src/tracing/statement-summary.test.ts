/** Summaries of SQL statements for span names. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { summariseStatement } from './statement-summary.ts'

const summaries: [string, string][] = [
  ['select "id", "name" from "products" where "id" > $1', 'SELECT products'],
  ['select * from a join b on a.id = b.id left join c using (id) where exists (select 1 from a)', 'SELECT a b c'],
  ['insert into "carts" ("id") values ($1) on conflict ("id") do update set used_at = $2', 'INSERT carts'],
  ['update carts set used_at = ? where id = ? and code is distinct from other', 'UPDATE carts'],
  ['delete from carts where id in (select cart_id from idle)', 'DELETE carts'],
  ['select 1 from carts where id = $1 for update', 'SELECT carts'],
  [
    'with moved as (update carts set r = r + 1 returning id) insert into lines select id from moved',
    'UPDATE carts INSERT lines',
  ],
  ['with recursive a(n) as (select 1 from x), b as materialized (select 2 from y) select * from a, b', 'SELECT x y'],
  ['select value from json_each(?)', 'SELECT'],
  ['select * from add_item_1($1, $2)', 'SELECT add_item_1'],
  ['begin', 'BEGIN'],
  ['', 'SQL'],
]

describe('summariseStatement', () => {
  for (const [sql, summary] of summaries) {
    it(`summarises ${sql || 'an empty text'} as ${summary}`, () => assert.equal(summariseStatement(sql), summary))
  }

  it('leaves out string literals, even those that look like SQL', () => {
    assert.equal(summariseStatement("select 'it''s from secrets' from shop where name = 'update keys'"), 'SELECT shop')
  })

  it('cuts the summary after 255 characters', () => {
    const tables = Array.from({ length: 100 }, (_, index) => `join table_${index} on true`).join(' ')
    assert.equal(summariseStatement(`select 1 from a ${tables}`).length, 255)
  })
})
