/** The initials of the first and the last name in a circle. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'

/** The circle, with an icon for a shopper without a name. @param {{ name: string | null }} props */
export function Avatar({ name }) {
  const words = (name ?? '').split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  const initials = ends.map(word => [...(word ?? '')][0]).join('')
  return html`<span class="avatar" aria-hidden="true">${initials || html`<${Icon} name="person" />`}</span>`
}
