/** The official runner of the Model Context Protocol: its scenarios for servers, in two versions of the protocol. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UCP_MCP } from '../../../src/api-paths.ts'
import { startService } from '../service/service.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'
import { reasonFor } from './mcp-exceptions.ts'
import { packageOf, runProgram } from './program.ts'

const PACKAGE = '@modelcontextprotocol/conformance'
const PROGRAM = `${PACKAGE}/dist/index.js`

/** A check of a scenario, as the runner reports it. */
interface Check {
  id: string
  name: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
  details?: unknown
}

/** One judge for each version that the runner knows and Sepet speaks. */
export const mcpConformance: readonly Judge[] = ['2025-11-25', '2026-07-28'].map(version => ({
  name: `MCP ${version}, scenarios for servers`,
  run: () => judge(version),
}))

async function judge(version: string): Promise<Verdict> {
  const home = mkdtempSync(join(tmpdir(), 'sepet-mcp-'))
  const service = await startService('sqlite', { UCP_RATE_LIMIT: '0' })
  try {
    const options = ['--suite', 'all', '--spec-version', version, '--output-dir', join(home, 'results')]
    await runProgram(PROGRAM, ['server', '--url', `${service.url}${UCP_MCP}`, ...options], home)
    const scenarios = await scenariosOf(version, home)
    return verdictOf(scenarios.map(name => ({ name, checks: checksOf(name, join(home, 'results')) })))
  } finally {
    await service.stop()
    rmSync(home, { recursive: true })
  }
}

/** Names of the scenarios that the runner has for a version. */
async function scenariosOf(version: string, home: string): Promise<string[]> {
  const { stdout } = await runProgram(PROGRAM, ['list', '--server', '--spec-version', version], home)
  return [...stdout.matchAll(/^ +- (\S+) \[/gm)].map(([, name = '']) => name)
}

/** The checks of a scenario; none where it has not run. */
function checksOf(scenario: string, folder: string): Check[] {
  const prefix = `server-${scenario}-2`
  const found = readdirSync(folder).find(name => name.startsWith(prefix))
  return found === undefined ? [] : (JSON.parse(readFileSync(join(folder, found, 'checks.json'), 'utf8')) as Check[])
}

function verdictOf(scenarios: readonly { name: string; checks: readonly Check[] }[]): Verdict {
  const cases: JudgedCase[] = []
  const notApplicable: { name: string; why: string }[] = []
  for (const { name: scenario, checks } of scenarios) {
    if (checks.length === 0) cases.push({ name: scenario, failure: 'The scenario did not run.' })
    for (const check of checks.filter(({ status }) => status !== 'INFO')) {
      const name = `${scenario}: ${check.name}`
      const isPassed = check.status === 'SUCCESS'
      const why = isPassed ? undefined : reasonFor(scenario, check.name)
      if (why !== undefined) notApplicable.push({ name, why })
      else cases.push({ name, ...(!isPassed && { failure: failureOf(check) }) })
    }
  }
  return { by: packageOf(PACKAGE), cases, notApplicable }
}

function failureOf({ status, errorMessage, details }: Check): string {
  return `${status} ${errorMessage ?? JSON.stringify(details)}`
}
