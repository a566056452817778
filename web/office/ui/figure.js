/** A picture with the sentence that says its main fact, and with a table of its numbers. */

import { html } from '../../ui/html.js'

/**
 * The figure. Its height is the same while it is loaded.
 * @param {object} props
 * @param {import('../app.js').App} props.app
 * @param {string} props.id of the sentence, which names the picture
 * @param {string | null} props.sentence null while it is loaded
 * @param {import('../../ui/html.js').Children} props.children the picture
 * @param {() => import('../../ui/html.js').Children} props.table
 */
export function Figure({ app, id, sentence, children, table }) {
  const { home: t, loading } = app.texts()
  const isLoading = sentence === null
  return html`
    <figure class="figure">
      ${children}
      <figcaption id=${id}>${isLoading ? html`<span class="loading quiet">${loading}</span>` : sentence}</figcaption>
      <details>
        <summary>${t.asTable}</summary>
        ${!isLoading && table()}
      </details>
    </figure>`
}
