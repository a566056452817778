/** The overview of the reference: every subject with its operations. The anchors are those of the former single page. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { ERRORS, OVERVIEW, operationAddress, SCHEMAS, schemaAddress, slugOf } from '../addresses.ts'
import type { Endpoint } from '../api.ts'
import type { Reference, Subject } from '../reference.ts'
import { renderText } from '../text.ts'
import { renderMethod } from './navigation.ts'
import { renderPage } from './page.ts'

/** Renders the overview. */
export function renderOverviewPage(reference: Reference): string {
  const { api, subjects } = reference
  const [lead = '', ...rules] = api.info.description.split('\n\n')
  const content = html`<h1>API reference</h1>
      <div class="introduction lead">${renderText(lead)}</div>
      <div class="subjects">
        <section class="subject rules" aria-labelledby="rules">
          <h2 id="rules">Every operation</h2>
          ${renderText(rules.join('\n\n'))}
          <p>All <a href="${ERRORS}">error codes</a> with cause and cure. The same as <a href="/openapi.json">OpenAPI 3.1</a>, for tools and client generators.</p>
        </section>${subjects.map(renderSubject)}
        <section class="subject" aria-labelledby="schemas">
          <h2><a class="moved" id="schemas" href="${SCHEMAS}">Schemas</a></h2>
          <p>The documents of requests and responses.</p>
          <ul class="schemas" role="list">${Object.keys(api.components.schemas).map(renderSchema)}</ul>
        </section>
      </div>`
  return renderPage(reference, { title: 'Overview', address: OVERVIEW, content })
}

function renderSubject({ name, description, address, endpoints }: Subject): SafeHtml {
  const id = slugOf(name)
  return html`
        <section class="subject" aria-labelledby="${id}">
          <h2><a class="moved" id="${id}" href="${address}">${name}</a></h2>
          ${renderText(description)}
          <ul class="operations" role="list">${endpoints.map(renderOperation)}</ul>
        </section>`
}

function renderOperation(endpoint: Endpoint): SafeHtml {
  return html`
            <li><a class="moved" id="${endpoint.operationId}" href="${operationAddress(endpoint)}">${renderMethod(endpoint)} ${endpoint.summary}</a></li>`
}

function renderSchema(name: string): SafeHtml {
  return html`
            <li><a class="moved" id="${name}" href="${schemaAddress(name)}">${name}</a></li>`
}
