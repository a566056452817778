/** The page of the schemas: the documents of requests and responses. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { SCHEMAS, schemaAddress } from '../addresses.ts'
import type { Schema } from '../api.ts'
import type { Reference } from '../reference.ts'
import { renderFields, renderType } from '../schema.ts'
import { renderPage } from './page.ts'

/** Renders the page of the schemas. */
export function renderSchemasPage(reference: Reference): string {
  const schemas = Object.entries(reference.api.components.schemas)
  const content = html`<h1>Schemas</h1>
      <p class="introduction">The documents of requests and responses, which the operations name.</p>
      ${schemas.map(renderSchema)}`
  return renderPage(reference, { title: 'Schemas', address: SCHEMAS, content })
}

function renderSchema([name, schema]: [string, Schema]): SafeHtml {
  return html`
      <article class="schema" id="${name}" aria-labelledby="${name}-title">
        <h2 id="${name}-title"><a href="${schemaAddress(name)}">${name}</a></h2>
        ${renderFields(schema) ?? html`<p>${renderType(schema)}</p>`}
      </article>`
}
