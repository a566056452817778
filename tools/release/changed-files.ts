/** The files that a release changes: the changelog, the version of the packages, and the pages and manifests that name it. */

import { cutChangelog } from './changelog.ts'
import { ReleaseError } from './release-error.ts'

/** A release. */
export interface Release {
  /** The version in package.json before it. */
  from: string
  version: string
  /** Its day in UTC, such as `2026-01-31`. */
  date: string
}

/** A file with its new text. */
export interface ChangedFile {
  path: string
  text: string
}

/** Paths of the manifests of the packages that are published. */
export const MANIFESTS = ['package.json', 'packages/client/package.json'] as const
const LOCK = 'package-lock.json'
/** Path of the changelog. */
export const CHANGELOG = 'CHANGELOG.md'

/** The versions in a lock file of npm, by the folder of the package; the empty name is the root. */
interface Lock {
  version: string
  packages: Record<string, { version: string }>
}

/**
 * Makes the new texts; only files that change are in the list.
 * @param files the present texts by path: the manifests, the lock file, the changelog, and every page or manifest that may name the version
 * @throws ReleaseError when a version is not the one that the release starts from
 */
export function changedFiles(files: ReadonlyMap<string, string>, release: Release): ChangedFile[] {
  const changed = [...files].map(([path, text]) => ({ path, text: newText(path, text, release) }))
  return changed.filter(({ path, text }) => text !== files.get(path))
}

function newText(path: string, text: string, { from, version, date }: Release): string {
  if (path === CHANGELOG) return cutChangelog(text, version, date)
  if (path === LOCK) return setInLock(text, from, version)
  if ((MANIFESTS as readonly string[]).includes(path)) return setInManifest(path, text, { from, version })
  return text.replaceAll(mentionsOf(from), `$<before>${version}`)
}

function setInManifest(path: string, text: string, { from, version }: Omit<Release, 'date'>): string {
  const manifest = JSON.parse(text)
  requireVersion(path, manifest.version, from)
  return asJson({ ...manifest, version })
}

function setInLock(text: string, from: string, version: string): string {
  const lock: Lock = JSON.parse(text)
  for (const each of versionsIn(lock)) {
    requireVersion(LOCK, each.version, from)
    each.version = version
  }
  return asJson(lock)
}

/** @returns the three places of the version, which can be changed */
function versionsIn(lock: Lock): { version: string }[] {
  return [lock, ...['', 'packages/client'].flatMap(folder => lock.packages[folder] ?? [])]
}

/** Requires one version in every manifest and in the lock file. @throws ReleaseError naming the file with another */
export function requireVersions(files: ReadonlyMap<string, string>, version: string): void {
  for (const path of MANIFESTS) requireVersion(path, JSON.parse(textOf(files, path)).version, version)
  for (const each of versionsIn(JSON.parse(textOf(files, LOCK)))) requireVersion(LOCK, each.version, version)
}

/** Returns the text of a file of a release. @throws ReleaseError when it is missing */
export function textOf(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path)
  if (text === undefined) throw new ReleaseError(`${path} is missing.`)
  return text
}

function requireVersion(path: string, found: string | undefined, expected: string): void {
  if (found !== expected) throw new ReleaseError(`${path} has the version ${found}, and not ${expected}.`)
}

/** @returns a pattern of the names of packages and images with a version, such as `sepet-1.0.0.tgz`, and of a manifest's `newTag` */
function mentionsOf(version: string): RegExp {
  return new RegExp(`(?<before>\\bsepet(?:-client)?[-:]|\\bnewTag: )${RegExp.escape(version)}(?![\\w-])`, 'g')
}

/** As npm and the formatter write it. */
function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
