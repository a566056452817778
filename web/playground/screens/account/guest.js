/** A guest's account: the test members to log in as, and a new guest. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { becomeNewGuest } from '../../actions/identity.js'
import { focusScreen } from '../../actions/navigation.js'
import { Panel } from '../../ui/panel.js'
import { Avatar } from './avatar.js'
import { MemberChoice } from './member-choice.js'

/** The account. @param {{ app: import('../../app.js').App }} props */
export function Guest({ app }) {
  const t = app.texts()
  const members = app.state.shop?.members ?? []
  const choices = members.map(member => html`<${MemberChoice} key=${member.id} app=${app} member=${member} />`)
  const startAgain = () => app.run(() => becomeNewGuest(app)).then(() => focusScreen('account'))
  return html`
    <section class="panel shopper">
      <${Avatar} name=${null} />
      <div><h3>${t.asGuest}</h3><p class="hint">${t.asGuestHint}</p></div>
    </section>
    <${Panel} id="log-in-title" title=${t.logIn}>
      <p class="hint">${choices.length > 0 ? t.logInHint : t.noMembers}</p>
      ${choices.length > 0 && html`<ul class="members" role="list">${choices}</ul>`}
    <//>
    <div class="stack"><${Button} onClick=${startAgain}>${t.newGuest}<//></div>`
}
