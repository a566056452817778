/** The sections of docs/ that come from the source say what the source says. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathOf, withSubcommands } from '../../src/cli/help.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { variableGroups, variables } from '../../src/config/variables.ts'
import { generatedPages } from '../../tools/generated-docs.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('docs that are written from the source', () => {
  for (const { page, is, shouldBe } of generatedPages()) {
    it(`${page} is up to date (otherwise: npm run docs)`, () => assert.equal(is, shouldBe))
  }

  it('name every variable once, in a table', () => {
    const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
    const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(named.sort(), Object.keys(variables).sort())
  })

  it('name every command that does something, and every option', () => {
    const page = readFileSync(join(ROOT, 'docs/command-line.md'), 'utf8')
    const named = [...page.matchAll(/^\| \**`([^`]+)`/gm)].map(([, text = '']) => text)
    const doing = withSubcommands(buildProgram({})).filter(({ commands }) => commands.length === 0)
    for (const command of doing) {
      assert.ok(named.some(text => text === pathOf(command) || text.startsWith(`${pathOf(command)} <`)))
      for (const { flags } of command.options) assert.ok(named.includes(flags), flags)
    }
  })

  it('put every variable into a group', () => {
    const grouped = Object.values(variableGroups).flatMap(Object.keys)
    assert.deepEqual(grouped.sort(), Object.keys(variables).sort())
  })
})
