/** The generated sections of docs/ match the source. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathOf, withSubcommands } from '../../src/cli/help.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { variableGroups, variables } from '../../src/config/variables.ts'
import { refusalCodes } from '../../src/errors.ts'
import { generatedPages } from '../../tools/generated-docs.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('generated sections of the docs', () => {
  for (const { page, is, shouldBe } of generatedPages()) {
    it(`${page} is up to date (otherwise: npm run docs)`, () => assert.equal(is, shouldBe))
  }

  it('list every variable once, in a table', () => {
    const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
    const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(named.sort(), Object.keys(variables).sort())
  })

  it('list every command that runs, and every option', () => {
    const page = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8')
    const named = [...page.matchAll(/^\| \**`([^`]+)`/gm)].map(([, text = '']) => text)
    const doing = withSubcommands(buildProgram({})).filter(({ commands }) => commands.length === 0)
    for (const command of doing) {
      assert.ok(named.some(text => text === pathOf(command) || text.startsWith(`${pathOf(command)} <`)))
      for (const { flags } of command.options) assert.ok(named.includes(flags), flags)
    }
  })

  it('list every error code once, in a table', () => {
    const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
    const [, index = ''] = page.split('<!-- codes')
    const named = [...index.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(named.sort(), refusalCodes.toSorted())
  })

  it('list every variable in a group', () => {
    const grouped = Object.values(variableGroups).flatMap(Object.keys)
    assert.deepEqual(grouped.sort(), Object.keys(variables).sort())
  })
})
