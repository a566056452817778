/** Ending `npm test`: a signal leaves no process behind, whoever started it. */

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDatabaseFolder } from '../../support/database/database-folder.ts'

const RUN = join(import.meta.dirname, '../../run.ts')
/** Starts processes that end with nothing: a child, a child in a group of its own, and a child of a child that has ended. */
const STUBBORN = `
import { spawn } from 'node:child_process'
import { it } from 'node:test'
const ignoring = ['-e', 'for (const s of ["SIGTERM","SIGINT","SIGHUP"]) process.on(s, () => {}); setInterval(() => {}, 1000)', MARK]
it('waits', async () => {
  spawn(process.execPath, ignoring, { stdio: 'ignore' })
  spawn(process.execPath, ignoring, { stdio: 'ignore', detached: true })
  spawn('sh', ['-c', '"$0" "$@" & exit', process.execPath, ...ignoring], { stdio: 'ignore' })
  await new Promise(resolve => setTimeout(resolve, 600_000))
})
`

describe('npm test', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends all that its tests have started on ${signal}`, async () => {
      const folder = makeDatabaseFolder('sepet-stubborn-')
      const mark = `sepet-${signal}-${process.pid}`
      const file = join(folder, 'stubborn.test.mjs')
      writeFileSync(file, STUBBORN.replace('MARK', JSON.stringify(mark)))
      // Within a test, Node.js runs no other tests.
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
      const run = spawn(process.execPath, [RUN, file], { env, stdio: 'ignore', detached: true })
      const ended = once(run, 'exit')
      while (countMarked(mark) < 3) {
        assert.equal(run.exitCode, null)
        await sleep(50)
      }
      run.kill(signal)
      const [status] = await ended
      assert.notEqual(status, 0)
      // A killed process is listed until its parent has taken note.
      for (let n = 0; n < 3_000 && countMarked(mark) > 0; n++) await sleep(20)
      assert.equal(countMarked(mark), 0)
      rmSync(folder, { recursive: true })
    })
  }
})

function countMarked(mark: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n')
  return lines.filter(line => line.endsWith(` ${mark}`)).length
}
