/** The agent's client of the Model Context Protocol: each message is one POST to the agents' door, which keeps no session. */

import { Problem, rpcErrorsOf } from '../api.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./conversation.js').Turn} Turn */
/** @typedef {'search_catalog' | 'create_cart' | 'update_cart' | 'cancel_cart'} ToolName */

/** The version of MCP that the agent speaks. */
const MCP_VERSION = '2026-07-28'
/** What each request says about its client. */
const REQUEST_META = {
  'io.modelcontextprotocol/protocolVersion': MCP_VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'sepet-playground', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
/** The agent's profile: the page's origin names the platform. */
const PROFILE = '/playground/browser/agent/profile.json'

let lastId = 0

/** Begins once: asks what the server is, and reads the list of tools. @param {App} app @param {Turn} turn @throws {Problem} */
export async function connect(app, turn) {
  const { agent } = app.state
  if (agent.isConnected) return
  await call(app, turn, { name: 'server/discover', about: '', method: 'server/discover', params: {} })
  await call(app, turn, { name: 'tools/list', about: '', method: 'tools/list', params: {} })
  agent.isConnected = true
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
  const { api } = app
  const body = { jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: REQUEST_META } }
  const mcp = { version: MCP_VERSION, method, ...(method === 'tools/call' && { name }) }
  const answer = api.send(`POST /ucp/mcp ${name}`, { body, mcp })
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
