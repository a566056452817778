import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readModule } from '../../../tools/imports.ts'
import { testFiles, tiers } from './tiers.ts'

/** What starts servers, browsers, compilers and shells, or kills processes. A story may run a command of `sepet` to its end. */
const STARTS =
  /^node:child_process$|support\/(browser\/browser|database\/(black-hole|postgres-(cluster|pair)|start-redis)|docs\/type-check|service\/(terminal|shell-check)|web-checkout\/example-shop)\.ts$/
const SERVES = /\b(serveProcess|serveReadily|spawnSepet|killSepetWhen|assertHappens|importProcesses)\b/

describe('the tiers of the tests', () => {
  it('contain every test file, in one of the embedded tier and the system tier', () => {
    for (const file of testFiles()) {
      const names = tiers.filter(({ has }) => has(file)).map(({ name }) => name)
      assert.deepEqual(names.filter(name => name !== 'postgres').length, 1, `${file}: ${names}`)
    }
  })

  it('have no file outside of test/system/ that starts servers, browsers or other programs', () => {
    const stories = testFiles().filter(file => /^test\/(?!system\/|support\/)/.test(file))
    const found = stories.flatMap(file => {
      const { text, imports } = readModule(file)
      const started = imports.map(({ target }) => target).filter(target => STARTS.test(target))
      return [...started, ...(SERVES.exec(text) ?? []).slice(0, 1)].map(what => `${file}: ${what}`)
    })
    assert.deepEqual(found, [])
  })
})
