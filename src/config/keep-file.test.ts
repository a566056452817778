/** Tests of files that are created once. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { keepFile } from './keep-file.ts'

const MODULE = join(import.meta.dirname, 'keep-file.ts')
const PROCESSES = 4

describe('keepFile', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-kept-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('creates a file and its folder for their user alone, and keeps its content', () => {
    const file = join(folder, 'new', 'key')
    assert.equal(keepFile(file, 'first'), 'first')
    assert.equal(keepFile(file, 'second'), 'first')
    assert.deepEqual([statSync(file).mode & 0o777, statSync(join(folder, 'new')).mode & 0o777], [0o600, 0o700])
  })

  it('returns one content to processes that start at the same time, and leaves no other file', async () => {
    const file = join(folder, 'race', 'key')
    const script = `import { keepFile } from ${JSON.stringify(MODULE)}
      process.stdin.on('data', () => {
        process.stdout.write(keepFile(${JSON.stringify(file)}, String(process.pid)))
        process.stdin.destroy()
      })
      process.stderr.write('ready')`
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', script]),
    )
    await Promise.all(children.map(({ stderr }) => once(stderr, 'data')))
    const contents = await Promise.all(
      children.map(async ({ stdin, stdout }) => {
        stdin.write('go')
        return String(await once(stdout, 'data'))
      }),
    )
    assert.deepEqual([...new Set(contents)], [readFileSync(file, 'utf8')])
    assert.deepEqual(readdirSync(join(folder, 'race')), ['key'])
  })

  it('throws for a file that cannot be read, and does not replace it', () => {
    writeFileSync(join(folder, 'file'), 'x')
    assert.throws(() => keepFile(join(folder, 'file', 'key'), 'y'), { code: 'EEXIST' })
    assert.equal(readFileSync(join(folder, 'file'), 'utf8'), 'x')
  })
})
