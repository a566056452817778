/** The page of the error codes: status, cause, cure, and the operations that refuse with the code. */

import { STATUS_CODES } from 'node:http'
import { html, type SafeHtml } from '@remix-run/html-template'
import { type RefusalCode, refusalCodes, statusOf, titleOf } from '../../../errors.ts'
import { ERRORS, errorAddress, operationAddress } from '../addresses.ts'
import type { Endpoint } from '../api.ts'
import { errorGuide } from '../error-guide.ts'
import type { Reference } from '../reference.ts'
import { refusalsOf } from '../refusals.ts'
import { renderGuide } from '../text.ts'
import { renderPage } from './page.ts'

/** Number of operations up to which all of them are listed: some codes belong to nearly every operation. */
const LISTED = 12

/** The operations that refuse with a code, and the number of all operations. */
interface Operations {
  byCode: ReadonlyMap<string, readonly Endpoint[]>
  total: number
}

/** Renders the page of the error codes. */
export function renderErrorsPage(reference: Reference): string {
  const operations = readOperations(reference)
  const statuses = [...Map.groupBy(refusalCodes, code => statusOf({ code }))].sort(([a], [b]) => a - b)
  const content = html`<h1>Error codes</h1>
      <div class="introduction">
        <p>Decide by <code>code</code>, which never changes, and treat an unknown code by its status. <code>detail</code> is for developers.</p>
        <p>After 429, 503 and <code>import_running</code>, wait for the seconds in <code>Retry-After</code>.</p>
      </div>
      ${statuses.map(([status, codes]) => renderStatus(status, codes, operations))}`
  return renderPage(reference, { title: 'Error codes', address: ERRORS, content })
}

function readOperations({ api, subjects }: Reference): Operations {
  const endpoints = subjects.flatMap(subject => subject.endpoints)
  const byCode = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const codes = new Set(refusalsOf(api, endpoint).map(({ code }) => code))
    for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), endpoint])
  }
  return { byCode, total: endpoints.length }
}

function renderStatus(status: number, codes: RefusalCode[], operations: Operations): SafeHtml {
  return html`
      <section class="status-group" aria-labelledby="status-${status}">
        <h2 id="status-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
        ${codes.map(code => renderCode(code, operations))}
      </section>`
}

function renderCode(code: RefusalCode, { byCode, total }: Operations): SafeHtml {
  const { cause, cure } = errorGuide[code]
  const refusing = byCode.get(code) ?? []
  return html`
        <article class="error" id="${code}" aria-labelledby="${code}-title">
          <h3 id="${code}-title"><a href="${errorAddress(code)}"><code>${code}</code></a></h3>
          <p class="error-title">${titleOf(code)}</p>
          <dl>
            <div><dt>Cause</dt><dd>${renderGuide(cause)}</dd></div>
            <div><dt>Cure</dt><dd>${renderGuide(cure)}</dd></div>
            ${refusing.length > 0 ? html`<div><dt>Operations</dt><dd>${renderOperations(refusing, total)}</dd></div>` : null}
          </dl>
        </article>`
}

function renderOperations(operations: readonly Endpoint[], total: number): (SafeHtml | string)[] | string {
  if (operations.length > LISTED) return `${operations.length} of all ${total}`
  return operations.flatMap((each, index) => [
    index === 0 ? '' : ', ',
    html`<a href="${operationAddress(each)}">${each.summary}</a>`,
  ])
}
