/** Renders what a schema says: a table of its members, and types in words. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { nameOf, type Parameter, type Schema } from './api.ts'
import { renderPhrase } from './text.ts'

interface Row {
  name: string
  schema: Schema
  isRequired: boolean
  description: string | undefined
}

/** Renders a table of the members of an object, nested ones by their path; nothing for other schemas. */
export function renderFields(schema: Schema): SafeHtml | null {
  return renderTable('Member', rowsOf(schema, ''))
}

/** Renders a table of parameters. */
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
  return html`<table class="members">
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

/** Breaks after dots, where it must. */
function renderPath(path: string): SafeHtml {
  return html`<span class="path">${path.split(/(?<=\.)/).map(step => html`${step}<wbr>`)}</span>`
}

function renderDefault(schema: Schema): SafeHtml | null {
  return schema.default === undefined ? null : html` Default <code>${JSON.stringify(schema.default)}</code>.`
}

/** Objects inside others are opened; what has a name of its own is referred to. */
function rowsOf(schema: Schema, path: string): Row[] {
  const { properties = {}, required = [], items } = schema
  if (items && !items.$ref) return rowsOf(items, `${path.slice(0, -1)}[].`)
  return Object.entries(properties).flatMap(([name, member]) => {
    const isRequired = required.includes(name)
    const row = { name: `${path}${name}`, schema: member, isRequired, description: member.description }
    const inner = rowsOf(member, `${path}${name}.`)
    return inner.length > 0 && isRequired && !member.description ? inner : [row, ...inner]
  })
}

/** Renders the type in words. */
export function renderType(schema: Schema): SafeHtml | string {
  const { $ref, type, format, anyOf, items } = schema
  if ($ref) return html`<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
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
