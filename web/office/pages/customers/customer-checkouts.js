/** The newest orders of a customer. */

import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Time } from '../../ui/time.js'
import { UserText } from '../../ui/user-text.js'
import { path, queryOf } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {'held' | 'completed' | 'released' | 'expired' | 'cancelled'} CheckoutState */
/** @typedef {{ reference: string, state: CheckoutState, heldAt: string, payable: Money }} ListedCheckout */

/** @typedef {{ data: ListedCheckout[], links: { next: string | null } }} CheckoutPage */

/** The card. @param {{ app: App, id: number, page: CheckoutPage | null }} props `page`: null when they could not be loaded */
export function CustomerCheckouts({ app, id, page }) {
  const { customers: t, states } = app.texts()
  const isEmpty = page?.data.length === 0
  return html`
    <${Card} title=${t.checkouts}>
      ${(page === null || isEmpty) && html`<p class="hint">${isEmpty ? t.noCheckouts : states.failed}</p>`}
      ${page && !isEmpty && html`<ul class="entries" role="list">${page.data.map(each => html`<${Entry} key=${each.reference} app=${app} checkout=${each} />`)}</ul><p class="hint">${priceNote(app, 'paid')}</p>`}
      ${page?.links.next && html`<a href=${`/office/checkouts${queryOf({ customerId: id })}`}>${t.allCheckouts}</a>`}
    <//>`
}

/** @param {{ app: App, checkout: ListedCheckout }} props */
function Entry({ app, checkout: { reference, state, heldAt, payable } }) {
  const { customers: t, locale } = app.texts()
  const kind = state === 'completed' ? 'good' : 'plain'
  return html`
    <li>
      <a href=${path`/office/checkouts/${reference}`}><${UserText} text=${reference} /></a>
      <span class="money">${moneyText(payable, locale)}</span>
      <${Badge} kind=${kind}>${t.states[state] ?? state}<//>
      <small><${Time} app=${app} at=${heldAt} /></small>
    </li>`
}
