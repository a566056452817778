/** Runs the commands that a page of the docs shows, and compares their output with the responses on the page. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** A command of a page and the response that the page shows for it. */
export interface Exchange {
  command: string
  kind: string
  answer: string
}

/** @returns the text of a page, such as `docs/handoff.md` */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** @returns the commands of a page that are followed by a response */
export function exchangesOf(page: string): Exchange[] {
  return [...page.matchAll(/```sh\n([^`]+)```\s+(?:[^`]*?)```(json|text)\n([^`]+)```/g)].map(
    ([, command = '', kind = '', answer = '']) => ({ command, kind, answer }),
  )
}

/**
 * Runs the commands in one shell, because later commands use variables of earlier ones, and compares every response.
 * @throws AssertionError at the first difference
 */
export async function assertHappens(
  exchanges: Exchange[],
  { url, cwd, env }: { url: string; cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const script = exchanges.map(({ command }) => command).join('\necho; echo ----\n')
  // The command of the npm script, which can run in any folder.
  const sepet = `${process.execPath} ${join(root, 'src/cli/sepet.ts')}`
  const local = script.replaceAll('http://localhost:8080', url).replaceAll('npm run --silent sepet --', sepet)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', local], { cwd, env: { ...process.env, ...env } })
  const answers = stdout.split('\n----\n')
  for (const [index, { kind, answer }] of exchanges.entries()) {
    const actual = answers[index] ?? ''
    if (kind === 'json') assert.deepEqual(JSON.parse(mask(actual)), JSON.parse(mask(answer)))
    else assert.equal(actual.trim(), answer.trim())
  }
}

/** Line ids, tokens, names of agents' carts, secrets and times differ in each run. */
function mask(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/"id": ?"[\w-]{32}"/g, '"id":"<name>"')
    .replace(/\?c=[\w-]{32}/g, '?c=<name>')
    .replace(/whsec_[\w+/=]+/g, '<secret>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}
