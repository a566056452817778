/** A link to a second phone. `opener` copies the session storage, with the shopper, into the new window. */

import { html } from '../../../ui/html.js'
import { Panel } from '../../ui/panel.js'

/** The link. @param {{ texts: import('../../texts/texts.js').Texts }} props */
export function SecondPhone({ texts: t }) {
  return html`
    <${Panel} id="second-phone-title" title=${t.secondPhone}>
      <p class="hint">${t.secondPhoneHint}</p>
      <a class="button quiet" href="/" target="_blank" rel="opener">${t.openSecondPhone}</a>
    <//>`
}
