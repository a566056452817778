/**
 * Registry of every code block in the docs, with the test that runs, compiles or reads it. A block that is not
 * registered fails.
 */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import packageJson from '../../../package.json' with { type: 'json' }
import clientJson from '../../../packages/client/package.json' with { type: 'json' }
import { readPage } from '../../support/docs/doc-exchanges.ts'
import { type Block, blocksOf, codeWithin, pages } from '../../support/docs/markdown.ts'
import {
  complaintsAboutMention,
  complaintsAboutScript,
  complaintsAboutVariables,
} from '../../support/service/shell-check.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The block is only checked for known commands, options and variables; it is not run. */
const READ = 'read'
/** The block is not checked at all, which its page states. */
const SHOWN = 'shown'

/**
 * The blocks of each page in their order: language, and the test that runs or compiles them. `*`: any number of blocks.
 */
const covered: Record<string, string[]> = {
  'CONTRIBUTING.md': ['* sh read'],
  'README.md': [
    'sh read',
    ...Array<string[]>(5).fill(['sh readme.test.ts', 'json readme.test.ts']).flat(),
    'sh readme.test.ts',
    'text readme.test.ts',
    ...Array<string[]>(2)
      .fill(['sh readme.test.ts', 'json readme.test.ts', 'sh readme.test.ts', 'text readme.test.ts'])
      .flat(),
    'sh read',
  ],
  'bench/README.md': ['* sh read'],
  'docs/agents.md': [
    ...Array<string[]>(2).fill(['sh agents-docs.test.ts', 'json agents-docs.test.ts']).flat(),
    'sh read',
    'sh read',
    'sh agents-docs.test.ts',
    'json agents-docs.test.ts',
    'json agents-docs.test.ts',
  ],
  'docs/architecture.md': ['text docs-examples.test.ts'],
  'docs/availability.md': ['sh read', 'ini docs-servers.test.ts'],
  'docs/back-office.md': [
    'sh back-office-docs.test.ts',
    'json back-office-docs.test.ts',
    'js back-office-docs.test.ts',
    'sh back-office-docs.test.ts',
    'json back-office-docs.test.ts',
  ],
  'docs/cart.md': [
    'sh readme.test.ts',
    'json readme.test.ts',
    'json pricing-docs.test.ts',
    'json docs-examples.test.ts',
    'json docs-examples.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
    ...Array<string[]>(3).fill(['sh readme.test.ts', 'text readme.test.ts']).flat(),
    'json docs-examples.test.ts',
  ],
  'docs/cart-links.md': ['sh readme.test.ts', 'json readme.test.ts'],
  'docs/catalogue.md': [
    'sh readme.test.ts',
    'text readme.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
    'sh readme.test.ts',
    'text readme.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
  ],
  'docs/client-admin.md': Array<string>(14).fill('ts client-docs.test.ts'),
  'docs/client.md': ['sh read', ...Array<string>(14).fill('ts client-docs.test.ts')],
  'docs/command-line.md': ['sh read'],
  'docs/conformance.md': ['sh read'],
  'docs/configuration.md': ['sh docs-servers.test.ts'],
  'docs/customers.md': Array<string[]>(4).fill(['sh readme.test.ts', 'json readme.test.ts']).flat(),
  'docs/deployment.md': ['* sh read'],
  'docs/webhooks.md': [
    'sh webhooks-docs.test.ts',
    'json webhooks-docs.test.ts',
    'js webhooks-docs.test.ts',
    'python webhooks-docs.test.ts',
    'php webhooks-docs.test.ts',
  ],
  'docs/events.md': ['sh events-docs.test.ts', 'json events-docs.test.ts', 'js events-docs.test.ts'],
  'docs/handoff.md': [
    'mermaid docs-examples.test.ts',
    'sh handoff-docs.test.ts',
    'json handoff-docs.test.ts',
    'swift shown',
    'kotlin shown',
    'tsx docs-examples.test.ts',
  ],
  'docs/identity.md': [
    ...Array<string>(5).fill('sh provider-tokens.test.ts'),
    'sh readme.test.ts',
    'text readme.test.ts',
  ],
  'docs/importing.md': [
    'sh docs-commands.test.ts',
    'text docs-commands.test.ts',
    'json docs-commands.test.ts',
    'json docs-commands.test.ts',
    'text docs-commands.test.ts',
    'sh docs-commands.test.ts',
    'csv docs-commands.test.ts',
    'csv docs-commands.test.ts',
    'sh docs-commands.test.ts',
    'sh readme.test.ts',
    'json readme.test.ts',
    'sh docs-commands.test.ts',
  ],
  'docs/kubernetes.md': ['* sh read'],
  'docs/mobile.md': ['* http mobile-docs.test.ts'],
  'docs/monitoring.md': ['yaml docs-examples.test.ts', 'sh read'],
  'docs/office.md': ['sh read'],
  'docs/operating.md': [
    'sh docs-commands.test.ts',
    'sh read',
    'sh docs-commands.test.ts',
    ...Array<string>(4).fill('sh read'),
  ],
  'docs/orders.md': [
    'mermaid orders-docs.test.ts',
    ...['json', 'text', 'json', 'text', 'json', 'json'].flatMap(kind => [
      'sh orders-docs.test.ts',
      `${kind} orders-docs.test.ts`,
    ]),
  ],
  'docs/pricing.md': [
    ...Array<string>(3).fill('json pricing-docs.test.ts'),
    'sh docs-commands.test.ts',
    ...Array<string>(4).fill('json pricing-docs.test.ts'),
    ...Array<string[]>(2).fill(['sh readme.test.ts', 'json readme.test.ts']).flat(),
  ],
  'docs/promotions.md': ['* json promotions-docs.test.ts'],
  'docs/privacy.md': ['sh readme.test.ts', 'json readme.test.ts', 'sh readme.test.ts', 'text readme.test.ts'],
  'docs/production.md': ['* sh read'],
  'docs/scaling.md': ['sh read', 'sql read', 'sh read', 'sh read'],
  'docs/shop-settings.md': ['json shop-settings-docs.test.ts'],
  'packages/client/README.md': ['ts client-package.test.ts'],
  'docs/web-shop.md': [
    'sh read',
    'nginx docs-servers.test.ts',
    ...Array<string[]>(2).fill(['sh handoff-docs.test.ts', 'json handoff-docs.test.ts']).flat(),
    ...Array<string[]>(2).fill(['sh handoff-docs.test.ts', 'text handoff-docs.test.ts']).flat(),
    'js handoff-docs.test.ts',
    'js handoff-docs.test.ts',
  ],
}

