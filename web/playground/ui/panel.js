/** A section with a heading. */

import { html } from '../../ui/html.js'

/** The section. @param {{ id: string, title: string, children?: import('../../ui/html.js').Children }} props `id`: of the heading */
export function Panel({ id, title, children }) {
  return html`
    <section class="panel" aria-labelledby=${id}>
      <h3 id=${id}>${title}</h3>
      ${children}
    </section>`
}
