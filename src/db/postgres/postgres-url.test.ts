/** Tests of the hosts in a PostgreSQL URL. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostsOf } from './postgres-url.ts'

describe('hostsOf', () => {
  it('returns one URL per host of a PostgreSQL URL', () => {
    assert.deepEqual(hostsOf('postgres://u:p%40@db/shop?sslmode=require'), [
      { url: 'postgres://u:p%40@db/shop?sslmode=require', readWrite: false },
    ])
    assert.deepEqual(hostsOf('postgresql://u@a:5432,b:5433/shop?target_session_attrs=read-write&sslmode=require'), [
      { url: 'postgresql://u@a:5432/shop?sslmode=require', readWrite: true },
      { url: 'postgresql://u@b:5433/shop?sslmode=require', readWrite: true },
    ])
    assert.deepEqual(
      hostsOf('postgres://[::1]:5432,127.0.0.1/x').map(({ url }) => new URL(url).hostname),
      ['[::1]', '127.0.0.1'],
    )
  })

  it('throws an error without the password for a URL that is not valid', () => {
    for (const url of [
      'mysql://secret@h/x',
      'postgres:/secret',
      'postgres://secret@h:port/x',
      'postgres://h?target_session_attrs=standby',
    ]) {
      assert.throws(
        () => hostsOf(url),
        error => error instanceof Error && !error.message.includes('secret'),
      )
    }
  })
})
