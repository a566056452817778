/** The page of a subject: an overview of its operations, and each of them. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { operationAddress } from '../addresses.ts'
import type { Endpoint } from '../api.ts'
import { renderAddress, renderEndpoint } from '../endpoint.ts'
import type { Reference, Subject } from '../reference.ts'
import { renderText } from '../text.ts'
import { renderPage } from './page.ts'

/** Renders the page of a subject. */
export function renderSubjectPage(reference: Reference, { name, description, address, endpoints }: Subject): string {
  const content = html`<h1>${name}</h1>
      <div class="introduction">${renderText(description)}</div>
      <ul class="overview" role="list">${endpoints.map(renderOperation)}</ul>
      ${endpoints.map(endpoint => renderEndpoint(reference, endpoint))}`
  return renderPage(reference, { title: name, address, content })
}

function renderOperation(endpoint: Endpoint): SafeHtml {
  return html`
          <li><a href="${operationAddress(endpoint)}">${endpoint.summary}</a>${renderAddress(endpoint)}</li>`
}
