/** Requests to the admin API with the scopes of who is signed in. */

import { Problem, parse, request } from '../ui/request.js'

const API = '/office/api/v3/admin'

/** @typedef {ReturnType<typeof createApi>} Api */

/**
 * Makes the client. Requests name whose page sends them: a page that was left open answers for nobody else who has signed in meanwhile.
 * @param {{ onSignedOut: () => void, actorOf: () => string | null }} session `onSignedOut`: runs when it has ended; `actorOf`: who is signed in, null until it is known
 */
export function createApi({ onSignedOut, actorOf }) {
  const actorHeaders = () => {
    const actor = actorOf()
    return actor === null ? {} : { 'Office-Actor': encodeURIComponent(actor.toWellFormed()) }
  }

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
    const type = body !== undefined && { 'Content-Type': 'application/json' }
    const answer = await request({
      method,
      path: url,
      headers: { Accept: 'application/json', ...actorHeaders(), ...type, ...headers },
      body,
    })
    if (!answer) throw new Problem(0, [])
    const { response } = answer
    if (!response.ok) throw refused(response.status, answer.text)
    return { json: parse(answer.text), tag: response.headers.get('ETag') }
  }

  /**
   * Reads a file whole: a response that ends early is none.
   * @param {string} url
   * @returns {Promise<Blob>}
   * @throws {Problem}
   */
  async function readFile(url) {
    const response = await fetch(url, { headers: actorHeaders() }).catch(() => null)
    const content = await response?.blob().catch(() => null)
    if (!response || !content) throw new Problem(0, [])
    if (!response.ok) throw refused(response.status, await content.text())
    return content
  }

  /** @param {number} status @param {string} text */
  function refused(status, text) {
    if (status === 401) onSignedOut()
    return new Problem(status, parse(text)?.errors ?? [])
  }

  /** Sends a request; its answer is the parsed body alone. @param {Parameters<typeof answerTo>} asked @returns {Promise<any>} */
  const send = async (...asked) => (await answerTo(...asked)).json

  /** Reads who is signed in; null for nobody, and where it cannot be read. @returns {Promise<any>} */
  async function readSession() {
    const answer = await request({ method: 'GET', path: '/office/session', headers: { Accept: 'application/json' } })
    return answer?.response.ok ? (parse(answer.text) ?? null) : null
  }

  return {
    /** The headers of a request that is sent by other means. @returns {Record<string, string>} */
    actorHeaders,
    readSession,
    /** Reads from the admin API. @param {string} path below `/api/v3/admin`, with its query */
    get: path => send('GET', `${API}${path}`),
    /** Reads a record with its tag, which `If-Match` of a write names. @param {string} path */
    read: path => answerTo('GET', `${API}${path}`),
    /** Reads a file of the admin API, such as an export. @param {string} path */
    file: path => readFile(`${API}${path}`),
    /** Writes to the admin API. @type {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>} */
    write: (method, path, body, headers) => send(method, `${API}${path}`, body, headers),
    /** Calls an endpoint of the office itself. @type {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>} */
    office: (method, path, body, headers) => send(method, `/office${path}`, body, headers),
  }
}
