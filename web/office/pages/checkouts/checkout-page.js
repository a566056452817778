/** A checkout: its state and times, its cart as it was held, and what can be done. */

import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { KeyValues } from '../../ui/key-values.js'
import { Load } from '../../ui/load.js'
import { PageTitle } from '../../ui/page-title.js'
import { Message } from '../../ui/states.js'
import { Time } from '../../ui/time.js'
import { path } from '../../url.js'
import { CartContents } from '../carts/cart-contents.js'
import { ownerText, readOwnerNames } from '../customers/known-customers.js'
import { ChangeHistory } from '../history/change-history.js'
import { CheckoutActions } from './checkout-actions.js'
import { CheckoutBadges, isOverdue } from './checkout-badges.js'
import { CheckoutVat } from './checkout-vat.js'
import { leftToRefund, refundedOf } from './refunds.js'
import { ReturnsCard } from './returns-card.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./checkout-types.js').Checkout} Checkout */

/** The page. @param {import('../../app.js').PageProps} props */
export function Page({ app, params: { reference = '' } }) {
  const load = async () => {
    const { data } = await app.api.get(path`/checkouts/${reference}`)
    await readOwnerNames(app, [data.subject])
    return data
  }
  const heading = html`<${PageTitle} app=${app} title=${app.texts().checkouts.order(reference)} />`
  /** @param {Checkout} checkout @param {() => void} again */
  const show = (checkout, again) => html`<${Record} app=${app} checkout=${checkout} onChange=${again} />`
  return html`<${Load} app=${app} from=${load} show=${show} title=${heading} />`
}

/** @param {{ app: App, checkout: Checkout, onChange: () => void }} props */
function Record({ app, checkout, onChange }) {
  const { checkouts: t } = app.texts()
  const { reference, state, overLimit, overStock, cart } = checkout
  const badges = html`<${CheckoutBadges} app=${app} checkout=${checkout} />`
  return html`
    <${PageTitle} app=${app} title=${t.order(reference)} beside=${badges} lead=${t.stateHints[state]} />
    ${isOverdue(checkout, Date.now()) && html`<p class="alert">${t.overdueHint}</p>`}
    ${overLimit && html`<p class="alert">${t.overLimitHint}</p>`}
    ${overStock && html`<p class="alert">${t.overStockHint}</p>`}
    <div class="columns">
      <div class="column">
        ${cart ? html`<${CartContents} app=${app} cart=${cart} kind="order" />` : html`<${NoCart} app=${app} />`}
      </div>
      <div class="column">
        <${Card} title=${t.details}><${KeyValues} rows=${rowsOf(app, checkout)} /><//>
        <${CheckoutActions} app=${app} checkout=${checkout} onChange=${onChange} />
        <${ReturnsCard} app=${app} checkout=${checkout} onChange=${onChange} />
        ${cart && html`<${CheckoutVat} app=${app} cart=${cart} />`}
        <${ChangeHistory} app=${app} target=${`checkout:${reference}`} />
      </div>
    </div>`
}

/** @param {{ app: App }} props */
function NoCart({ app }) {
  const { checkouts: t } = app.texts()
  return html`<${Card} title=${t.contents}><${Message} icon="basket" title=${t.noCart}>${t.noCartHint}<//><//>`
}

/** @param {App} app @param {Checkout} checkout @returns {[string, import('../../../ui/html.js').Children][]} */
function rowsOf(app, checkout) {
  const { checkouts: t } = app.texts()
  const { locale } = app.texts()
  const { subject, customerId, heldAt, expiresAt, completedAt, payable } = checkout
  const toCart =
    subject !== null && app.can('carts:read') && html`<a href=${path`/office/carts/${subject}`}>${t.openCart}</a>`
  return [
    [t.state, html`<${CheckoutBadges} app=${app} checkout=${checkout} />`],
    [t.owner, ownerOf(app, subject, customerId)],
    [
      t.total,
      html`<span class="money"><b>${moneyText(payable, locale)}</b></span> <small>${priceNote(app, 'paid')}</small>`,
    ],
    ...amountRow(t.refundedTotal, refundedOf(checkout), locale),
    ...(checkout.state === 'cancelled' ? amountRow(t.leftToRefund, leftToRefund(checkout), locale) : []),
    [t.heldAt, html`<${Time} app=${app} at=${heldAt} />`],
    [t.expiresAt, html`<${Time} app=${app} at=${expiresAt} />`],
    [t.completedAt, completedAt && html`<${Time} app=${app} at=${completedAt} />`],
    ...(toCart ? [/** @type {[string, import('../../../ui/html.js').Children]} */ ([t.cart, toCart])] : []),
  ]
}

/** @param {string} label @param {import('../../../ui/format/money.js').Money | null} amount null for no row @param {string} locale @returns {[string, import('../../../ui/html.js').Children][]} */
function amountRow(label, amount, locale) {
  return amount ? [[label, html`<span class="money">${moneyText(amount, locale)}</span>`]] : []
}

/** @param {App} app @param {string | null} subject @param {number | null} customerId */
function ownerOf(app, subject, customerId) {
  if (subject === null) return app.texts().checkouts.deletedCustomer
  const text = ownerText(app, subject)
  if (customerId === null || !app.can('customers:read')) return text
  return html`<a href=${path`/office/customers/${customerId}`}>${text}</a>`
}
