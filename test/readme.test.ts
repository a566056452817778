/** The README's conversation, held with a real server: every command runs, every answer is the one shown. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type ServingProcess, serveProcess } from './support/process.ts'
import { sharedPath, withoutCases } from './support/shared-cases.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const exchanges = [...readme.matchAll(/```sh\n([^`]+)```\s+(?:[^`]*?)```(json|text)\n([^`]+)```/g)].map(
  ([, command = '', kind = '', answer = '']) => ({ command, kind, answer }),
)

// The last exchange imports a collected export.
const held = withoutCases ? exchanges.slice(0, -1) : exchanges

describe('the README', () => {
  let folder: string
  let serving: ServingProcess
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-readme-'))
    if (!withoutCases) copyFileSync(sharedPath('data/shopify-apparel.csv'), join(folder, 'products_export.csv'))
    serving = await serveProcess({ DATA_DIR: folder, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:8080' })
  })
  after(async () => {
    await serving.kill('SIGTERM')
    rmSync(folder, { recursive: true })
  })

  it('shows what really happens', async () => {
    assert.equal(exchanges.length, 3)
    // One shell for all: later commands use what earlier ones exported.
    const script = held.map(({ command }) => command).join('\necho; echo ----\n')
    // What the npm script runs, so that it can run beside the export.
    const sepet = `${process.execPath} ${join(root, 'src/cli/sepet.ts')}`
    const local = script.replaceAll('http://localhost:8080', serving.url).replaceAll('npm run --silent sepet --', sepet)
    const env = { ...process.env, DATA_DIR: folder }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', local], { cwd: folder, env })
    const answers = stdout.split('\n----\n')
    for (const [index, { kind, answer }] of held.entries()) {
      const actual = answers[index] ?? ''
      if (kind === 'json') assert.deepEqual(JSON.parse(mask(actual)), JSON.parse(mask(answer)))
      else assert.equal(actual.trim(), answer.trim())
    }
  })
})

/** Line ids are new each time. */
function mask(text: string): string {
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
}
