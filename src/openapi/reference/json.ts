/** Renders a JSON value as HTML: indented, short values on one line, with a class for each kind of token. */

import { html, type SafeHtml } from '@remix-run/html-template'

/** Maximum length of a value on one line, with its indentation, in characters. */
const LINE = 64
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Renders a JSON value for a `pre` element. */
export function renderJson(value: unknown): (SafeHtml | string)[] {
  const text = layOut(value, '')
  const parts: (SafeHtml | string)[] = []
  let end = 0
  for (const match of text.matchAll(TOKENS)) {
    parts.push(text.slice(end, match.index), renderToken(match))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

function renderToken([token, quoted, colon]: RegExpMatchArray): SafeHtml {
  if (quoted && colon) return html`<span class="key">${quoted}</span>${colon}`
  return quoted ? html`<span class="string">${quoted}</span>` : html`<span class="literal">${token}</span>`
}

function layOut(value: unknown, indent: string, label = ''): string {
  const line = onOneLine(value)
  const isContainer = typeof value === 'object' && value !== null
  if (!isContainer || label.length + line.length + indent.length <= LINE) return label + line
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map(each => inner + layOut(each, inner))
    : Object.entries(value).map(([name, each]) => inner + layOut(each, inner, `${JSON.stringify(name)}: `))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${label}${open}\n${entries.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
