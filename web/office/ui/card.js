/** A section of a page with a heading, on a card. */

import { html } from '../../ui/html.js'

let lastId = 0
/** Ids of the headings by title, so that a card keeps its id when it is drawn again. @type {Map<string, string>} */
const ids = new Map()

/**
 * The section.
 * @param {object} props
 * @param {string} props.title no two cards of a page have the same
 * @param {import('../../ui/html.js').Children} props.children
 * @param {import('../../ui/html.js').Children} [props.beside] beside the title
 * @param {boolean} [props.isTitleHidden] for screen readers alone, where the heading of the page says it
 * @param {string} [props.class] further classes
 */
export function Card({ title, children, beside, isTitleHidden = false, class: more = '' }) {
  const id = ids.get(title) ?? `card-${++lastId}`
  ids.set(title, id)
  return html`
    <section class=${`card ${more}`.trim()} aria-labelledby=${id}>
      <header class=${isTitleHidden ? 'visually-hidden' : 'card-title'}><h2 id=${id}><bdi>${title}</bdi></h2>${beside}</header>
      ${children}
    </section>`
}
