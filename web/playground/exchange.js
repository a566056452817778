/** One exchange with the server: builds a request from its route, and reads the response. */

import { request } from '../ui/request.js'

/**
 * @typedef {object} LoggedResponse
 * @property {number} status
 * @property {string} statusText
 * @property {number} [ms] milliseconds between the request and its response
 * @property {[name: string, value: string][]} headers
 * @property {string} text the body
 */

/**
 * @typedef {object} LogEntry
 * @property {number} id
 * @property {string} route such as `PATCH /cart-items/{itemId}`
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {unknown} body
 * @property {number} startedAt milliseconds, of `performance.now()`
 * @property {LoggedResponse | 'none' | null} response null while the request is pending, `none` when it failed without a response
 */

/**
 * @typedef {object} Mcp
 * @property {string} version of the protocol
 * @property {string} method
 * @property {string} [name] of the tool
 */

/**
 * @typedef {object} Request
 * @property {Record<string, string>} [params] values for the route's path parameters
 * @property {Record<string, string | number>} [query]
 * @property {string} [token]
 * @property {Mcp} [mcp] what the headers of a request to an MCP server repeat of its body
 * @property {unknown} [body]
 * @property {string} [idempotencyKey] the key of an add, with which it may be repeated
 * @property {string} [ifMatch] of a write: the tag of the cart that it is meant for; `*` for any cart, so that the response has a tag
 * @property {boolean} [isConditional] whether the tag of the last body of this route and token is sent; a 304 returns that body
 */

const STOREFRONT = '/api/v3/storefront/2026-01'
const JSON_API = 'application/vnd.api+json'
/** Response headers that the request log shows. */
const LOGGED_HEADERS = ['content-type', 'etag', 'idempotency-replayed', 'location', 'retry-after', 'www-authenticate']

/** @param {LogEntry} entry @returns {Promise<LoggedResponse | 'none'>} */
export async function exchange(entry) {
  const answer = await request(entry)
  if (!answer) return 'none'
  const { status, statusText, headers } = answer.response
  const logged = [...headers].filter(([name]) => LOGGED_HEADERS.includes(name))
  return { status, statusText, headers: logged, text: answer.text }
}

/** The value of a logged header; undefined without it. @param {LoggedResponse} response @param {string} header */
export function headerOf({ headers }, header) {
  return headers.find(([name]) => name === header)?.[1]
}

/** @param {string} template @param {Record<string, string>} params @param {Record<string, string | number>} query */
export function pathOf(template, params, query) {
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `${/^\/(playground|ucp)\//.test(path) ? '' : STOREFRONT}${path}${search && `?${search}`}`
}

/**
 * The headers of a request.
 * @param {string} path
 * @param {Request} request
 * @param {string | undefined} knownTag of the body that the page has already
 * @returns {Record<string, string>}
 */
export function headersOf(path, { token, body, idempotencyKey, ifMatch, mcp }, knownTag) {
  return {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    Accept: acceptedBy(path),
    ...(mcp && { 'MCP-Protocol-Version': mcp.version, 'Mcp-Method': mcp.method }),
    ...(mcp?.name !== undefined && { 'Mcp-Name': mcp.name }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...(knownTag !== undefined && { 'If-None-Match': knownTag }),
  }
}

/** The media types that a response may have; a client of MCP accepts streams as well. @param {string} path */
function acceptedBy(path) {
  if (path.startsWith('/ucp/')) return 'application/json, text/event-stream'
  return /^\/(cart|coupons)\b/.test(path.split(STOREFRONT)[1] ?? '') ? JSON_API : 'application/json'
}
