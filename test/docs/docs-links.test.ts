/**
 * Links of the docs lead to files and headings that exist, each index links every page, and named source files exist.
 */

import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { anchorsOf, codeWithin, type Link, linksOf, pages } from '../support/docs/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

/** @returns the path of the linked file, relative to the repository */
const pathOf = ({ page, target }: Link) => {
  const [path = ''] = target.split('#')
  return path === '' ? page : join(dirname(page), path)
}

/** Whether the file or the heading of a link does not exist. */
function isDead(link: Link): boolean {
  const path = pathOf(link)
  const [, anchor] = link.target.split('#')
  if (!existsSync(join(ROOT, path))) return true
  return anchor !== undefined && !anchorsOf(path).includes(anchor)
}

describe('links and file names in the docs', () => {
  const links = pages.flatMap(linksOf)

  it('lead to files and headings that exist', () => {
    assert.ok(links.length > 100)
    assert.deepEqual(
      links.filter(isDead).map(({ page, line, target }) => `${page}:${line} ${target}`),
      [],
    )
  })

  it('are reported when they lead nowhere (control)', () => {
    const dead = ['no-page.md', '#no-heading', '../README.md#no-heading', 'cart.md#']
    assert.deepEqual(
      dead.map(target => isDead({ page: 'docs/cart.md', line: 1, target })),
      dead.map(() => true),
    )
  })

  it('name source files, tests and deployment files that exist', () => {
    const files = globSync('{src,packages/*/src,test,bench,tools,deploy}/**/*.*', { cwd: ROOT }).map(path => `/${path}`)
    const named = pages
      .flatMap(codeWithin)
      // An installed package has the same folders.
      .map(({ text, ...where }) => ({ ...where, text: text.replace('node_modules/sepet/', '') }))
      .filter(({ text }) => /^[\w./-]+\.(ts|cfg|conf|service|timer|sh|yaml)$/.test(text))
    assert.ok(named.length > 50)
    const missing = named.filter(
      ({ text }) => !existsSync(join(ROOT, text)) && !files.some(path => path.endsWith(`/${text}`)),
    )
    assert.deepEqual(
      missing.map(({ page, line, text }) => `${page}:${line} ${text}`),
      [],
    )
  })

  for (const index of ['README.md', 'docs/README.md']) {
    it(`lead from ${index} to every page of docs/`, () => {
      const led = linksOf(index).map(pathOf)
      const missing = pages.filter(page => /^docs\/[^/]+$/.test(page) && page !== 'docs/README.md')
      assert.deepEqual(
        missing.filter(page => !led.includes(page)),
        [],
      )
    })
  }

  it('lead from docs/decisions/README.md to every decision', () => {
    const led = linksOf('docs/decisions/README.md').map(pathOf)
    const decisions = pages.filter(page => /^docs\/decisions\/\d/.test(page))
    assert.ok(decisions.length > 20)
    assert.deepEqual(
      decisions.filter(page => !led.includes(page)),
      [],
    )
  })
})
