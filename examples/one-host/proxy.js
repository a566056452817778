/** Forwards the paths of Sepet on a developer's machine, in place of the proxy that makes Sepet and the web shop one host. */

import { request as send } from 'node:http'
import { pipeline } from 'node:stream'

/** The response while Sepet does not answer, in the form of its own errors. */
const UNAVAILABLE =
  '{"errors":[{"status":"503","code":"unavailable","title":"Temporarily unavailable","detail":"Sepet cannot be reached."}]}'

/** Folders of Sepet: the API, the office, the agents' door, pictures, the playground, what pages load, the reference, and what is reserved for links to carts. */
const FOLDERS = /^\/(api|office|ucp|\.well-known\/ucp|images|playground|ui|assets|docs|buy)\//
/** Paths of Sepet without a folder; the first page is the playground. */
const PAGES = /^\/(office|\.well-known\/ucp|docs|openapi\.json)?(\?|$)/

/** Whether Sepet serves a URL. @param {string} url */
export const isSepets = url => FOLDERS.test(url) || PAGES.test(url)

/**
 * Forwards a request and its response as streams, with their own headers and the address of the client; `Host` stays. A request that
 * has passed another proxy gets `Via` (RFC 9110 section 7.6.3), by which the playground knows it.
 * @param {string} sepet the address of Sepet
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string | undefined} address the address of the client; undefined for a closed connection
 */
export function forward(sepet, request, response, address) {
  if (address === undefined) return void response.destroy()
  const { method, url: path } = request
  const via = request.headers['x-forwarded-for'] === undefined ? {} : { via: '1.1 web-shop' }
  const headers = { ...via, ...request.headers, 'x-forwarded-for': address }
  const outgoing = send(sepet, { method, path, headers, setHost: false }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    pipeline(answer, response, () => {})
  })
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end(UNAVAILABLE)
  })
  response.on('close', () => outgoing.destroy())
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) outgoing.end()
  else pipeline(request, outgoing, () => {})
}
