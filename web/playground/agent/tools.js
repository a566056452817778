/** The agent's client of the Model Context Protocol: each message is one POST to the agents' door, which keeps no session. */

import { Problem, rpcErrorsOf } from '../api.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./conversation.js').Turn} Turn */
/** @typedef {'search_catalog' | 'create_cart' | 'update_cart' | 'cancel_cart'} ToolName */

/** The newest version of MCP that the agent speaks. */
const MCP_VERSION = '2025-11-25'
/** The agent's profile: the page's origin names the platform. */
const PROFILE = '/playground/browser/agent/profile.json'

let lastId = 0

/** Connects once: agrees on the version, and reads the list of tools. @param {App} app @param {Turn} turn @throws {Problem} */
export async function connect(app, turn) {
  const { agent } = app.state
  if (agent.version !== null) return
  const clientInfo = { name: 'sepet-playground', version: '1' }
  const params = { protocolVersion: MCP_VERSION, capabilities: {}, clientInfo }
  const { protocolVersion } = await call(app, turn, { name: 'initialize', about: '', method: 'initialize', params })
  agent.version = protocolVersion
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await app.api.send('POST /ucp/mcp initialized', { body: notification, mcpVersion: protocolVersion })
  await call(app, turn, { name: 'tools/list', about: '', method: 'tools/list', params: {} })
}

/**
 * Calls a tool.
 * @param {App} app
 * @param {Turn} turn that shows the call
 * @param {{ name: ToolName, about: string, given: object, isWrite?: boolean }} call `given`: the arguments besides `meta`
 * @returns {Promise<any>} the structured content of the result
 * @throws {Problem}
 */
export async function callTool(app, turn, { name, about, given, isWrite = false }) {
  const meta = {
    'ucp-agent': { profile: new URL(PROFILE, location.origin).href },
    ...(isWrite && { 'idempotency-key': crypto.randomUUID() }),
  }
  const params = { name, arguments: { meta, ...given } }
  return call(app, turn, { name, about, method: 'tools/call', params })
}

/**
 * Sends a request, and shows it in a turn.
 * @param {App} app
 * @param {Turn} turn
 * @param {{ name: string, about: string, method: string, params: object }} request
 * @returns {Promise<any>} the result; of a tool, its structured content
 * @throws {Problem}
 */
async function call(app, turn, { name, about, method, params }) {
  const { api, state } = app
  const body = { jsonrpc: '2.0', id: ++lastId, method, params }
  const answer = api.send(`POST /ucp/mcp ${name}`, {
    body,
    ...(state.agent.version !== null && { mcpVersion: state.agent.version }),
  })
  const [entry] = api.entries()
  /** @type {import('./conversation.js').Call | null} */
  const shown = entry ? { name, about, entry, result: undefined } : null
  if (shown) turn.calls.push(shown)
  app.render()
  const json = await answer
  if (!json?.result) throw new Problem(200, rpcErrorsOf(json))
  const result = json.result.structuredContent ?? json.result
  if (shown) shown.result = result
  app.render()
  return result
}
