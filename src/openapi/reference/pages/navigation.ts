/** The navigation: the menu of all pages, and the links to the previous and the next page. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { ERRORS, OVERVIEW, operationAddress, SCHEMAS } from '../addresses.ts'
import type { Endpoint } from '../api.ts'
import type { Reference, Subject } from '../reference.ts'

interface Link {
  name: string
  address: string
}

const overview: Link = { name: 'Overview', address: OVERVIEW }
const lists: Link[] = [
  { name: 'Error codes', address: ERRORS },
  { name: 'Schemas', address: SCHEMAS },
]

/**
 * Renders the menu. It is a popover on narrow screens, which the button of the bar opens, and a column on wide ones.
 *
 * @param current the address of the page
 */
export function renderMenu({ subjects }: Reference, current: string): SafeHtml {
  return html`<nav class="menu" id="menu" popover aria-label="Reference">
      <ul role="list">
        ${renderLink(overview, current)}
        ${lists.map(each => renderLink(each, current))}
        <li><a href="/openapi.json">OpenAPI 3.1</a></li>
      </ul>
      <p class="group" id="subjects">Subjects</p>
      <ul role="list" aria-labelledby="subjects">${subjects.map(each => renderSubject(each, current))}
      </ul>
    </nav>`
}

function renderLink({ name, address }: Link, current: string): SafeHtml {
  return html`<li><a href="${address}"${markOf(address, current)}>${name}</a></li>`
}

function markOf(address: string, current: string): SafeHtml | null {
  return address === current ? html` aria-current="page"` : null
}

/** The current subject has links to its operations. */
function renderSubject({ name, address, endpoints }: Subject, current: string): SafeHtml {
  const operations = address === current ? html`<ul role="list">${endpoints.map(renderOperation)}</ul>` : null
  return html`
        <li><a href="${address}"${markOf(address, current)}>${name}</a>${operations}</li>`
}

function renderOperation(endpoint: Endpoint): SafeHtml {
  return html`
          <li><a href="${operationAddress(endpoint)}">${endpoint.summary} ${renderMethod(endpoint)}</a></li>`
}

/** Renders the method of an endpoint as a decoration: readers of the summary know what the operation does. */
export function renderMethod({ method }: Endpoint): SafeHtml {
  return html`<span class="method ${method.toLowerCase()}" aria-hidden="true">${method}</span>`
}

/** Renders links to the previous and the next page. @returns null for a page without an order, such as the search */
export function renderNeighbours({ subjects }: Reference, current: string): SafeHtml | null {
  const pages = [overview, ...subjects, ...lists]
  const index = pages.findIndex(({ address }) => address === current)
  if (index < 0) return null
  return html`<nav class="neighbours" aria-label="Previous and next page">
        ${renderNeighbour(pages[index - 1], 'prev', 'Previous')}
        ${renderNeighbour(pages[index + 1], 'next', 'Next')}
      </nav>`
}

function renderNeighbour(page: Link | undefined, rel: 'prev' | 'next', label: string): SafeHtml | null {
  return page ? html`<a rel="${rel}" href="${page.address}"><small>${label}</small> ${page.name}</a>` : null
}
