/** Renders the examples of an endpoint: each request as a curl command, and its response. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Endpoint, Example } from './api.ts'
import { renderJson } from './json.ts'

interface Shown {
  summary: string
  given: string | undefined
  path: string
  headers: [name: string, value: string][]
  body: unknown
  status: string
  answer: unknown
}

/**
 * Renders the examples of an endpoint, the first one expanded.
 *
 * @param url the public URL of the service
 * @returns null if there are no examples
 */
export function renderExamples(endpoint: Endpoint, url: string): SafeHtml | null {
  const shown = exampleNamesOf(endpoint).map(name => exampleOf(endpoint, name))
  if (shown.length === 0) return null
  return html`<div class="examples">${shown.map((each, index) => renderExample(endpoint, each, { url, open: index === 0 ? html` open` : null }))}</div>`
}

interface ExampleOptions {
  url: string
  /** Attribute of the expanded example. */
  open: SafeHtml | null
}

function renderExample(endpoint: Endpoint, example: Shown, { url, open }: ExampleOptions): SafeHtml {
  const { summary, given, status, answer } = example
  return html`
        <details class="example"${open}>
          <summary>${summary}</summary>
          ${given ? html`<p class="given">${given}</p>` : null}
          <pre tabindex="0" aria-label="Request"><code>${commandOf(endpoint, example, url)}</code></pre>
          <p class="status">${status}</p>
          ${answer === undefined ? null : html`<pre tabindex="0" aria-label="Response"><code>${renderJson(answer)}</code></pre>`}
        </details>`
}

function commandOf({ method, security }: Endpoint, { path, headers, body }: Shown, url: string): string {
  const takesToken = security.some(each => 'accessToken' in each)
  const parts = [
    `curl ${quoted(url + path)}`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...(takesToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the names of the examples of an endpoint. */
export function exampleNamesOf(endpoint: Endpoint): string[] {
  const places = [
    ...Object.values(endpoint.requestBody?.content ?? {}).map(({ examples }) => examples),
    ...recordedOf(endpoint).map(([, examples]) => examples),
    ...endpoint.parameters.map(({ examples }) => examples),
  ]
  return [...new Set(places.flatMap(each => Object.keys(each ?? {})))]
}

function exampleOf(endpoint: Endpoint, name: string): Shown {
  const answers = recordedOf(endpoint)
  const headers = headersOf(endpoint, name)
  const [status, answer] = answers.find(([, examples]) => examples[name]) ?? [unrecorded(answers, headers), undefined]
  const body = Object.values(endpoint.requestBody?.content ?? {})[0]?.examples?.[name]
  const parameters = endpoint.parameters.map(({ examples }) => examples?.[name])
  const [first] = [answer?.[name], body, ...parameters].filter(each => each !== undefined)
  return {
    summary: first?.summary ?? '',
    given: first?.description,
    path: pathOf(endpoint, name),
    headers,
    body: body?.value,
    status,
    answer: answer?.[name]?.value,
  }
}

/** The status of an example whose response has no body. */
function unrecorded(answers: [status: string, unknown][], headers: Shown['headers']): string {
  return headers.some(([name]) => name === 'If-None-Match') ? '304' : (answers[0]?.[0] ?? '')
}

function recordedOf({ responses }: Endpoint): [status: string, examples: Record<string, Example>][] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content = {} }]) => [status, Object.values(content)[0]?.examples ?? {}])
}

function headersOf({ parameters }: Endpoint, name: string): Shown['headers'] {
  const given = parameters.filter(each => each.in === 'header' && each.examples?.[name] !== undefined)
  return given.map(each => [each.name, String(each.examples?.[name]?.value)])
}

function pathOf({ path, parameters }: Endpoint, name: string): string {
  const given = parameters.filter(({ examples }) => examples?.[name] !== undefined)
  const exampleOf = (key: string) => given.find(each => each.name === key)?.examples?.[name]?.value
  const encoded = (key: string) => encodeURIComponent(String(exampleOf(key)))
  // curl expands brackets in a URL to a range, so they are percent-encoded.
  const query = given
    .filter(each => each.in === 'query')
    .map(({ name: key }) => `${encodeURIComponent(key)}=${encoded(key)}`)
  const filled = path.replace(/\{(\w+)\}/g, (whole, key: string) =>
    exampleOf(key) === undefined ? whole : encoded(key),
  )
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}
