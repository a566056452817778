/** `npm run release` on a temporary repository with the present files: the dry run, the commit with its tag, and refusals that write nothing. */

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { lendDependencies } from '../../../tools/release/candidate.ts'
import { commitAndTag } from '../../../tools/release/repository.ts'
import { startRegistry } from '../../support/ops/registry.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VERSION = '999.0.0-rc.1'
const TAG = `v${VERSION}`
/** Programs that a release needs; builders of images are no part of them. */
const PROGRAMS = ['git', 'gzip', 'npm', 'sh', 'tar']
const run = promisify(execFile)

/** Writes a program of the shell. */
function writeProgram(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
}

describe('a release', () => {
  let folder: string
  let env: NodeJS.ProcessEnv
  const repository = () => join(folder, 'repository')
  const bin = () => join(folder, 'bin')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository(), env, encoding: 'utf8' }).trim()
  /** Runs the command of the repository. */
  const release = (args: string[], more: NodeJS.ProcessEnv = {}) =>
    run('npm', ['run', '--silent', 'release', '--', ...args], { cwd: repository(), env: { ...env, ...more } })
  /** Runs a tool of the repository without npm, which takes a second. */
  const directly = (...args: string[]) => run(process.execPath, args, { cwd: repository(), env })
  const tool = (name: string, ...args: string[]) => directly(`tools/release/${name}.ts`, ...args)
  /** What a refused release must not change. */
  const state = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag', '--list')]
  /** Temporary folders of releases; npm has others. */
  const leftovers = () => readdirSync(join(folder, 'tmp')).filter(name => name.startsWith('sepet-'))
  const refuses = async (args: string[], message: RegExp) => {
    const unchanged = state()
    await assert.rejects(
      directly('tools/release.ts', ...args),
      ({ code, stderr }) => code === 1 && message.test(stderr),
    )
    assert.deepEqual(state(), unchanged)
    assert.deepEqual(leftovers(), [])
  }

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sepet-release-test-')))
    for (const name of ['bin', 'tmp', 'repository']) mkdirSync(join(folder, name))
    for (const name of PROGRAMS) {
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(bin(), name))
    }
    symlinkSync(process.execPath, join(bin(), 'node'))
    env = {
      ...{ PATH: bin(), HOME: folder, TMPDIR: join(folder, 'tmp'), GIT_CONFIG_NOSYSTEM: '1' },
      ...{ npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' },
    }
    copyTree(repository())
    addEntry(join(repository(), 'CHANGELOG.md'))
    git('init', '--quiet', '--initial-branch', 'main')
    for (const [key, value] of [
      ['user.name', 'Maintainer'],
      ['user.email', 'maintainer@example.com'],
    ] as const)
      git('config', key, value)
    git('remote', 'add', 'origin', 'git@github.com:Owner/Sepet.git')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Everything')
    lendDependencies(repository(), ROOT)
  })
  after(() => rmSync(folder, { recursive: true }))

  it('is refused for what is no newer version, and for an option or an argument that it does not know', async () => {
    await refuses(['1.0', '--dry-run'], /^release: 1\.0 is not a version such as/)
    await refuses([packageJson.version, '--dry-run'], /is not newer than/)
    await refuses([VERSION, '1000.0.0'], /^release: npm run release -- \[version\]/)
    await refuses([VERSION, '--publish'], /^release: Unknown option '--publish'/)
  })

  it('is refused while its tag exists', async () => {
    git('tag', TAG)
    await refuses([VERSION, '--dry-run', '--skip-check'], RegExp(`^release: The tag ${TAG} exists already`))
    git('tag', '--delete', TAG)
  })

  it('is refused with uncommitted changes, which a dry run reports and leaves out', async () => {
    writeFileSync(join(repository(), 'new.txt'), 'x')
    await refuses([VERSION, '--skip-check'], /^release: Commit or remove these changes first: new\.txt/)
    await refuses(['0.0.1', '--dry-run'], /is not newer than/)
  })

  it('is a dry run that says what it would publish, without a registry or a builder, and writes nothing', async () => {
    const unchanged = state()
    const npm_config_registry = `http://127.0.0.1:${await freePort()}/`
    const { stdout } = await release([VERSION, '--dry-run', '--skip-check'], { npm_config_registry })
    for (const line of [
      /^tree +WARNING: not committed, so not in it: new\.txt$/m,
      /^changelog +## 999\.0\.0-rc\.1 - \d{4}-\d\d-\d\d: (Upgrading|Added) \d+/m,
      /^check +SKIPPED by --skip-check$/m,
      /^package +sepet-999\.0\.0-rc\.1\.tgz: \d+ files, \d+ kB packed, .*\bdist \d+/m,
      /^package +sepet-client-999\.0\.0-rc\.1\.tgz: \d+ files/m,
      /^start +sepet --version prints 999\.0\.0-rc\.1, .* of this clone, since the registry is not reached$/m,
      /^image +NOT BUILT, for want of a builder: docker \(not on the path\), podman \(.*\), buildah \(.*\)$/m,
      /^ +npm +sepet@999\.0\.0-rc\.1 and sepet-client@999\.0\.0-rc\.1 with provenance, dist-tag next$/m,
      /^ +image +ghcr\.io\/owner\/sepet:999\.0\.0-rc\.1 and ghcr\.io\/owner\/sepet:next$/m,
      /^This was a dry run: nothing is written, tagged or published/m,
    ])
      assert.match(stdout, line)
    assert.deepEqual(state(), unchanged)
    assert.deepEqual(leftovers(), [])
    assert.ok(!existsSync(join(repository(), 'dist')))
    rmSync(join(repository(), 'new.txt'))
  })

  it('starts from the registry and builds the image where it can, then is a commit with a tag that the workflow accepts', async () => {
    const registry = await startRegistry()
    const commit = git('rev-parse', 'HEAD')
    // The client of Docker is there, and its daemon is not.
    writeProgram(join(bin(), 'docker'), 'test "$1" = --version')
    writeProgram(
      join(bin(), 'podman'),
      `if test "$1" = build; then pwd; echo Docker*; echo "$@"; fi >> ${join(folder, 'built')}`,
    )
    const { stdout } = await release([VERSION, '--skip-check'], { npm_config_registry: registry.url })
    registry.stop()
    assert.match(stdout, /^start +sepet --version prints 999\.0\.0-rc\.1, .* from the registry$/m)
    assert.match(stdout, /^image +sepet:999\.0\.0-rc\.1, built by podman$/m)
    assert.match(stdout, /Next: git push --atomic origin HEAD v999\.0\.0-rc\.1$/m)
    const built = readFileSync(join(folder, 'built'), 'utf8').trim().split('\n')
    assert.ok(built.includes('Dockerfile') && built[0] !== repository())
    assert.equal(built.at(-1), `build --tag sepet:${VERSION} .`)

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
    for (const tag of ['v999.0.0', '999.0.0-rc.1', `v${packageJson.version}`])
      await assert.rejects(tool('tag', tag), ({ code, stderr, stdout }) => {
        return code === 1 && stdout === '' && /^release: /.test(stderr)
      })
  })

  it('is refused a second time, since nothing has changed', async () => {
    await refuses([VERSION, '--skip-check'], /is not newer than/)
    await refuses(['--skip-check'], /^release: CHANGELOG\.md has no entry below “## Unreleased”/)
  })

  it('is taken back when git refuses the commit or the tag', () => {
    const unchanged = state()
    const files = [{ path: 'README.md', text: 'another text' }]
    writeProgram(join(repository(), '.git/hooks/pre-commit'), 'exit 1')
    assert.throws(() => commitAndTag(repository(), files, '999.0.0'), /git commit .* failed/)
    assert.deepEqual(state(), unchanged)
    rmSync(join(repository(), '.git/hooks/pre-commit'))
    assert.throws(() => commitAndTag(repository(), files, VERSION), /git tag .* failed/)
    assert.deepEqual(state(), unchanged)
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
