/** Renders the API reference as one page without scripts: an index, every endpoint and every schema. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { type Api, type Endpoint, endpointsOf } from './api.ts'
import { renderAddress, renderEndpoint } from './endpoint.ts'
import { renderFields, renderType } from './schema.ts'
import { renderText } from './text.ts'

interface Section {
  name: string
  id: string
  description: string
  endpoints: Endpoint[]
}

/**
 * Renders the reference as an HTML document.
 *
 * @param stylesheet the path of the stylesheet
 */
export function renderReference(api: Api, stylesheet: string): string {
  const { title, version, description } = api.info
  const sections = api.tags.map(tag => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(' ', '-'),
    endpoints: endpointsOf(api, tag.name),
  }))
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} API reference</title>
    <link rel="stylesheet" href="${stylesheet}">
  </head>
  <body>
    <a class="skip" href="#reference">Skip to the reference</a>
    <header>
      <p class="name"><a href="#reference">${title}</a> <small>${version}</small></p>
      ${renderIndex(sections)}
    </header>
    <main id="reference" tabindex="-1">
      <h1>API reference</h1>
      <div class="introduction">
        ${renderText(description)}
        <p>The same as <a href="/openapi.json">OpenAPI 3.1</a>, for tools and client generators.</p>
      </div>
      ${sections.map(section => renderSection(api, section))}
      ${renderSchemas(api)}
    </main>
  </body>
</html>
`)
}

function renderIndex(sections: Section[]): SafeHtml {
  return html`<nav aria-label="Endpoints">
        <ul role="list">${sections.map(renderIndexSection)}
          <li><a href="#schemas">Schemas</a></li>
        </ul>
      </nav>`
}

function renderIndexSection({ name, id, endpoints }: Section): SafeHtml {
  const links = endpoints.map(
    ({ operationId, summary, method }) =>
      html`
            <li><a href="#${operationId}">${summary} <span class="method ${method.toLowerCase()}" aria-hidden="true">${method}</span></a></li>`,
  )
  return html`
          <li><a href="#${id}">${name}</a><ul role="list">${links}</ul></li>`
}

function renderSection(api: Api, { name, id, description, endpoints }: Section): SafeHtml {
  return html`
      <section class="section" id="${id}" aria-labelledby="${id}-title">
        <h2 id="${id}-title">${name}</h2>
        ${renderText(description)}
        <ul class="overview" role="list">${endpoints.map(renderOverview)}</ul>
        ${endpoints.map(endpoint => renderEndpoint(api, endpoint))}
      </section>`
}

function renderOverview(endpoint: Endpoint): SafeHtml {
  return html`
          <li><a href="#${endpoint.operationId}">${endpoint.summary}</a>${renderAddress(endpoint)}</li>`
}

function renderSchemas({ components }: Api): SafeHtml {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => html`
        <article class="schema" id="${name}" aria-labelledby="${name}-title">
          <h3 id="${name}-title"><a href="#${name}">${name}</a></h3>
          ${renderFields(schema) ?? html`<p>${renderType(schema)}</p>`}
        </article>`,
  )
  return html`
      <section class="section" id="schemas" aria-labelledby="schemas-title">
        <h2 id="schemas-title">Schemas</h2>${schemas}
      </section>`
}
