/** The message in front of the screen: a confirmation or a problem. */

import { html } from '../../ui/html.js'
import { Notice } from './notice.js'

/**
 * The two live regions, which always exist, since screen readers announce only changes inside existing ones.
 * @param {{ app: import('../app.js').App }} props
 */
export function Notices({ app }) {
  const { notice } = app.state
  return html`
    <div class="notices">
      <div class="notice" role="status">
        ${notice?.kind === 'good' && html`<${Notice} app=${app} notice=${notice} icon="check" />`}
      </div>
      <div class="notice bad" role="alert">
        ${notice?.kind === 'bad' && html`<${Notice} app=${app} notice=${notice} icon="warning" />`}
      </div>
    </div>`
}
