import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reachedBy } from './changes.ts'
import { testFiles } from './tiers.ts'

const tests = testFiles()
const foldersOf = (files: string[]) => [...new Set(files.map(file => file.split('/').slice(0, 2).join('/')))]

describe('test files that a change reaches', () => {
  it('are those that import the changed file, and the stories of folders whose files import it', () => {
    const reached = reachedBy(['src/promotions/reward.ts'], tests)
    assert.ok(reached.includes('src/promotions/reward.test.ts'))
    assert.ok(reached.includes('test/cart/promotions.test.ts'))
    assert.ok(!foldersOf(reached).includes('test/auth'))
  })

  it('are those of the pages that import a changed module of theirs', () => {
    assert.ok(foldersOf(reachedBy(['web/office/pages/carts/missing.js'], tests)).includes('test/office'))
  })

  it('are those of the users of a store, which is given to them as an argument', () => {
    assert.ok(foldersOf(reachedBy(['src/catalog/products.store.ts'], tests)).includes('test/cart'))
  })

  it('are a changed test file alone', () => {
    assert.deepEqual(reachedBy(['test/cart/cart.test.ts'], tests), ['test/cart/cart.test.ts'])
  })

  it('are those that import the client by its name', () => {
    const reached = reachedBy(['packages/client/src/calls.ts'], tests)
    assert.ok(reached.includes('test/cart/merge.test.ts'))
    assert.ok(foldersOf(reached).includes('test/client'))
    assert.ok(!foldersOf(reached).includes('test/events'))
  })

  it('are those that import changed support, but not those that import the start of a service with it', () => {
    const reached = reachedBy(['test/support/events/events.ts'], tests)
    assert.ok(reached.includes('test/events/events.test.ts'))
    assert.ok(!reached.includes('test/cart/cart.test.ts'))
  })

  it('are those that read a changed file by its name', () => {
    assert.ok(reachedBy(['test/cases/bad-inputs.json'], tests).includes('test/http/bad-inputs.test.ts'))
  })

  it('are all after a change of the dependencies or of the runner, and none after one that nothing reads', () => {
    assert.deepEqual(reachedBy(['package-lock.json'], tests), tests)
    assert.deepEqual(reachedBy(['test/run.ts'], tests), tests)
    assert.deepEqual(reachedBy([`docs/${'x'.repeat(20)}.md`], tests), [])
  })
})
