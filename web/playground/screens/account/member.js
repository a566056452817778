/** A member's account: who it is, the coupons, the orders, and the logout. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { openWebsite } from '../../actions/checkout.js'
import { becomeNewGuest } from '../../actions/identity.js'
import { focusScreen } from '../../actions/navigation.js'
import { Avatar } from './avatar.js'
import { describeMember } from './describe-member.js'
import { MyCoupons } from './my-coupons.js'

/** The account. @param {{ app: import('../../app.js').App, shopper: { id: number, name: string | null } }} props */
export function Member({ app, shopper: { id, name } }) {
  const t = app.texts()
  const known = app.state.shop?.members.find(member => member.id === id)
  const about = [t.asMember(String(id)), describeMember(t, known)].filter(Boolean).join(' · ')
  // The button disappears after the logout.
  const logOut = () => app.run(() => becomeNewGuest(app)).then(() => focusScreen('account'))
  return html`
    <section class="panel shopper">
      <${Avatar} name=${name} />
      <div>
        <h3 dir="auto">${name ?? t.customer(String(id))}</h3>
        <p class="hint" dir="auto">${about}</p>
      </div>
    </section>
    <${MyCoupons} app=${app} />
    <div class="stack">
      <${Button} onClick=${() => openWebsite(app, '/uye-siparisleri')}>${t.orders}<//>
      <${Button} onClick=${logOut}>${t.logOut}<//>
    </div>`
}
