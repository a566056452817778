/** The files that a release changes: the changelog, the version of the packages, and the pages and manifests that name it. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../npm.ts'
import { cutChangelog } from './changelog.ts'

/** A release. */
export interface Release {
  /** The version before it. */
  from: string
  version: string
  /** Its day in UTC, such as `2026-01-31`. */
  date: string
}

/** Path of the changelog. */
export const CHANGELOG = 'CHANGELOG.md'
const LOCK = 'package-lock.json'
const MANIFESTS = ['package.json', 'packages/client/package.json']
/** Folders of the packages in the lock file; the empty name is the root. */
const FOLDERS = ['', 'packages/client']
const PAGES = ['README.md', 'docs/**/*.md', 'packages/client/README.md', 'deploy/**/*.{yaml,md}']

/** Reads the files that a release changes. @returns their texts by path */
export function readFiles(): Map<string, string> {
  const paths = [...MANIFESTS, LOCK, CHANGELOG, ...globSync(PAGES, { cwd: ROOT }).sort()]
  return new Map(paths.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/** Makes the new texts, by path; only files that change are in the map. @throws Error when the changelog has nothing to release */
export function changedFiles(files: ReadonlyMap<string, string>, release: Release): Map<string, string> {
  const changed = [...files].map(([path, text]) => [path, newText(path, text, release)] as const)
  return new Map(changed.filter(([path, text]) => text !== files.get(path)))
}

function newText(path: string, text: string, { from, version, date }: Release): string {
  if (path === CHANGELOG) return cutChangelog(text, version, date)
  if (MANIFESTS.includes(path)) return asJson({ ...JSON.parse(text), version })
  if (path !== LOCK) return text.replaceAll(mentionsOf(from), `$<before>${version}`)
  const lock = JSON.parse(text)
  for (const each of [lock, ...FOLDERS.map(folder => lock.packages[folder])]) each.version = version
  return asJson(lock)
}

/** Requires one version in every manifest and in the lock file. @throws Error naming the file with another */
export function requireVersions(files: ReadonlyMap<string, string>, version: string): void {
  const parsed = (path: string) => JSON.parse(files.get(path) ?? '{}')
  const { version: locked, packages = {} } = parsed(LOCK)
  const found = [
    ...MANIFESTS.map(path => [path, parsed(path).version]),
    ...[locked, ...FOLDERS.map(folder => packages[folder]?.version)].map(each => [LOCK, each]),
  ]
  for (const [path, each] of found)
    if (each !== version) throw new Error(`${path} has the version ${each}, and not ${version}.`)
}

/** @returns a pattern of the names of packages and images with a version, such as `sepet-1.0.0.tgz`, and of a manifest's `newTag` */
function mentionsOf(version: string): RegExp {
  return new RegExp(`(?<before>\\bsepet(?:-client)?[-:]|\\bnewTag: )${RegExp.escape(version)}(?![\\w-])`, 'g')
}

/** As npm and the formatter write it. */
function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
