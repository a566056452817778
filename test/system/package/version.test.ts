/** The version of a build: builds of two commits differ, and that of a release is its tag. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import packageJson from '../../../package.json' with { type: 'json' }
import { findCommit, versionOf } from '../../../src/version.ts'
import { runSepet } from '../../support/service/process.ts'

const ROOT = join(import.meta.dirname, '../../..')

describe('the version of a clone', () => {
  let clone: string
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'tag.gpgSign=false']
    return execFileSync('git', ['-C', clone, ...author, ...args], { encoding: 'utf8' }).trim()
  }
  before(() => {
    clone = mkdtempSync(join(tmpdir(), 'sepet-version-'))
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message', 'one')
  })
  after(() => rmSync(clone, { recursive: true }))

  it('names the commit, unless this has the tag of the version', () => {
    const first = findCommit(clone)
    assert.equal(first, git('rev-parse', 'HEAD').slice(0, 12))
    git('tag', 'v0.0.0-other')
    assert.equal(findCommit(clone), first)
    for (const kind of [[], ['--annotate', '--message', 'release']]) {
      git('tag', ...kind, `v${packageJson.version}`)
      assert.equal(findCommit(clone), '')
      git('tag', '--delete', `v${packageJson.version}`)
    }
    git('commit', '--quiet', '--allow-empty', '--message', 'two')
    assert.notEqual(findCommit(clone), first)
  })

  it('has no commit in a folder within another repository, and in a broken one', () => {
    const within = join(clone, 'node_modules/sepet')
    mkdirSync(within, { recursive: true })
    assert.equal(findCommit(within), '')
    mkdirSync(join(within, '.git'))
    assert.equal(findCommit(within), '')
    assert.equal(versionOf('1.0.0', findCommit(within)), '1.0.0')
  })

  it('is what `sepet --version` prints', async () => {
    for (const option of ['--version', '-V']) {
      const { status, stdout } = await runSepet([option], {})
      assert.deepEqual([status, stdout], [0, `${versionOf(packageJson.version, findCommit(ROOT))}\n`])
    }
  })
})
