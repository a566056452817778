/** Tests of the command lines of PostgreSQL's tools. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dumpLine, restoreLine } from './postgres-tools.ts'

describe('dumpLine', () => {
  it('has the host, port, user and database of the URL, and not its password', () => {
    assert.equal(
      dumpLine('postgres://sepet:hunter2@db.example.com:5433/shop?sslmode=require'),
      'pg_dump --format=custom --host=db.example.com --port=5433 --username=sepet --file=sepet.dump shop',
    )
  })

  it('has all hosts, each with its port', () => {
    assert.match(dumpLine('postgres://sepet@a:5433,[::1]/shop'), / --host=a,::1 --port=5433,5432 --username=sepet /)
  })

  it('leaves out what the URL leaves to the environment', () => {
    assert.equal(dumpLine('postgres://db'), 'pg_dump --format=custom --host=db --file=sepet.dump')
  })

  it('quotes what a shell would read otherwise', () => {
    assert.equal(
      dumpLine('postgres://o%27brien:x@db/my%20shop'),
      `pg_dump --format=custom --host=db '--username=o'\\''brien' --file=sepet.dump 'my shop'`,
    )
  })
})

describe('restoreLine', () => {
  it('names the database, by default that of the user', () => {
    const line = 'pg_restore --exit-on-error --no-owner --host=db --username=sepet'
    assert.equal(restoreLine('postgres://sepet:hunter2@db/shop'), `${line} --dbname=shop sepet.dump`)
    assert.equal(restoreLine('postgres://sepet:hunter2@db'), `${line} --dbname=sepet sepet.dump`)
  })
})
