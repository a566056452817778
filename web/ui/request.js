/** Requests of the pages, and why one was refused. */

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

/**
 * Sends a request and reads its response; null when none has come, or not the whole.
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: unknown }} request `body`: sent as JSON
 */
export async function request({ method, path, headers, body }) {
  try {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { response, text: await response.text() }
  } catch {
    return null
  }
}

/** Parses JSON; undefined when the text is not JSON. @param {string} text @returns {any} */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The sentences of errors, each once: in the language of the page where the code has a text, otherwise the API's own. @param {Pick<ApiError, 'code' | 'detail'>[]} errors @param {Record<string, string>} codes */
export function sentencesOf(errors, codes) {
  return [...new Set(errors.map(({ code, detail }) => codes[code] ?? detail))].join(' ')
}
