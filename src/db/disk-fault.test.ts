/** Tests of the codes by which a faulty disk is recognised. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { diskFaultOf } from './disk-fault.ts'
import { DatabaseUnavailable, TemporaryFilesFull } from './unavailable.ts'

const withCodes = (codes: object, cause?: unknown) => Object.assign(new Error('below', { cause }), codes)

describe('diskFaultOf', () => {
  it('knows the codes of both engines, also of a cause, and extended ones of SQLite', () => {
    assert.equal(diskFaultOf(withCodes({ code: 'ERR_SQLITE_ERROR', errcode: 13 })), 'full')
    assert.equal(diskFaultOf(withCodes({ code: 'ERR_SQLITE_ERROR', errcode: 778 })), 'failing')
    assert.equal(diskFaultOf(withCodes({ code: '53100' })), 'full')
    assert.equal(diskFaultOf(new Error('above', { cause: withCodes({ code: 'XX001' }) })), 'damaged')
  })

  it('tells a full disk of temporary files from one of the database', () => {
    const full = withCodes({ code: 'ERR_SQLITE_ERROR', errcode: 13 })
    assert.equal(diskFaultOf(new TemporaryFilesFull('no room', full)), 'temporary-full')
    assert.equal(diskFaultOf(new DatabaseUnavailable('no room', full)), 'full')
  })

  it('leaves other errors alone: a standby, a busy database, a lost connection', () => {
    for (const codes of [{ code: '25006' }, { errcode: 5 }, { code: 'ECONNREFUSED' }, {}]) {
      assert.equal(diskFaultOf(withCodes(codes)), undefined)
    }
    assert.equal(diskFaultOf('full'), undefined)
  })
})
