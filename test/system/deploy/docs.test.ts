/** docs/deployment.md and docs/production.md: their links and the services that they name exist. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { readCompose } from '../../support/ops/compose.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const blocks = [...read('docs/deployment.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)

/** The anchors of the headings of a page. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

/**
 * @returns the service of a `docker compose` call: after the verb, the first word that is neither an option nor a
 * volume
 */
function serviceOf(line: string): string[] {
  const [, words = ''] = /^docker compose (?:run|exec|up) (.*)/.exec(line) ?? []
  return words
    .split(' ')
    .filter(word => /^[a-z]/.test(word) && !word.includes(':'))
    .slice(0, 1)
}

for (const path of ['docs/deployment.md', 'docs/production.md']) {
  describe(path, () => {
    it('links pages and headings that exist', () => {
      const links = [...read(path).matchAll(/\]\(([^):]+)\)/g)].map(([, link = '']) => link)
      assert.ok(links.length > 5)
      const broken = links.filter(link => {
        const [file, anchor] = link.split('#')
        const target = file ? join(dirname(path), file) : path
        return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(read(target)).includes(anchor))
      })
      assert.deepEqual(broken, [])
    })
  })
}

describe('the commands of docs/deployment.md', () => {
  it('are valid shell syntax', () => {
    assert.ok(blocks.length >= 6)
    for (const block of blocks) assert.equal(spawnSync('sh', ['-n'], { input: block }).status, 0, block)
  })

  it('name services of compose.yaml', () => {
    const { services } = readCompose('POSTGRES_PASSWORD=x\nSEPET_ADMIN_TOKEN=y')
    const names = blocks.flatMap(block => block.split('\n')).flatMap(serviceOf)
    assert.deepEqual([...new Set(names)].sort(), ['migrate', 'postgres', 'sepet-1', 'sepet-2'])
    for (const name of names) assert.ok(services[name], name)
  })
})
