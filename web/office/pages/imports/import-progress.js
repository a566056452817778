/** How much of the file is sent; then, that the server works. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'

/** The bar. @param {{ app: import('../../app.js').App, part: number, onCancel: () => void }} props `part`: from 0 to 1 */
export function ImportProgress({ app, part, onCancel }) {
  const { locale, imports: t, cancel } = app.texts()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(part * 100) / 100)
  const isSent = part >= 1
  return html`
    <div class="card progress">
      <p role="status"><b>${isSent ? t.working : t.sending}</b></p>
      ${isSent ? html`<progress aria-label=${t.working} />` : html`<progress max="1" value=${part} aria-label=${t.sending} />`}
      <p class="hint">${isSent ? t.workingHint : percent}</p>
      ${!isSent && html`<div class="actions"><${Button} icon="close" onClick=${onCancel}>${cancel}<//></div>`}
    </div>`
}
