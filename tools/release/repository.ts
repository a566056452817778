/** The repository of a release: what stands in its way, and the commit and tag that make it. */

import { writeFiles } from './candidate.ts'
import type { ChangedFile } from './changed-files.ts'
import { ReleaseError } from './release-error.ts'
import { run, tryRun } from './run.ts'

/** @returns paths with changes that are not committed */
export function uncommittedPaths(repository: string): string[] {
  const lines = run(repository, 'git', 'status', '--porcelain').split('\n')
  return lines.filter(line => line !== '').map(line => line.slice(3))
}

/** @returns the hash of the last commit */
export function lastCommit(repository: string): string {
  return run(repository, 'git', 'rev-parse', 'HEAD').trim()
}

/** Requires that a tag is free. @throws ReleaseError when it exists */
export function requireFreeTag(repository: string, tag: string): void {
  const { status } = tryRun(repository, 'git', 'rev-parse', '--quiet', '--verify', `refs/tags/${tag}`)
  if (status === 0) throw new ReleaseError(`The tag ${tag} exists already.`)
}

/** Requires the commit that was checked, without any change beside it. @throws ReleaseError otherwise */
export function requireUnchanged(repository: string, commit: string): void {
  const paths = uncommittedPaths(repository)
  if (paths.length > 0) throw new ReleaseError(`Commit or remove these changes first: ${paths.join(', ')}.`)
  if (lastCommit(repository) !== commit) throw new ReleaseError('The last commit has changed meanwhile: start again.')
}

/** Commits the files of a release and tags the commit; takes both back when one fails. @throws ReleaseError when git refuses */
export function commitAndTag(repository: string, files: readonly ChangedFile[], version: string): void {
  const commit = lastCommit(repository)
  const paths = files.map(({ path }) => path)
  try {
    writeFiles(repository, files)
    run(repository, 'git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...paths)
    run(repository, 'git', 'tag', '--annotate', '--message', `Sepet ${version}`, `v${version}`)
  } catch (error) {
    run(repository, 'git', 'reset', '--quiet', '--soft', commit)
    run(repository, 'git', 'restore', '--source', commit, '--staged', '--worktree', '--', ...paths)
    throw error
  }
}

/** @returns the name of the repository on GitHub, such as `owner/sepet`; undefined when its remote `origin` is elsewhere */
export function nameOnGitHub(repository: string): string | undefined {
  const { stdout } = tryRun(repository, 'git', 'remote', 'get-url', 'origin')
  return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/.exec(stdout)?.[1]
}
