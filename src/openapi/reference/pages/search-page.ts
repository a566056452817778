/** The page of the search: its results, each a link to an operation, an error code, a schema or a field. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { SEARCH } from '../addresses.ts'
import type { Reference } from '../reference.ts'
import type { Entry } from '../search/entries.ts'
import { type Found, soughtWords } from '../search/find.ts'
import { renderPage } from './page.ts'

/** Queries that a page without results suggests. */
const SUGGESTIONS = ['cart-items', 'quantity', 'cart_full', 'Retry-After']

/** Renders the results of a query. */
export function renderSearchPage(reference: Reference, query: string, found: Found): string {
  const words = soughtWords(query).sort((one, other) => other.length - one.length)
  const results = found.results.map(each => renderResult(each, words))
  const content = html`<h1>Search</h1>
      <p class="introduction" role="status">${summaryOf(query, found)}</p>
      ${results.length > 0 ? html`<ol class="results" role="list">${results}</ol>` : renderSuggestions()}`
  return renderPage(reference, { title: query || 'Search', address: SEARCH, content, query })
}

function summaryOf(query: string, { total, results }: Found): string {
  if (query === '') return 'The search finds operations, fields, error codes and schemas.'
  if (total === 0) return `Nothing contains “${query}”.`
  const shown = total > results.length ? `; the first ${results.length} are shown` : ''
  return `${total} ${total === 1 ? 'result' : 'results'} for “${query}”${shown}.`
}

function renderSuggestions(): SafeHtml {
  return html`<ul class="suggestions" role="list" aria-label="Examples">${SUGGESTIONS.map(
    each => html`<li><a href="${SEARCH}?q=${encodeURIComponent(each)}">${each}</a></li>`,
  )}</ul>`
}

function renderResult({ kind, name, place, address }: Entry, words: string[]): SafeHtml {
  return html`
        <li><a href="${address}"><span class="kind">${kind}</span> <b>${mark(name, words)}</b> <span class="place">${mark(place, words)}</span></a></li>`
}

/** Marks the words of the query, the longest that stands at a place. */
function mark(text: string, words: string[]): (SafeHtml | string)[] {
  const pattern = new RegExp(`(${words.map(RegExp.escape).join('|')})`, 'i')
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))
}
