import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findLeaks } from './logs.ts'

it('a leak of a run with more secrets than a function takes arguments is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-logs-'))
  try {
    const secrets = Array.from({ length: 200_000 }, (_, n) => `secret.${String(n).padStart(12, '0')}`)
    writeFileSync(join(folder, 'run.secrets'), secrets.join('\n'))
    writeFileSync(join(folder, 'run.log'), `{"msg":"${secrets.at(-1)}"}\n{"msg":"secret.000000200000"}\n`)
    const { leaks, lines } = findLeaks(folder)
    assert.deepEqual([leaks.length, lines], [1, 2])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
