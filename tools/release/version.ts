/** Versions of a release: Semantic Versioning without build metadata, which neither npm nor a tag of an image keeps. */

import { ReleaseError } from './release-error.ts'

/** The parts of a version. */
export interface Version {
  /** Major, minor and patch. */
  numbers: readonly number[]
  /** Identifiers after the hyphen, such as `rc` and `1`; empty for a stable version. */
  prerelease: readonly string[]
}

const NUMBER = '(?:0|[1-9]\\d*)'
const IDENTIFIER = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`
const VERSION = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`)

/** Reads a version such as `1.0.0-rc.1`. @throws ReleaseError when it is none, or has build metadata */
export function parseVersion(text: string): Version {
  const found = VERSION.exec(text)
  if (!found) throw new ReleaseError(`${text} is not a version such as 1.0.0 or 1.0.0-rc.1.`)
  const [, major, minor, patch, prerelease] = found
  return { numbers: [major, minor, patch].map(Number), prerelease: prerelease?.split('.') ?? [] }
}

/** Returns the version of a tag such as `v1.0.0-rc.1`. @throws ReleaseError when it is no tag of a release */
export function versionOfTag(tag: string): string {
  const version = tag.replace(/^v/, '')
  if (version === tag) throw new ReleaseError(`${tag} is not the tag of a release, such as v1.0.0.`)
  parseVersion(version)
  return version
}

/** Compares two versions by the precedence of Semantic Versioning. @returns a negative number, 0 or a positive number, as `sort` expects it */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parseVersion(left), parseVersion(right)]
  const byNumbers = firstDifference(a.numbers.map(String), b.numbers.map(String))
  if (byNumbers !== 0) return byNumbers
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  return firstDifference(a.prerelease, b.prerelease)
}

/** Compares lists of identifiers; of two equal beginnings the shorter list is first. */
function firstDifference(left: readonly string[], right: readonly string[]): number {
  for (const [index, each] of left.entries()) {
    const other = right[index]
    const difference = other === undefined ? 1 : compareIdentifiers(each, other)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Compares numbers as numbers and others as ASCII text; a number is before a text. */
function compareIdentifiers(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [left, right].map(each => /^\d+$/.test(each))
  if (isNumber && isOtherNumber) return Number(left) - Number(right)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return left === right ? 0 : left < right ? -1 : 1
}

/** @returns the dist-tag of npm, which is a tag of the image too: `next` for a pre-release, `latest` for a stable version */
export function distTagOf(version: string): 'next' | 'latest' {
  return parseVersion(version).prerelease.length > 0 ? 'next' : 'latest'
}

/**
 * Returns the version of a release that names none: the first candidate of 1.0.0 after 0.x, and the next candidate after a candidate.
 * @throws ReleaseError after a stable version: whether it is a major, minor or patch release is a decision
 */
export function nextCandidateAfter(current: string): string {
  const { numbers, prerelease } = parseVersion(current)
  if (numbers[0] === 0) return '1.0.0-rc.1'
  const [name, number] = prerelease
  if (name === 'rc' && /^\d+$/.test(number ?? '') && prerelease.length === 2) {
    return `${numbers.join('.')}-rc.${Number(number) + 1}`
  }
  throw new ReleaseError(`Name the version that follows ${current}: npm run release -- <version>.`)
}

/** Requires that a release is newer than the present version. @throws ReleaseError when it is not, or one is no version */
export function requireNewer(version: string, current: string): void {
  if (compareVersions(version, current) > 0) return
  throw new ReleaseError(`${version} is not newer than ${current}, the version in package.json.`)
}
