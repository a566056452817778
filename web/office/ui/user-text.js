/** A text that people have written: it cannot change the direction of what surrounds it, and breaks where it must. */

import { html } from '../../ui/html.js'

/** The text; a dash without one. @param {{ text: string | null | undefined }} props */
export function UserText({ text }) {
  return text ? html`<bdi class="user-text" dir="auto">${text}</bdi>` : '—'
}
