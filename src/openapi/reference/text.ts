/** Renders the texts of the API description: paragraphs, `code` and [links](…), which is all of Markdown that it uses. */

import { html, type SafeHtml } from '@remix-run/html-template'

/** Renders paragraphs. */
export function renderText(text = ''): SafeHtml[] {
  const paragraphs = text.split('\n\n').filter(each => each !== '')
  return paragraphs.map(each => html`<p>${renderInline(each)}</p>`)
}

/** Renders one line. */
export function renderInline(text: string): (SafeHtml | string)[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\(https:[^)\s]+\))/).map(renderPart)
}

/** Renders a phrase as a sentence begins; nobody reads the digits of 2^53 − 1. */
export function renderPhrase(text: string): (SafeHtml | string)[] {
  const readable = text.replace(String(Number.MAX_SAFE_INTEGER), '2⁵³ − 1')
  return renderInline(readable.charAt(0).toUpperCase() + readable.slice(1))
}

function renderPart(part: string): SafeHtml | string {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
  const [, words = '', address = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
  return words === '' ? part : html`<a href="${address}">${words}</a>`
}
