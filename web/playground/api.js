/** Sends every request of the phone and of the agent, and keeps it, with its response, for the request log. */

import { Problem as AnyProblem, parse } from '../ui/request.js'
import { exchange, headerOf, headersOf, pathOf } from './exchange.js'

/** Maximum number of entries in the request log; older ones are dropped. */
const MAX_ENTRIES = 200

/** @typedef {import('../../src/cart/pricing/cart.document.ts').CartDocument} CartDocument */
/** @typedef {import('./exchange.js').LoggedResponse} LoggedResponse */
/** @typedef {import('./exchange.js').LogEntry} LogEntry */
/** @typedef {import('./exchange.js').Request} Request */

/** A refusal with what the shopper can do about it. */
export class Problem extends AnyProblem {
  /**
   * @param {number} status 0 without a response
   * @param {{ code: string, detail: string }[]} errors
   * @param {{ retryAfterSeconds?: number | undefined, token?: string | undefined, cart?: CartDocument | undefined }} [more] `token`: of
   *   the request; `cart`: the current cart, if the request was meant for an earlier one
   */
  constructor(status, errors, { retryAfterSeconds, token, cart } = {}) {
    super(status, errors)
    this.retryAfterSeconds = retryAfterSeconds
    this.token = token
    this.cart = cart
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
  /** @type {{ key: string, json: any } | null} the last body with a tag */
  let latest = null
  /** @type {WeakMap<object, string>} the tag of each cart */
  const tags = new WeakMap()

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

  /** @param {CartDocument | undefined} cart @param {LoggedResponse} response */
  function keepTag(cart, response) {
    const tag = headerOf(response, 'etag')
    if (cart && tag !== undefined) tags.set(cart, tag)
  }

  return {
    /** The request log, the newest entry first. */
    entries: () => entries,

    /** The entry of the request that was sent last. */
    latestEntry: () => entries[0],

    /** The newest entry of the request log whose request has this key. @param {string | undefined} idempotencyKey */
    latestWithKey: idempotencyKey => entries.find(({ headers }) => headers['Idempotency-Key'] === idempotencyKey),

    /** The tag of a cart; one that no cart has, if the cart is not known. @param {object | null} cart */
    tagOf: cart => (cart && tags.get(cart)) ?? '""',

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
    async send(route, request = {}) {
      const { params = {}, query = {}, token, body, isConditional = false } = request
      const [method = '', template = ''] = route.split(' ')
      const path = pathOf(template, params, query)
      const key = `${route} ${token}`
      const known = isConditional && latest?.key === key ? latest.json : null
      const entry = append({ route, method, path, headers: headersOf(path, request, tags.get(known)), body })
      const response = await exchange(entry)
      complete(entry, response)
      if (response === 'none') throw new Problem(0, [])
      if (response.status === 304) return known
      const json = parse(response.text)
      const problem = response.status < 400 ? null : problemOf(response, json, token)
      keepTag(problem ? problem.cart : json, response)
      if (problem) throw problem
      if (tags.has(json)) latest = { key, json }
      return json
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

/** The problem of a refused request. @param {LoggedResponse} response @param {any} json @param {string | undefined} token */
function problemOf(response, json, token) {
  const errors = json?.errors ?? rpcErrorsOf(json)
  const retryAfter = headerOf(response, 'retry-after')
  const retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter)
  return new Problem(response.status, errors, { retryAfterSeconds, token, cart: errors[0]?.meta?.cart })
}

/** The error of an answer of JSON-RPC, as a list like those of the API. @param {any} json @returns {{ code: string, detail: string }[]} */
export function rpcErrorsOf(json) {
  return json?.error
    ? [{ code: String(json.error.data?.code ?? json.error.code), detail: String(json.error.message) }]
    : []
}
