/** Tests of the scratch file of an import. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Scratch } from './scratch.store.ts'

describe('the scratch file', () => {
  let scratch: Scratch
  beforeEach(() => {
    scratch = new Scratch()
  })
  afterEach(() => scratch.close())

  test('returns the first place of a key', () => {
    const [first, second] = [
      { file: 0, at: 'line 1' },
      { file: 1, at: '/customers/0/email' },
    ]
    assert.equal(scratch.addKey('emails', 'a@b.co', first), undefined)
    assert.deepEqual({ ...scratch.addKey('emails', 'a@b.co', second) }, first)
    assert.deepEqual({ ...scratch.addKey('emails', 'a@b.co', second) }, first)
    assert.equal(scratch.addKey('external ids', 'a@b.co', second), undefined)
  })

  test('keeps keys apart that differ only in their type, case or length', () => {
    const keys = [1, '1', 2, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, '', 'a', 'A', 'ä', 'a\u0308', 'a ']
    for (const [file, key] of keys.entries()) assert.equal(scratch.addKey('k', key, { file, at: '' }), undefined)
    for (const [file, key] of keys.entries()) assert.equal(scratch.addKey('k', key, { file: -1, at: '' })?.file, file)
  })

  test('finds references to undeclared records in the order of the first one, with a hundred places each', () => {
    const at = (index: number) => ({ file: 0, at: `/customers/${index}/customerGroupId` })
    for (let index = 0; index < 300; index++) scratch.refer('customerGroups', 9 - (index % 2), at(index))
    for (const id of [1, 2, 3]) scratch.refer('campaigns', id, at(id))
    scratch.declare('campaigns', 2, true)
    scratch.declare('campaigns', 3, false)
    const found = (kind: string) =>
      scratch.findOpenReferences(kind, 0).map(({ id, count, isDeclared }) => [id, count, isDeclared])
    assert.deepEqual(found('customerGroups'), [
      [9, 150, false],
      [8, 150, false],
    ])
    assert.deepEqual(found('campaigns'), [
      [1, 1, false],
      [3, 1, true],
    ])
    const places = scratch.findPlaces('customerGroups', 8)
    assert.deepEqual(
      places.map(place => place.at),
      Array.from({ length: 100 }, (_, index) => at(2 * index + 1).at),
    )
  })

  test('returns references in pages', () => {
    for (let id = 1; id <= 2_500; id++) scratch.refer('campaigns', id, { file: 0, at: '' })
    const found: number[] = []
    let after = 0
    for (let page = scratch.findOpenReferences('campaigns', 0); page.length > 0; ) {
      found.push(...page.map(({ id }) => id))
      after = page.at(-1)?.position ?? after
      page = scratch.findOpenReferences('campaigns', after)
    }
    assert.deepEqual(
      found,
      Array.from({ length: 2_500 }, (_, index) => index + 1),
    )
  })
})
