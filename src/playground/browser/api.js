/** Sends every request of the phone, and keeps each of them, with its answer, for the receipt. */

const STOREFRONT = '/api/v3/storefront/2026-01'
const JSON_API = 'application/vnd.api+json'
/** Older ones leave the receipt. */
const KEPT = 200
/** What of an answer's headers tells an app something. */
const TELLING_HEADERS = ['content-type', 'location', 'retry-after', 'www-authenticate']

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} statusText
 * @property {number} [ms] how long it took
 * @property {[name: string, value: string][]} headers
 * @property {string} text the body
 */

/**
 * @typedef {object} Call
 * @property {number} id
 * @property {string} route such as `PATCH /cart-items/{itemId}`
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {unknown} body
 * @property {number} began
 * @property {Answer | 'none' | null} answer null while it is awaited
 */

/**
 * @typedef {object} Request
 * @property {Record<string, string>} [params] of the route
 * @property {Record<string, string | number>} [query]
 * @property {string} [token]
 * @property {unknown} [body]
 */

/** Thrown when a request was refused, or not answered at all. */
export class Problem extends Error {
  /**
   * @param {number} status 0 without an answer
   * @param {{ code: string, detail: string }[]} errors
   * @param {{ retryAfterSeconds?: number | undefined, token?: string | undefined }} [more] when to come back, and whose request it was
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

/** @param {() => void} onChange told whenever a call begins or ends */
export function createApi(onChange) {
  /** @type {Call[]} the newest first */
  let calls = []
  let lastId = 0

  /** @param {Omit<Call, 'id' | 'began' | 'answer'>} call @returns {Call} */
  function begin(call) {
    const begun = { ...call, id: ++lastId, began: performance.now(), answer: null }
    calls = [begun, ...calls].slice(0, KEPT)
    onChange()
    return begun
  }

  /** @param {Call} call @param {Answer | 'none'} answer */
  function end(call, answer) {
    call.answer = answer === 'none' ? answer : { ...answer, ms: Math.round(performance.now() - call.began) }
    onChange()
  }

  return {
    calls: () => calls,

    forget() {
      calls = []
      onChange()
    },

    /**
     * Sends a request.
     * @param {string} route
     * @param {Request} [request]
     * @returns {Promise<any>} the parsed body
     * @throws {Problem}
     */
    async send(route, { params = {}, query = {}, token, body } = {}) {
      const [method = '', template = ''] = route.split(' ')
      const path = addressOf(template, params, query)
      const headers = headersOf(path, token, body)
      const call = begin({ route, method, path, headers, body })
      const answer = await ask(call)
      end(call, answer)
      if (answer === 'none') throw new Problem(0, [])
      const json = parse(answer.text)
      if (answer.status < 400) return json
      const retryAfter = answer.headers.find(([name]) => name === 'retry-after')?.[1]
      const retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter)
      throw new Problem(answer.status, json?.errors ?? [], { retryAfterSeconds, token })
    },

    /** Notes a page that the web view has opened; frames tell their address alone. @param {string} route @param {string} path */
    beginNavigation: (route, path) => begin({ route, method: 'GET', path, headers: {}, body: undefined }),

    /** @param {Call} call @param {Answer} answer */
    endNavigation: (call, answer) => end(call, answer),
  }
}

/** @param {Call} call @returns {Promise<Answer | 'none'>} */
async function ask({ method, path, headers, body }) {
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    const { status, statusText } = response
    const told = [...response.headers].filter(([name]) => TELLING_HEADERS.includes(name))
    return { status, statusText, headers: told, text }
  } catch {
    return 'none'
  }
}

/** @param {string} template @param {Record<string, string>} params @param {Record<string, string | number>} query */
function addressOf(template, params, query) {
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

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
