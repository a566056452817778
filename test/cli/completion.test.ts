/** Shell completion for `sepet`, run in bash, zsh and fish. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { withSubcommands } from '../../src/cli/help.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { runSepet } from '../support/service/process.ts'

const commands = buildProgram({}).commands.map(command => command.name())

/** The typed words, the last of which is completed, and the expected completions. */
const offers: [typed: string[], offered: string[]][] = [
  [[''], commands],
  [['im'], ['import']],
  [['-'], ['-V', '--version', '-h', '--help']],
  [['export', ''], ['customers']],
  [
    ['token', ''],
    ['member', 'guest', 'app', 'admin'],
  ],
  [['token', 'g'], ['guest']],
  [
    ['token', 'guest', '--'],
    ['--id', '--scope', '--ttl-seconds', '--help'],
  ],
  [['completion', 'z'], ['zsh']],
  [['serve', '--p'], ['--port']],
  [['serve', '--port', ''], []],
  [
    ['import', 'sh'],
    ['shop.json', 'shirts'],
  ],
  [
    ['export', 'customers', '--output', 'sh'],
    ['shop.json', 'shirts'],
  ],
  [['import', 'none'], []],
  [['import', '--vat-rate', 'sh'], []],
]

/** How each shell prints its completions for the words of `$@` (fish: `$argv`), one per line. */
const questions: Record<string, { options: string[]; ask: string }> = {
  bash: {
    options: ['--norc', '--noprofile'],
    ask: `COMP_WORDS=(sepet "$@"); COMP_CWORD=$#; _sepet; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    options: ['-f'],
    // Outside of the line editor, the functions that show completions print them.
    ask: `_describe() { print -l -- \${(@)\${(P@)2}%%:*} }
      _files() { print -l -- $PREFIX*(N) }
      words=(sepet "$@") CURRENT=$(( $# + 1 )) PREFIX=$words[-1]; _sepet`,
  },
  fish: {
    options: ['-N'],
    ask: 'complete -C "sepet $argv" | string replace -r "\\t.*" ""',
  },
}
const shells = Object.keys(questions)

describe('completion', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-completion-'))
    writeFileSync(join(folder, 'shop.json'), '{}')
    mkdirSync(join(folder, 'shirts'))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** @returns the words that a shell completes, without short options, which not every shell completes */
  function offeredBy(shell: string, script: string, typed: string[]): string[] {
    const { options = [], ask = '' } = questions[shell] ?? {}
    const source = shell === 'zsh' ? `compdef() { }; ${script}` : script
    const zeroth = shell === 'fish' ? [] : [shell]
    const { stdout, stderr } = spawnSync(shell, [...options, '-c', `${source}\n${ask}`, ...zeroth, ...typed], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
    })
    assert.equal(stderr, '')
    const words = stdout.split('\n').map(word => word.replace(/\/$/, ''))
    const begun = typed.at(-1) ?? ''
    return withoutShort(words.filter(word => word !== '' && word.startsWith(begun)))
  }
  const withoutShort = (words: string[]) => words.filter(word => !/^-\w$/.test(word)).sort()

  for (const shell of shells) {
    const missing = spawnSync(shell, ['--version']).status === 0 ? false : `no ${shell}`

    it(`completes words in ${shell}`, { skip: missing }, async () => {
      const { stdout: script } = await runSepet(['completion', shell], {})
      for (const [typed, offered] of offers) {
        assert.deepEqual(offeredBy(shell, script, typed), withoutShort(offered), typed.join(' '))
      }
    })

    it(`contains every command and every option in ${shell}`, async () => {
      const { stdout: script } = await runSepet(['completion', shell], {})
      const all = withSubcommands(buildProgram({}))
      const names = all.flatMap(command => [command.name(), ...command.options.map(({ long = '' }) => long.slice(2))])
      assert.deepEqual(
        names.filter(name => !script.includes(name)),
        [],
      )
    })
  }
})
