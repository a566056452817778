/** The candidate: a clone of the last commit in a temporary folder with the changes of the release, in which everything is checked and packed. */

import {
  copyFileSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CHANGELOG, type ChangedFile, changedFiles, MANIFESTS, type Release } from './changed-files.ts'
import { run, runNpm, showNpm } from './run.ts'

/** What names the version beside the manifests. */
const PAGES = ['README.md', 'docs/**/*.md', 'packages/client/README.md', 'deploy/**/*.{yaml,md}']

/** Clones the last commit of a repository into a folder that does not exist. */
export function cloneInto(folder: string, repository: string): void {
  run(repository, 'git', 'clone', '--quiet', repository, folder)
}

/** Reads the files of a clone that a release changes. @returns their texts by path */
export function readFiles(folder: string): Map<string, string> {
  const paths = [...MANIFESTS, 'package-lock.json', CHANGELOG, ...globSync(PAGES, { cwd: folder }).sort()]
  return new Map(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** Changes the files of a clone. @returns what it has written @throws ReleaseError when nothing is to be released, or a version is another one */
export function applyRelease(folder: string, release: Release): ChangedFile[] {
  const changed = changedFiles(readFiles(folder), release)
  writeFiles(folder, changed)
  return changed
}

/** Writes files into a clone. */
export function writeFiles(folder: string, files: readonly ChangedFile[]): void {
  for (const { path, text } of files) writeFileSync(join(folder, path), text)
}

/** Installs the dependencies of a clone by its lock file, and runs every check, with the output in sight. @throws ReleaseError when one fails */
export function checkClone(folder: string): void {
  runNpm(folder, 'ci', '--no-audit', '--no-fund')
  showNpm(folder, 'run', 'check')
}

/**
 * Lends a clone the installed dependencies of its repository, which is enough to pack it. They are hard links, or copies on another file system:
 * behind a symbolic link the compiler refuses types of indirect dependencies.
 */
export function lendDependencies(folder: string, repository: string): void {
  linkFolder(join(repository, 'node_modules'), join(folder, 'node_modules'))
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  // Not recursively: `readdirSync` would follow the links to the workspaces.
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(source, target)
  }
}
