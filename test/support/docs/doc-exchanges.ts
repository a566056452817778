/** Holds the conversations that a page of the docs shows: runs its commands, and finds the answers it gives. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

export interface Exchange {
  command: string
  kind: string
  answer: string
}

/** The text of a page, such as `docs/handoff.md`. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The commands of a page that are followed by the answer they give. */
export function exchangesOf(page: string): Exchange[] {
  return [...page.matchAll(/```sh\n([^`]+)```\s+(?:[^`]*?)```(json|text)\n([^`]+)```/g)].map(
    ([, command = '', kind = '', answer = '']) => ({ command, kind, answer }),
  )
}

/** Runs the commands in one shell, since later ones use what earlier ones exported, and compares every answer. */
export async function assertHappens(
  exchanges: Exchange[],
  { url, cwd, env }: { url: string; cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const script = exchanges.map(({ command }) => command).join('\necho; echo ----\n')
  // What the npm script runs, so that it can run in any folder.
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

/** Line ids, handoff tokens and instants are new each time. */
function mask(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}
