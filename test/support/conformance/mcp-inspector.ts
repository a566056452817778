/** The command line of the MCP inspector, in each way in which it agrees on a version: it lists the tools and calls one. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UCP_MCP } from '../../../src/api-paths.ts'
import { startSampleShop } from '../docs/examples.ts'
import type { Finished } from '../service/process.ts'
import { awaitProfile, listing, startPlatform } from '../ucp/platform.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'
import { packageOf, runProgram } from './program.ts'

const PACKAGE = '@modelcontextprotocol/inspector'
const PROGRAM = `${PACKAGE}/clients/launcher/build/index.js`

/** One judge for each value of `--protocol-era`. */
export const mcpInspector: readonly Judge[] = ['legacy', 'auto', 'modern'].map(era => ({
  name: `MCP, the inspector, era ${era}`,
  run: () => judge(era),
}))

async function judge(era: string): Promise<Verdict> {
  const home = mkdtempSync(join(tmpdir(), 'sepet-inspector-'))
  const platform = await startPlatform()
  const service = await startSampleShop(listing(platform))
  const options = [
    '--format',
    'json',
    '--quiet',
    '--transport',
    'http',
    '--protocol-era',
    era,
    '--stored-auth-only',
    '--connect-timeout',
    '0',
  ]
  const run = (...more: string[]) =>
    runProgram(PROGRAM, ['--cli', `${service.url}${UCP_MCP}`, ...options, ...more], home)
  const search = { meta: { 'ucp-agent': { profile: platform.profile } }, catalog: { query: 'keten kumaş' } }
  try {
    await awaitProfile(service, platform.profile)
    const listed = await run('--method', 'tools/list', '--strict')
    const call = ['--method', 'tools/call', '--tool-name', 'search_catalog']
    const called = await run(...call, '--tool-args-json', JSON.stringify(search))
    const cases = [caseOf('tools/list --strict', listed, '"update_cart"'), caseOf('tools/call', called, '"108"')]
    return { by: packageOf(PACKAGE), cases, notApplicable: [] }
  } finally {
    await service.stop()
    await platform.stop()
    rmSync(home, { recursive: true })
  }
}

/** A command passes that ends with status 0 and prints what it is asked for. */
function caseOf(name: string, { status, stdout, stderr }: Finished, expected: string): JudgedCase {
  const isPassed = status === 0 && stdout.includes(expected)
  return { name, ...(!isPassed && { failure: `status ${status}: ${stderr}${stdout}` }) }
}
