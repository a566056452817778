/** Programs of others that speak MCP with Sepet: the official runner, the newest client and the inspector. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testJudges } from '../../support/conformance/judged.ts'
import { mcpClient } from '../../support/conformance/mcp-client.ts'
import { mcpConformance } from '../../support/conformance/mcp-conformance.ts'
import { EXCEPTED, reasonFor } from '../../support/conformance/mcp-exceptions.ts'
import { mcpInspector } from '../../support/conformance/mcp-inspector.ts'

describe('MCP as others speak it', () => {
  testJudges([...mcpConformance, ...mcpClient, ...mcpInspector])
})

describe('exceptions from the scenarios of the MCP runner', () => {
  it('name no scenario that has none, and no message that breaks the schema', () => {
    for (const scenario of [
      'ping',
      'server-initialize',
      'tools-list',
      'dns-rebinding-protection',
      'server-stateless',
    ]) {
      assert.equal(reasonFor(scenario, 'Ping'), undefined)
    }
    for (const each of EXCEPTED) assert.equal(reasonFor(each, 'WireSchemaValid'), undefined)
  })
})
