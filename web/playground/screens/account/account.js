/** The account screen: a guest can log in as a test member; a member can see orders and log out. */

import { html } from '../../../ui/html.js'
import { Guest } from './guest.js'
import { Member } from './member.js'
import { SecondPhone } from './second-phone.js'

/** The screen. @param {{ app: import('../../app.js').App }} props */
export function Account({ app }) {
  const { shopper } = app.state
  const t = app.texts()
  const isMember = shopper?.kind === 'member'
  return html`
    <header class="bar"><h2 tabindex="-1" dir="auto">${t.account}</h2></header>
    ${isMember ? html`<${Member} app=${app} shopper=${shopper} />` : html`<${Guest} app=${app} />`}
    <${SecondPhone} texts=${t} />`
}
