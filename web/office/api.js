/** Requests to the admin API with the scopes of who is signed in. */

const API = '/office/api/v3/admin'

/** @typedef {{ code: string, title?: string, detail: string, source?: { pointer?: string, parameter?: string }, meta?: any }} ApiError */

/** Thrown when a request is refused or gets no response. */
export class Problem extends Error {
  /** @param {number} status 0 without a response @param {ApiError[]} errors */
  constructor(status, errors) {
    super(errors.map(({ detail }) => detail).join(' '))
    this.status = status
    this.errors = errors
  }
}

/** @typedef {ReturnType<typeof createApi>} Api */

/**
 * Makes the client.
 * @param {() => void} onSignedOut runs when the session has ended
 */
export function createApi(onSignedOut) {
  /**
   * Sends a request; its answer is the parsed body, which is undefined without one, and the tag of what was read.
   * @param {string} method
   * @param {string} url
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers] such as `If-None-Match`
   * @returns {Promise<{ json: any, tag: string | null }>}
   * @throws {Problem}
   */
  async function answerTo(method, url, body, headers = {}) {
    const response = await exchange(method, url, body, headers)
    const json = response && parse(await response.text().catch(() => ''))
    if (!response) throw new Problem(0, [])
    if (response.ok) return { json, tag: response.headers.get('ETag') }
    if (response.status === 401) onSignedOut()
    throw new Problem(response.status, json?.errors ?? [])
  }

  /** Sends a request; its answer is the parsed body alone. @param {Parameters<typeof answerTo>} request @returns {Promise<any>} */
  const send = async (...request) => (await answerTo(...request)).json

  return {
    /** Reads from the admin API. @param {string} path below `/api/v3/admin`, with its query */
    get: path => send('GET', `${API}${path}`),
    /** Reads a record with its tag, which `If-Match` of a write names. @param {string} path */
    read: path => answerTo('GET', `${API}${path}`),
    /** Writes to the admin API. @type {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>} */
    write: (method, path, body, headers) => send(method, `${API}${path}`, body, headers),
    /** Calls an endpoint of the office itself. @type {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>} */
    office: (method, path, body, headers) => send(method, `/office${path}`, body, headers),
  }
}

/** @param {string} method @param {string} url @param {unknown} body @param {Record<string, string>} more */
function exchange(method, url, body, more) {
  const type = body !== undefined && { 'Content-Type': 'application/json' }
  const headers = { Accept: 'application/json', ...type, ...more }
  return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }).catch(() => null)
}

/** @param {string} text @returns {any} undefined when it is not JSON */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
