/** Versions of releases: their form, their order, and what npm calls them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  compareVersions,
  distTagOf,
  nextCandidateAfter,
  parseVersion,
  requireNewer,
  versionOfTag,
} from '../../tools/release/version.ts'

describe('the version of a release', () => {
  it('is refused when it is no version of Semantic Versioning, or has build metadata', () => {
    for (const text of [
      '',
      '1',
      '1.0',
      'v1.0.0',
      '1.0.0.0',
      '01.0.0',
      '1.0.0-',
      '1.0.0-rc.01',
      '1.0.0-rc..1',
      '1.0.0-ä',
    ])
      assert.throws(() => parseVersion(text), {
        name: 'ReleaseError',
        message: RegExp(`^${RegExp.escape(text)} is not`),
      })
    assert.throws(() => parseVersion('1.0.0+build'), /is not a version/)
    assert.throws(() => parseVersion('1.0.0\n'), /is not a version/)
  })

  it('has three numbers, and identifiers of a pre-release', () => {
    assert.deepEqual(parseVersion('1.20.300'), { numbers: [1, 20, 300], prerelease: [] })
    assert.deepEqual(parseVersion('1.0.0-rc.1'), { numbers: [1, 0, 0], prerelease: ['rc', '1'] })
    assert.deepEqual(parseVersion('1.0.0-0a.-'), { numbers: [1, 0, 0], prerelease: ['0a', '-'] })
  })

  it('is ordered as semver.org orders it', () => {
    const ordered = [
      ...['0.1.0', '0.9.9', '0.10.0', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1'],
      ...['1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '2.0.0'],
    ]
    assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered)
    assert.equal(compareVersions('1.0.0-rc.1', '1.0.0-rc.1'), 0)
  })

  it('must be newer than the present one', () => {
    requireNewer('1.0.0-rc.1', '0.1.0')
    requireNewer('1.0.0', '1.0.0-rc.2')
    for (const version of ['0.1.0', '0.0.9', '0.1.0-rc.1'])
      assert.throws(() => requireNewer(version, '0.1.0'), /is not newer than 0\.1\.0/)
  })

  it('is in the tag behind a v', () => {
    assert.equal(versionOfTag('v1.0.0-rc.1'), '1.0.0-rc.1')
    for (const tag of ['', '1.0.0', 'v', 'vv1.0.0', 'v1.0', 'release-1.0.0'])
      assert.throws(() => versionOfTag(tag), { name: 'ReleaseError' })
  })

  it('is published as next while it is a pre-release, and as latest otherwise', () => {
    assert.deepEqual(['1.0.0-rc.1', '1.0.0'].map(distTagOf), ['next', 'latest'])
  })

  it('is the next candidate when none is named, and must be named after a stable version', () => {
    assert.deepEqual(['0.1.0', '1.0.0-rc.1', '2.3.4-rc.9'].map(nextCandidateAfter), [
      '1.0.0-rc.1',
      '1.0.0-rc.2',
      '2.3.4-rc.10',
    ])
    for (const current of ['1.0.0', '1.0.0-beta.1', '1.0.0-rc', '1.0.0-rc.1.2'])
      assert.throws(() => nextCandidateAfter(current), /^ReleaseError: Name the version/)
  })
})
