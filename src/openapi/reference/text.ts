/** Renders texts of the API description. Of Markdown they use only paragraphs, `code` and [links](…). */

import { html, type SafeHtml } from '@remix-run/html-template'
import { refusalCodes } from '../../errors.ts'
import { errorAddress } from './addresses.ts'

/** Renders text as paragraphs, which an empty line separates. */
export function renderText(text = ''): SafeHtml[] {
  const paragraphs = text.split('\n\n').filter(each => each !== '')
  return paragraphs.map(each => html`<p>${renderInline(each)}</p>`)
}

/** Renders text without paragraphs: code and links become elements, error codes links. */
export function renderInline(text: string): (SafeHtml | string)[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\(https:[^)\s]+\))/).map(renderPart)
}

/** Renders a phrase with a capital first letter. The number 9007199254740991 becomes 2⁵³ − 1, which is easier to read. */
export function renderPhrase(text: string): (SafeHtml | string)[] {
  const readable = text.replace(String(Number.MAX_SAFE_INTEGER), '2⁵³ − 1')
  return renderInline(readable.charAt(0).toUpperCase() + readable.slice(1))
}

function renderPart(part: string): SafeHtml | string {
  if (part.startsWith('`')) return renderCode(part.slice(1, -1))
  const [, words = '', address = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
  return words === '' ? part : html`<a href="${address}">${words}</a>`
}

/** Renders code; an error code becomes a link to its cause and cure. */
function renderCode(text: string): SafeHtml {
  const code = html`<code>${text}</code>`
  return refusalCodes.some(each => each === text) ? html`<a href="${errorAddress(text)}">${code}</a>` : code
}

/** Renders a text of the error guide: a link to a page of the documentation becomes its words and the name of the file. */
export function renderGuide(text: string): (SafeHtml | string)[] {
  const withoutLinks = text.replace(/\[([^\]]+)\]\(([\w-]+\.md)?[^)]*\)/g, (_, words: string, file?: string) =>
    file ? `${words} (\`docs/${file}\`)` : words,
  )
  return renderInline(withoutLinks)
}
