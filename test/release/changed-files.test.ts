/** The files that a release changes: one version in every manifest, in the lock file, and in each page that names it. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import packageJson from '../../package.json' with { type: 'json' }
import { changedFiles, readFiles, requireVersions } from '../../tools/release/changed-files.ts'

const files = readFiles()
// The section is empty after a release.
const changelog = files.get('CHANGELOG.md')?.replace(/^## Unreleased$/m, '## Unreleased\n\n- An entry.') ?? ''
files.set('CHANGELOG.md', changelog)
const release = { from: packageJson.version, version: '999.0.0-rc.1', date: '2026-01-31' }

/** @returns lines of a text that are not in another */
function linesAdded(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter(line => !known.has(line))
}

describe('a release of the present files', () => {
  const changed = changedFiles(files, release)

  it('changes nothing but lines with the version', () => {
    for (const [path, text] of changed) {
      const lines = linesAdded(files.get(path) ?? '', text)
      assert.ok(lines.length > 0 && lines.every(line => line.includes(release.version)), `${path}: ${lines}`)
      assert.equal(
        text.split('\n').length - (files.get(path) ?? '').split('\n').length,
        path === 'CHANGELOG.md' ? 2 : 0,
      )
    }
  })

  it('changes both packages, the lock file and the manifests of Kubernetes, whose versions are then the same', () => {
    const needed = ['package.json', 'packages/client/package.json', 'package-lock.json', 'CHANGELOG.md']
    for (const path of [...needed, 'deploy/kubernetes/kustomization.yaml']) assert.ok(changed.has(path), path)
    requireVersions(files, release.from)
    requireVersions(new Map([...files, ...changed]), release.version)
  })

  it('leaves no page with a package or an image of the version before', () => {
    const old = RegExp(`(sepet[-:]|client-|newTag: )${RegExp.escape(release.from)}`)
    const texts = new Map([...files, ...changed])
    const left = [...texts].filter(([path, text]) => path !== 'CHANGELOG.md' && old.test(text)).map(([path]) => path)
    assert.deepEqual(left, [])
  })

  it('is refused when one of the versions is another, or a file is missing', () => {
    for (const path of ['package.json', 'packages/client/package.json', 'package-lock.json']) {
      const text = files.get(path) ?? ''
      const last = text.lastIndexOf(`"version": "${release.from}"`)
      const other = text.slice(0, last) + text.slice(last).replace(release.from, '0.0.7')
      const drifted = new Map(files).set(path, other)
      assert.throws(() => requireVersions(drifted, release.from), RegExp(`${path} has the version 0\\.0\\.7`))
      const missing = new Map([...files].filter(([each]) => each !== path))
      assert.throws(() => requireVersions(missing, release.from), RegExp(`^Error: ${path} has the version undefined`))
    }
  })
})

describe('a page that names the version', () => {
  const renamed = (text: string) => [
    ...changedFiles(new Map([['docs/x.md', text]]), { from: '1.0.0-rc.1', version: '1.0.0', date: '' }).values(),
  ]

  it('is changed at names of packages and images alone', () => {
    const [text] = renamed('sepet-1.0.0-rc.1.tgz sepet-client-1.0.0-rc.1.tgz host/sepet:1.0.0-rc.1 newTag: 1.0.0-rc.1')
    assert.equal(text, 'sepet-1.0.0.tgz sepet-client-1.0.0.tgz host/sepet:1.0.0 newTag: 1.0.0')
  })

  it('keeps other versions and other names', () => {
    assert.deepEqual(renamed('sepet-1.0.0-rc.10.tgz other-1.0.0-rc.1 sepet-1x0.0-rc.1 since 1.0.0-rc.1'), [])
  })
})
