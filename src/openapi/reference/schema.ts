/** Renders schemas and parameters: tables of fields, and types in words. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { schemaAddress } from './addresses.ts'
import { nameOf, type Parameter, type Schema } from './api.ts'
import { renderPhrase } from './text.ts'

/** A field of an object. */
export interface Row {
  /** The path of the field, such as `source.pointer`. */
  name: string
  schema: Schema
  isRequired: boolean
  description: string | undefined
}

/**
 * Renders a table of the fields of an object; nested fields have their path, such as `source.pointer`.
 *
 * @returns null if the schema has no fields
 */
export function renderFields(schema: Schema): SafeHtml | null {
  return renderTable('Field', rowsOf(schema))
}

/** Renders a table of parameters. @returns null if there are none */
export function renderParameters(parameters: Parameter[]): SafeHtml | null {
  const rows = parameters.map(({ name, schema, required, description }) => ({
    name,
    schema,
    isRequired: required,
    description,
  }))
  return renderTable('Parameter', rows)
}

function renderTable(title: string, rows: Row[]): SafeHtml | null {
  if (rows.length === 0) return null
  return html`<table class="fields">
        <thead><tr><th scope="col">${title}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
        <tbody>${rows.map(renderRow)}</tbody>
      </table>`
}

function renderRow({ name, schema, isRequired, description }: Row): SafeHtml {
  const [path, last] = [name.slice(0, name.lastIndexOf('.') + 1), name.slice(name.lastIndexOf('.') + 1)]
  const meaning = description ?? schema.description
  return html`
          <tr>
            <th scope="row"><code>${path ? renderPath(path) : null}${last}</code>${isRequired ? null : html` <small>optional</small>`}</th>
            <td>${renderType(schema)}</td>
            <td>${meaning ? renderPhrase(meaning) : null}${renderDefault(schema)}</td>
          </tr>`
}

/** Renders a path with an optional line break after each dot. */
function renderPath(path: string): SafeHtml {
  return html`<span class="path">${path.split(/(?<=\.)/).map(step => html`${step}<wbr>`)}</span>`
}

function renderDefault(schema: Schema): SafeHtml | null {
  return schema.default === undefined ? null : html` Default <code>${JSON.stringify(schema.default)}</code>.`
}

/** Returns the rows of a schema. The fields of nested objects get rows; a named schema is one row with a link. */
export function rowsOf(schema: Schema, path = ''): Row[] {
  const { properties = {}, required = [], items } = schema
  if (items && !items.$ref) return rowsOf(items, `${path.slice(0, -1)}[].`)
  return Object.entries(properties).flatMap(([name, field]) => {
    const isRequired = required.includes(name)
    const row = { name: `${path}${name}`, schema: field, isRequired, description: field.description }
    const inner = rowsOf(field, `${path}${name}.`)
    return inner.length > 0 && isRequired && !field.description ? inner : [row, ...inner]
  })
}

/** Renders the type of a schema in words; a named schema becomes a link. */
export function renderType(schema: Schema): SafeHtml | string {
  const { $ref, type, format, anyOf, items } = schema
  if ($ref) return html`<a href="${schemaAddress(nameOf($ref))}">${nameOf($ref)}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return html`${joined(
      schema.enum.map(each => html`<code>${JSON.stringify(each)}</code>`),
      ', ',
    )}`
  if (anyOf) return html`${joined(anyOf.map(renderType), ' or ')}`
  if (items) return html`list of ${renderType(items)}`
  return [type ?? 'any', ...(format && format !== 'int64' ? [format] : [])].join(', ')
}

function joined(parts: (SafeHtml | string)[], separator: string): (SafeHtml | string)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}
