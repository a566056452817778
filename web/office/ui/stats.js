/** Large numbers with their names, which are also the legend of a picture. */

import { html } from '../../ui/html.js'

/** @typedef {{ name: string, value: string | null, look?: import('./bars.js').Look, note?: import('../../ui/html.js').Children }} Stat `value`: null while it is loaded; `note`: what it is compared with */

/** The numbers. @param {{ stats: Stat[] }} props */
export function Stats({ stats }) {
  return html`
    <dl class="stats">
      ${stats.map(
        ({ name, value, look, note }) => html`
        <div key=${name}>
          <dt>${look && html`<svg class="swatch" width="12" height="12" aria-hidden="true"><rect class=${`bar ${look}`} x="1" y="1" width="10" height="10" rx="2" /></svg>`}${name}</dt>
          <dd class="number">${value ?? '…'}</dd>${note && html`<dd class="note"><small>${note}</small></dd>`}
        </div>`,
      )}
    </dl>`
}
