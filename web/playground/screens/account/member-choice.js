/** A test member to log in as. */

import { html } from '../../../ui/html.js'
import { logIn } from '../../actions/identity.js'
import { focusScreen } from '../../actions/navigation.js'
import { Avatar } from './avatar.js'
import { describeMember } from './describe-member.js'

/** The row of the member. @param {{ app: import('../../app.js').App, member: import('../../state.js').Member }} props */
export function MemberChoice({ app, member }) {
  const t = app.texts()
  const { id, name, status } = member
  const about = describeMember(t, member)
  const barred = status === 'inactive' || status === 'banned' ? t.status[status] : ''
  // The button disappears after the login.
  const choose = () => app.run(() => logIn(app, id)).then(() => focusScreen('account'))
  return html`
    <li>
      <button type="button" class="member" onClick=${choose}>
        <${Avatar} name=${name} />
        <span>
          <b dir="auto">${name ?? t.customer(String(id))}</b>
          ${about && html`<small dir="auto">${about}</small>`}
        </span>
        ${barred && html`<span class="tag">${barred}</span>`}
      </button>
    </li>`
}
