/** Links between the views of a page, such as the filters of a list: each has its own URL. */

import { html } from '../../ui/html.js'

/** The links. @param {{ label: string, links: { href: string, text: string, isCurrent: boolean }[] }} props */
export function Tabs({ label, links }) {
  return html`
    <nav class="tabs" aria-label=${label}>
      ${links.map(({ href, text, isCurrent }) => html`<a key=${href} href=${href} aria-current=${isCurrent ? 'page' : null}>${text}</a>`)}
    </nav>`
}
