/** Files of one group: those whose imports wait for something are run, too. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeDatabaseFolder } from '../../support/database/database-folder.ts'
import { writeGroups } from '../../support/runner/file-groups.ts'

const run = promisify(execFile)

describe('a group of test files', () => {
  it('runs the tests of a file that is loaded after those of the others could have ended', async () => {
    const folder = makeDatabaseFolder('sepet-late-')
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), `import { it } from 'node:test'\n${text}`)
      return join(folder, name)
    }
    const files = [
      write('early.test.mjs', "it('early', () => {})\n"),
      write('late.test.mjs', "await new Promise(resolve => setTimeout(resolve, 500))\nit('late', () => {})\n"),
    ]
    const modules = writeGroups(join(folder, 'group'), [files], {})
    // Within a test, Node.js runs no other tests.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const options = ['--test', '--test-force-exit', '--test-reporter=tap']
    const { stdout } = await run(process.execPath, [...options, ...modules], { env })
    assert.deepEqual(stdout.match(/^# (tests|pass) \d+$/gm), ['# tests 2', '# pass 2'])
    rmSync(folder, { recursive: true })
  })
})
