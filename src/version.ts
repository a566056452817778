/** The version of this build: that of a release, or with the commit where it was built between releases. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

/** The file beside the compiled modules that names their commit; it has an empty text in a release. */
export const COMMIT_FILE = 'commit.txt'
/** Digits of a commit's hash: enough to be unique in a large repository. */
const HASH_LENGTH = 12

let found: string | undefined

/**
 * Returns the version, with the commit as build metadata (Semantic Versioning 2.0.0, item 10) unless it is a release.
 * @example buildVersion() // '0.1.0+55eeaaaf0c1d'
 */
export function buildVersion(): string {
  found ??= versionOf(packageJson.version, commitOfBuild())
  return found
}

/** Returns a version with a commit; without one where the commit is empty. */
export function versionOf(version: string, commit: string): string {
  return commit === '' ? version : `${version}+${commit}`
}

function commitOfBuild(): string {
  const file = join(import.meta.dirname, COMMIT_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : findCommit(join(import.meta.dirname, '..'))
}

/**
 * Returns the commit of a clone, by git.
 * @returns an empty text for the commit of a release, which has the tag of its version, and for a folder that is no clone
 */
export function findCommit(folder: string): string {
  if (!existsSync(join(folder, '.git'))) return ''
  try {
    return readCommit(folder)
  } catch {
    // Without git, or without the right to read the repository, the version has no commit.
    return ''
  }
}

function readCommit(folder: string): string {
  const tag = `refs/tags/v${packageJson.version}`
  const format = ['--format=%h%n%D', `--abbrev=${HASH_LENGTH}`, `--decorate-refs=${tag}`]
  // A clone may belong to another user than the one that runs it, as in a container.
  const args = ['-c', 'safe.directory=*', `--git-dir=${join(folder, '.git')}`, 'log', '-1', ...format]
  const [hash = '', tags = ''] = execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n')
  return tags.trim() === '' ? hash : ''
}
