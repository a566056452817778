/** Sends every request of the phone and keeps it, with its response, for the request log. */

const STOREFRONT = '/api/v3/storefront/2026-01'
const JSON_API = 'application/vnd.api+json'
/** Maximum number of entries in the request log; older ones are dropped. */
const MAX_ENTRIES = 200
/** Response headers that the request log shows. */
const LOGGED_HEADERS = ['content-type', 'etag', 'idempotency-replayed', 'location', 'retry-after', 'www-authenticate']

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
 * @typedef {object} Request
 * @property {Record<string, string>} [params] values for the route's path parameters
 * @property {Record<string, string | number>} [query]
 * @property {string} [token]
 * @property {unknown} [body]
 * @property {string} [idempotencyKey] the key of an add, with which it may be repeated
 * @property {boolean} [isConditional] whether the tag of the last body of this route and token is sent; a 304 returns that body
 */

/** Thrown when a request is refused or gets no response. */
export class Problem extends Error {
  /**
   * @param {number} status 0 without a response
   * @param {{ code: string, detail: string }[]} errors
   * @param {{ retryAfterSeconds?: number | undefined, token?: string | undefined }} [more] `token`: of the request
   */
  constructor(status, errors, { retryAfterSeconds, token } = {}) {
    super(errors.map(({ detail }) => detail).join(' '))
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.token = token
  }
}

/** @typedef {ReturnType<typeof createApi>} Api */

/**
 * Makes the API client with an empty request log.
 * @param {() => void} onChange runs whenever the request log changes
 */
export function createApi(onChange) {
  /** @type {LogEntry[]} the newest first */
  let entries = []
  let lastId = 0
  /** @type {{ key: string, tag: string, json: any } | null} the last body with a tag */
  let latest = null

  /** @param {Omit<LogEntry, 'id' | 'startedAt' | 'response'>} request @returns {LogEntry} */
  function append(request) {
    const entry = { ...request, id: ++lastId, startedAt: performance.now(), response: null }
    entries = [entry, ...entries].slice(0, MAX_ENTRIES)
    onChange()
    return entry
  }

  /** @param {LogEntry} entry @param {LoggedResponse | 'none'} response */
  function complete(entry, response) {
    const ms = Math.round(performance.now() - entry.startedAt)
    entry.response = response === 'none' ? response : { ...response, ms }
    onChange()
  }

  return {
    /** The request log, the newest entry first. */
    entries: () => entries,

    /** The newest entry of the request log whose request has this key. @param {string | undefined} idempotencyKey */
    latestWithKey: idempotencyKey => entries.find(({ headers }) => headers['Idempotency-Key'] === idempotencyKey),

    /** Clears the request log. */
    clear() {
      entries = []
      onChange()
    },

    /**
     * Sends a request.
     * @param {string} route
     * @param {Request} [request]
     * @returns {Promise<any>} the parsed body
     * @throws {Problem}
     */
    async send(route, { params = {}, query = {}, token, body, idempotencyKey, isConditional = false } = {}) {
      const [method = '', template = ''] = route.split(' ')
      const path = pathOf(template, params, query)
      const key = `${route} ${token}`
      const known = isConditional && latest?.key === key ? latest : null
      const headers = { ...headersOf(path, token, body), ...repeatHeaders(idempotencyKey, known?.tag) }
      const entry = append({ route, method, path, headers, body })
      const response = await exchange(entry)
      complete(entry, response)
      if (response === 'none') throw new Problem(0, [])
      if (response.status === 304) return known?.json
      const json = parse(response.text)
      const tag = headerOf(response, 'etag')
      if (tag !== undefined) latest = { key, tag, json }
      if (response.status < 400) return json
      const retryAfter = headerOf(response, 'retry-after')
      const retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter)
      throw new Problem(response.status, json?.errors ?? [], { retryAfterSeconds, token })
    },

    /**
     * Logs a navigation of the web view, which this client does not send itself.
     * @param {string} route
     * @param {string} path
     */
    beginNavigation: (route, path) => append({ route, method: 'GET', path, headers: {}, body: undefined }),

    /** Completes the entry of a navigation. @param {LogEntry} entry @param {LoggedResponse} response */
    endNavigation: (entry, response) => complete(entry, response),
  }
}

/** @param {LogEntry} entry @returns {Promise<LoggedResponse | 'none'>} */
async function exchange({ method, path, headers, body }) {
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    const { status, statusText } = response
    const logged = [...response.headers].filter(([name]) => LOGGED_HEADERS.includes(name))
    return { status, statusText, headers: logged, text }
  } catch {
    return 'none'
  }
}

/** The value of a logged header; undefined without it. @param {LoggedResponse} response @param {string} header */
export function headerOf({ headers }, header) {
  return headers.find(([name]) => name === header)?.[1]
}

/** @param {string} template @param {Record<string, string>} params @param {Record<string, string | number>} query */
function pathOf(template, params, query) {
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `${path.startsWith('/playground/') ? '' : STOREFRONT}${path}${search && `?${search}`}`
}

/** @param {string} path @param {string | undefined} token @param {unknown} body @returns {Record<string, string>} */
function headersOf(path, token, body) {
  const isCart = path.startsWith(`${STOREFRONT}/cart`)
  return {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    Accept: isCart ? JSON_API : 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}

/**
 * The headers by which the service recognises a repeated request.
 * @param {string | undefined} idempotencyKey
 * @param {string | undefined} tag of the last body
 * @returns {Record<string, string>}
 */
function repeatHeaders(idempotencyKey, tag) {
  return {
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(tag !== undefined && { 'If-None-Match': tag }),
  }
}

/** Parses JSON; undefined when the text is not JSON. @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
