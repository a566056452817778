/**
 * `npm run release -- [version] [--dry-run] [--skip-check]`: checks, packs and tags a release. It publishes nothing: the tag does, by
 * .github/workflows/release.yml. Everything happens in a clone of the last commit; the repository is written at the end, by nothing in a dry run.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './npm.ts'
import { applyRelease, checkClone, cloneInto, lendDependencies } from './release/candidate.ts'
import { CHANGELOG, type ChangedFile, type Release } from './release/changed-files.ts'
import { entryCounts, sectionOf } from './release/changelog.ts'
import { buildImage, findBuilder } from './release/image.ts'
import { countByFolder, type Packed, packAll, startPackages } from './release/packages.ts'
import { describePublication } from './release/publication.ts'
import { endWith, ReleaseError } from './release/release-error.ts'
import {
  commitAndTag,
  lastCommit,
  nameOnGitHub,
  requireFreeTag,
  requireUnchanged,
  uncommittedPaths,
} from './release/repository.ts'
import { nextCandidateAfter, requireNewer } from './release/version.ts'

/** What the command line asks for. */
interface Asked {
  release: Release
  mode: 'dry run' | 'release'
  check: 'run' | 'skip'
}

/** The folders of a release; all are temporary. */
interface Folders {
  clone: string
  packages: string
  installation: string
}

/** Prints a line with the name of its step. */
function say(step: string, text: string): void {
  console.log(`${step.padEnd(12)}${text}`)
}

function parse() {
  const options = { 'dry-run': { type: 'boolean' }, 'skip-check': { type: 'boolean' } } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new ReleaseError((error as Error).message)
  }
}

function readArguments(): Asked {
  const { values, positionals } = parse()
  if (positionals.length > 1) throw new ReleaseError('npm run release -- [version] [--dry-run] [--skip-check]')
  const from: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
  const { 0: version = nextCandidateAfter(from) } = positionals
  const date = new Date().toISOString().slice(0, 10)
  return {
    release: { from, version, date },
    mode: values['dry-run'] ? 'dry run' : 'release',
    check: values['skip-check'] ? 'skip' : 'run',
  }
}

/** Requires a newer version with a free tag, and a clean tree; a dry run goes on without the uncommitted changes. */
function requireReleasable({ release: { from, version }, mode }: Asked): string {
  requireNewer(version, from)
  requireFreeTag(ROOT, `v${version}`)
  const commit = lastCommit(ROOT)
  if (mode === 'release') requireUnchanged(ROOT, commit)
  const paths = uncommittedPaths(ROOT)
  say('tree', paths.length === 0 ? 'clean' : `WARNING: not committed, so not in it: ${paths.join(', ')}`)
  return commit
}

function cut(clone: string, release: Release): ChangedFile[] {
  cloneInto(clone, ROOT)
  const changed = applyRelease(clone, release)
  const { version, date, from } = release
  const text = changed.find(({ path }) => path === CHANGELOG)?.text ?? ''
  const counts = [...entryCounts(sectionOf(text, version))].map(([heading, count]) => `${heading} ${count}`)
  say('changelog', `## ${version} - ${date}: ${counts.join(', ')}; an empty “Unreleased” above it`)
  say('version', `${from} → ${version} in ${changed.map(({ path }) => path).join(', ')}`)
  return changed
}

function check(clone: string, asked: Asked['check']): void {
  if (asked === 'skip') {
    lendDependencies(clone, ROOT)
    say('check', 'SKIPPED by --skip-check')
    return
  }
  say('check', 'npm ci and npm run check in a clone')
  checkClone(clone)
  say('check', 'passed')
}

function pack({ clone, packages }: Folders, version: string): Packed[] {
  const all = packAll(clone, packages, version)
  for (const each of all) {
    const list = join(packages, `${each.filename}.txt`)
    writeFileSync(list, each.files.map(({ path }) => `${path}\n`).join(''))
    const sizes = `${kilobytes(each.size)} packed, ${kilobytes(each.unpackedSize)} unpacked`
    say('package', `${each.filename}: ${each.files.length} files, ${sizes} (${countByFolder(each).join(', ')})`)
  }
  return all
}

/** Formats bytes as kB. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000)} kB`
}

function startAll({ clone, packages, installation }: Folders, all: readonly Packed[], version: string): void {
  const archives = all.map(({ filename }) => join(packages, filename))
  const { dependencies, printed } = startPackages(installation, archives, clone)
  if (printed !== version) throw new ReleaseError(`The packed sepet --version prints ${printed}, and not ${version}.`)
  const from = dependencies === 'registry' ? 'from the registry' : 'of this clone, since the registry is not reached'
  say('start', `sepet --version prints ${printed}, and the client is imported; with dependencies ${from}`)
}

function build(clone: string, version: string): void {
  const { name, refused } = findBuilder()
  if (name) say('image', `${buildImage(clone, name, version)}, built by ${name}`)
  else say('image', `NOT BUILT, for want of a builder: ${refused.join(', ')}`)
}

function finish({ release: { version }, mode }: Asked, commit: string, changed: readonly ChangedFile[]): void {
  if (mode === 'dry run') {
    console.log(`\nThis was a dry run: nothing is written, tagged or published. Next: npm run release -- ${version}`)
    return
  }
  requireUnchanged(ROOT, commit)
  commitAndTag(ROOT, changed, version)
  console.log(
    `\nCommitted and tagged v${version}; nothing is published. Next: git push --atomic origin HEAD v${version}`,
  )
}

function release(asked: Asked, folders: Folders): void {
  const { version } = asked.release
  say(asked.mode, `sepet ${version}`)
  const commit = requireReleasable(asked)
  const changed = cut(folders.clone, asked.release)
  check(folders.clone, asked.check)
  const packages = pack(folders, version)
  startAll(folders, packages, version)
  build(folders.clone, version)
  const names = packages.map(({ name }) => name)
  console.log(`\n${describePublication({ version, packages: names, repository: nameOnGitHub(ROOT) }).join('\n')}`)
  finish(asked, commit, changed)
}

const temporary = mkdtempSync(join(tmpdir(), 'sepet-release-'))
const [clone, packages, installation] = ['clone', 'packages', 'installation'].map(each => join(temporary, each))
try {
  release(readArguments(), { clone, packages, installation } as Folders)
} catch (error) {
  endWith(error)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