/** @returns the test that covers a block, or undefined when it is not registered */
function holderOf({ page, language }: Block, index: number): string | undefined {
  const rules = (covered[page] ?? []).map(rule => rule.split(' '))
  const [first] = rules
  if (first?.[0] === '*') return first[1] === language ? first[2] : undefined
  return rules[index]?.[0] === language ? rules[index][1] : undefined
}

const where = ({ page, line }: { page: string; line: number }) => `${page}:${line}`
const all = pages.flatMap(page => blocksOf(page).map((block, index) => ({ block, holder: holderOf(block, index) })))

describe('every block of code in the docs', () => {
  it('is registered here with the test that runs, compiles or reads it', () => {
    const unheld = all.filter(({ holder }) => holder === undefined)
    assert.deepEqual(
      unheld.map(({ block }) => `${where(block)} ${block.language}`),
      [],
    )
  })

  it('still exists when it is registered here', () => {
    for (const [page, rules] of Object.entries(covered)) {
      if (rules[0]?.startsWith('*')) continue
      assert.equal(blocksOf(page).length, rules.length, page)
    }
  })

  it('is on a page that its test names', () => {
    for (const { block, holder } of all) {
      if (holder === undefined || holder === READ || holder === SHOWN) continue
      const [path] = globSync(`test/**/${holder}`, { cwd: ROOT })
      assert.ok(path && readFileSync(join(ROOT, path), 'utf8').includes(block.page), `${where(block)}: ${holder}`)
    }
  })

  it('is described on its page as not compiled when nothing compiles it', () => {
    const shown = all.filter(({ holder }) => holder === SHOWN).map(({ block }) => block)
    assert.deepEqual(
      shown.map(({ page, language }) => `${page} ${language}`),
      ['docs/handoff.md swift', 'docs/handoff.md kotlin'],
    )
    assert.match(readPage('docs/handoff.md'), /Swift\s+and\s+Kotlin\s+around\s+it\s+are\s+not\s+compiled/)
  })

  it('is on a page that the index of the docs lists as not run when nothing runs it', () => {
    const read = new Set(all.filter(({ holder }) => holder === READ).map(({ block }) => block.page))
    const [, section = ''] = readPage('docs/README.md').split('## How far these pages are tested\n')
    const named = [...section.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => join('docs', path))
    assert.deepEqual(
      [...read].filter(page => !named.includes(page)),
      [],
    )
  })
})

describe('commands in the docs', () => {
  const scripts = all.map(({ block }) => block).filter(({ language }) => language === 'sh')

  it('exist', () => assert.ok(scripts.length > 20))
  for (const block of scripts) {
    it(`of ${where(block)} are known to the shell, to sepet, to npm and to the configuration`, async () => {
      assert.deepEqual(await complaintsAboutScript(block.text, readPage(block.page)), [])
    })
  }

  it('name the packages with their present version', () => {
    const named = pages.flatMap(page => readPage(page).match(/sepet(-client)?-\d[\w.-]*\.tgz/g) ?? [])
    const files = [packageJson, clientJson].map(({ name, version }) => `${name}-${version}.tgz`)
    assert.deepEqual([...new Set(named)].sort(), files)
  })

  it('within a sentence are known', () => {
    const complaints = pages.flatMap(codeWithin).flatMap(code => {
      // Skips patterns and placeholders.
      if (/[<…|]| N$|old,new|new,old/.test(code.text)) return []
      const ofSepet = /^(npm run|npx|sepet|sudo sepet|TEST_|node (bench|src|test|tools))/.test(code.text)
      const found = ofSepet ? complaintsAboutMention(code.text) : []
      return found.map(complaint => `${where(code)}: ${complaint}`)
    })
    assert.deepEqual(complaints, [])
  })

  it('are reported when they are wrong (control)', async () => {
    const wrong = [
      'sepet improt x.csv',
      'npx sepet import',
      'npm run --silent sepet -- token gest',
      'sepet serve --wrokers 2',
      'npm run chekc',
      'npx node bench/cert.ts',
      'export DATABSE_URL=postgres://db/sepet',
      'PORT=eighty sepet serve',
      'sepet products | (tail',
    ]
    for (const script of wrong) assert.equal((await complaintsAboutScript(script, script)).length, 1, script)
    assert.deepEqual(complaintsAboutVariables('export ADMIN=x', 'curl -H "$ADMIN"'), [])
  })
})
