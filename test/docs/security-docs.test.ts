/** The security pages refer to defences with tests and quote none, every proof is referred to, and the scopes of administrators are all described. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PERMISSIONS } from '../../src/auth/access.ts'
import { findProofs, proofsIn } from '../support/docs/proofs.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['docs/threat-model.md', 'docs/asvs.md']

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')
/** @returns the names of the defences that a text refers to: words with a hyphen, as code */
const namesIn = (text: string) => [...text.matchAll(/`([a-z\d]+(?:-[a-z\d]+)+)`/g)].map(([, name]) => name)

describe('a defence', () => {
  const proofs = findProofs()
  const proved = new Set(proofs.flatMap(({ names }) => names))

  it('is proved by tests where the security pages name it', () => {
    assert.ok(proofs.length > 200)
    const named = PAGES.flatMap(page => namesIn(read(page)))
    assert.deepEqual(
      named.filter(name => !proved.has(name ?? '')),
      [],
    )
  })

  it('is named by a security page where tests prove it', () => {
    const named = new Set(PAGES.flatMap(page => namesIn(read(page))))
    assert.deepEqual(
      [...proved].filter(name => !named.has(name)),
      [],
    )
  })

  it('is in the last column of each attack and each mistake of the threat model', () => {
    const rows = read('docs/threat-model.md').match(/^\| (?:Attack|Mistake) \|.*\n.*\n(?:\|.*\n)+/gm) ?? []
    const attacks = rows.flatMap(table => table.trim().split('\n').slice(2))
    assert.ok(attacks.length > 80)
    assert.deepEqual(
      attacks.filter(row => namesIn(row.split(' | ').at(-1) ?? '').length !== 1),
      [],
    )
  })

  it('is not proved by a comment above anything but a test', () => {
    assert.throws(() => proofsIn('a.test.ts', "// Proves: x\nconst a = 1\nit('t')"), /not directly above a test/)
    assert.deepEqual(proofsIn('a.test.ts', "  // Proves: x, y\n  it('t', () => {})"), [
      { file: 'a.test.ts', title: 't', names: ['x', 'y'] },
    ])
  })
})

describe('the security pages', () => {
  for (const page of PAGES) {
    it(`quote no test files and titles: ${page}`, () => {
      const titles = findProofs().filter(({ title }) => title.length > 20 && read(page).includes(title))
      assert.deepEqual(titles, [])
      assert.doesNotMatch(read(page), /\.test\.ts/)
    })
  }
})

describe('the scopes of administrators', () => {
  for (const page of ['docs/identity.md', 'docs/threat-model.md']) {
    it(`are all in a table of ${page}`, () => {
      const rows = read(page).match(/^\|.*\|$/gm) ?? []
      const missing = PERMISSIONS.filter(scope => !rows.some(row => row.includes(scope)))
      assert.deepEqual(missing, [])
    })
  }
})
