/** `npm run release` on a temporary repository with the present files: the commit with its tag, what the workflow reads of it, and refusals. */

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../../..')
const VERSION = '999.0.0-rc.1'
const TAG = `v${VERSION}`
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
const run = promisify(execFile)

describe('a release', () => {
  let folder: string
  const options = () => ({ cwd: folder, env: { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' } })
  const git = (...args: string[]) => execFileSync('git', args, { ...options(), encoding: 'utf8' }).trim()
  const release = (version: string) => run('npm', ['run', 'release', '--', version], options())
  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [`tools/release/${name}.ts`, ...args], options())
  const state = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag', '--list')]

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-release-test-'))
    copyTree(folder)
    addEntry(join(folder, 'CHANGELOG.md'))
    // The checks are this run.
    const { preversion: _, ...scripts } = packageJson.scripts
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...packageJson, scripts }, null, 2)}\n`)
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, '.git-exclude'), 'node_modules\n.npm\n.git-exclude\n')
    git('init', '--quiet', '--initial-branch', 'main')
    for (const [key, value] of [
      ['core.excludesFile', join(folder, '.git-exclude')],
      ['user.name', 'Maintainer'],
      ['user.email', 'maintainer@example.com'],
    ] as const)
      git('config', key, value)
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Everything')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('runs every check first', () => assert.equal(packageJson.scripts.preversion, 'npm run check'))

  it('is refused for what is no version, and with uncommitted changes', async () => {
    const unchanged = state()
    await assert.rejects(release('1.0'), /Invalid version/)
    await assert.rejects(release(packageJson.version), /Version not changed/)
    writeFileSync(join(folder, 'README.md'), 'another text')
    await assert.rejects(release(VERSION), /Git working directory not clean/)
    git('restore', 'README.md')
    assert.deepEqual(state(), unchanged)
  })

  it('is a commit with a tag that the workflow accepts', async () => {
    const commit = git('rev-parse', 'HEAD')
    await release(VERSION)
    assert.deepEqual(state(), ['', git('rev-parse', `${TAG}^{commit}`), TAG])
    assert.deepEqual([git('rev-parse', 'HEAD~1'), git('log', '-1', '--format=%s')], [commit, `Release ${VERSION}`])
    const changed = git('diff', '--name-only', 'HEAD~1').split('\n')
    for (const path of ['CHANGELOG.md', 'package.json', 'packages/client/package.json', 'package-lock.json'])
      assert.ok(changed.includes(path), path)
    assert.equal((await tool('tag', TAG)).stdout, `version=${VERSION}\ndist-tag=next\n`)
    const notes = (await tool('notes', TAG, 'https://github.com/Owner/Sepet')).stdout
    assert.match(notes, /^### [A-Z][a-z]+\n\n- /)
    assert.ok(notes.includes(`](https://github.com/Owner/Sepet/blob/${TAG}/docs/`))
  })

  it('fails in the workflow for a tag that is not the version of the packages', async () => {
    for (const tag of ['v999.0.0', VERSION, `v${packageJson.version}`])
      await assert.rejects(tool('tag', tag), ({ code, stdout }) => code === 1 && stdout === '')
  })

  it('is refused a second time, since nothing has changed', async () => {
    const { 1: commit, 2: tags } = state()
    await assert.rejects(release('999.0.0'), /CHANGELOG\.md has no entry below “## Unreleased”/)
    assert.deepEqual(state().slice(1), [commit, tags])
  })
})

/** Adds an entry to the unreleased changes, of which there are none after a release. */
function addEntry(changelog: string): void {
  const text = readFileSync(changelog, 'utf8')
  writeFileSync(
    changelog,
    text.replace(/^## Unreleased$/m, '## Unreleased\n\n### Added\n\n- An [entry](docs/cart.md).'),
  )
}

/** Copies the files of this repository that are committed, or would be. */
function copyTree(target: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(ROOT, path), join(target, path))
  }
}
