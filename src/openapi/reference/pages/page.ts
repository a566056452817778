/** The frame of every page of the reference: head, bar with the search, navigation, and the links to its neighbours. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { OVERVIEW, SEARCH } from '../addresses.ts'
import type { Reference } from '../reference.ts'
import { MAX_QUERY } from '../search/query.ts'
import { renderMenu, renderNeighbours } from './navigation.ts'

/** The stylesheets of every page. */
export const STYLESHEETS = ['base', 'frame', 'operation', 'examples', 'pages', 'search'].map(
  name => `${OVERVIEW}/styles/${name}.css`,
)
/** The script of every page: keys of the search, and the old addresses. */
export const SCRIPT = `${OVERVIEW}/reference.js`
/** Where the files are that send requests, in development. */
export const TRY_IT = `${OVERVIEW}/try-it`

/** The parts of a page. */
export interface Page {
  title: string
  /** The address, which the navigation marks. */
  address: string
  content: SafeHtml
  /** The query that the field of the search shows. */
  query?: string
}

/** Renders a page as an HTML document. */
export function renderPage(reference: Reference, page: Page): string {
  const { info } = reference.api
  return String(html`<!doctype html>
<html lang="en">
  ${renderHead(reference, page)}
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <button class="menu-button" type="button" popovertarget="menu">Menu</button>
      <p class="name"><a href="${OVERVIEW}">${BASKET}${info.title}</a> <small>${info.version}</small></p>
      ${renderSearch(page)}
    </header>
    ${renderMenu(reference, page.address)}
    <main id="content" tabindex="-1">
      ${page.content}
      ${renderNeighbours(reference, page.address)}
    </main>
  </body>
</html>
`)
}

function renderHead({ api, mode }: Reference, { title }: Page): SafeHtml {
  const stylesheets = [...STYLESHEETS, ...(mode === 'try' ? [`${TRY_IT}/try-it.css`] : [])]
  const scripts = [SCRIPT, ...(mode === 'try' ? [`${TRY_IT}/try-it.js`] : [])]
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · ${api.info.title} API reference</title>
    ${stylesheets.map(each => html`<link rel="stylesheet" href="${each}">`)}
    ${scripts.map(each => html`<script type="module" src="${each}"></script>`)}
  </head>`
}

/** The search of the server; the field has the focus on its own page. */
function renderSearch({ address, query = '' }: Page): SafeHtml {
  const focus = address === SEARCH ? html` autofocus` : null
  return html`<search>
        <form class="search" action="${SEARCH}">
          <label class="hidden" for="query">Search the reference</label>
          <input id="query" name="q" type="search" value="${query}" maxlength="${MAX_QUERY}" placeholder="Operation, field or error" autocomplete="off" autocapitalize="none" spellcheck="false" aria-keyshortcuts="/"${focus}>
          <kbd aria-hidden="true">/</kbd>
          <button type="submit">Search</button>
        </form>
      </search>`
}

/** The mark of Sepet, a basket. */
const BASKET = html`<svg class="basket" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M6 14h20l-2 11.3a2 2 0 0 1-2 1.7H10a2 2 0 0 1-2-1.7ZM11 14a5.2 7 0 0 1 10 0M12.5 18.5V23M16 18.5V23M19.5 18.5V23"/></svg>`
