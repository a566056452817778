/** Sends a file with its progress, which only XMLHttpRequest tells. */

import { Problem, parse } from '../../../ui/request.js'

/** @typedef {{ answer: Promise<any>, cancel: () => void }} Upload `answer`: the document of the import; it throws a `Refused` */

/** Thrown when an import is refused. */
export class Refused extends Problem {
  /**
   * @param {number} status
   * @param {import('../../../ui/request.js').ApiError[]} errors
   * @param {{ total: number, retryAfter: number | null, columns?: string[] }} more `total`: all problems of the file; `retryAfter`: seconds; `columns`:
   * headings of a table that is not known
   */
  constructor(status, errors, { total, retryAfter, columns = [] }) {
    super(status, errors)
    this.total = total
    this.retryAfter = retryAfter
    this.columns = columns
    /** Whether the import may be done all the same: no answer of Sepet came after the file was sent. */
    this.isUnsure = false
  }
}

/**
 * Uploads a file.
 * @param {File} file
 * @param {{ type: string, query: string, headers: Record<string, string>, onProgress: (part: number) => void }} options `onProgress` gets the sent part, 1 at the end
 * @returns {Upload}
 */
export function upload(file, { type, query, headers, onProgress }) {
  const request = new XMLHttpRequest()
  const answer = new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.upload.onload = () => onProgress(1)
    request.onload = () =>
      request.status === 200 ? resolve(JSON.parse(request.responseText)) : reject(refusalOf(request))
    request.onerror = () => reject(new Refused(0, [], { total: 0, retryAfter: null }))
    request.onabort = request.onerror
  })
  request.open('POST', `/office/api/v3/admin/imports${query}`)
  request.setRequestHeader('Accept', 'application/json')
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.setRequestHeader('Content-Type', type)
  request.send(file)
  return { answer, cancel: () => request.abort() }
}

/** @param {XMLHttpRequest} request */
function refusalOf(request) {
  const { errors = [], meta } = parse(request.responseText) ?? {}
  const retryAfter = Number(request.getResponseHeader('Retry-After'))
  const columns = errors.flatMap((/** @type {any} */ error) => error.meta?.columns ?? [])
  const more = { total: meta?.total ?? errors.length, retryAfter: retryAfter > 0 ? retryAfter : null, columns }
  return new Refused(request.status, errors, more)
}
