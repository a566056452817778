/** Tests of error messages that no other test can cause. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeFailure } from './describe-failure.ts'

const listening = (code: string) =>
  Object.assign(new Error(`listen ${code}: 0.0.0.0:80`), { code, syscall: 'listen', address: '0.0.0.0', port: 80 })
const because = (cause: object) => new Error('It went wrong', { cause: Object.assign(new Error('below'), cause) })

describe('describeFailure', () => {
  it('returns advice for a privileged port', () => {
    assert.deepEqual(describeFailure(listening('EACCES')), [
      'Port 80 is for privileged processes: choose one from 1024 on by --port or PORT, and put a proxy before it.',
    ])
  })

  it('returns the message of the system for any other error of a port', () => {
    assert.deepEqual(describeFailure(listening('ENFILE')), ['Listen ENFILE: 0.0.0.0:80.'])
  })

  it('returns advice for the cause of an error', () => {
    assert.deepEqual(describeFailure(because({ code: 'ENOSPC' })), [
      'It went wrong. The disk is full: make room on it.',
    ])
    assert.deepEqual(describeFailure(because({ code: 'ERR_SQLITE_ERROR', errcode: 270 })), [
      'It went wrong. DATA_DIR has to be a folder that this user may write to.',
    ])
    const [both] = describeFailure(new AggregateError([because({ code: '28P01' })]))
    assert.match(both ?? '', /^It went wrong\. Are user and password in DATABASE_URL right/)
  })

  it('returns a sentence for an error without advice, and for a value that is not an error', () => {
    assert.deepEqual(describeFailure(new Error('no luck')), ['No luck.'])
    assert.deepEqual(describeFailure('why?'), ['Why?'])
  })
})
