/** What can be done with a checkout: complete, release, cancel. None can be undone, so each asks before. */

import { Button } from '../../../ui/components/button.js'
import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { path } from '../../url.js'
import { actOnOrder } from './changed-elsewhere.js'
import { leftToRefund } from './refunds.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./checkout-types.js').Checkout} Checkout */
/** @typedef {'complete' | 'release' | 'cancel'} Action */
/** @typedef {{ app: App, checkout: Checkout, onChange: () => void }} Props `onChange`: reads it again */

/** The actions of each state. A completion works late, too: a paid order exists. @type {Record<Checkout['state'], Action[]>} */
export const ACTIONS = {
  held: ['complete', 'release'],
  completed: ['cancel'],
  released: ['complete'],
  expired: ['complete'],
  cancelled: [],
}

/** The card. */
export const CheckoutActions = stateful(
  /** @returns {{ asked: Action | null }} */
  (/** @type {Props} */ _props) => ({ asked: null }),
  (props, { asked }, set) => {
    const { app, checkout } = props
    const { checkouts: t } = app.texts()
    const actions = ACTIONS[checkout.state] ?? []
    const close = () => set({ asked: null })
    const hint = app.can('checkouts:write') ? (actions.length === 0 ? t.nothing : null) : t.readOnly
    return html`
      <${Card} title=${t.actions}>
        ${hint && html`<p class="hint">${hint}</p>`}
        ${!hint && actions.map(action => html`<${Offer} key=${action} app=${app} action=${action} onAsk=${() => set({ asked: action })} />`)}
        ${asked && html`<${Ask} ...${props} action=${asked} onClose=${close} />`}
      <//>`
  },
)

/** @param {{ app: App, action: Action, onAsk: () => void }} props */
function Offer({ app, action, onAsk }) {
  const { checkouts: t } = app.texts()
  return html`
    <div class="field">
      <div class="actions"><${Button} look=${action === 'complete' ? 'main' : 'quiet'} onClick=${onAsk}>${t[action]}<//></div>
      <p class="hint">${t[`${action}Hint`]}</p>
    </div>`
}

/** Asks before; the number of an order that is cancelled is typed. @param {Props & { action: Action, onClose: () => void }} props */
function Ask({ app, checkout, action, onChange, onClose }) {
  const { checkouts: t } = app.texts()
  const { reference } = checkout
  const confirmed = async () => {
    const done = await act(app, action, reference)
    onClose()
    app.notify({ kind: 'good', text: done })
    onChange()
  }
  const confirm = () => actOnOrder(app, { act: confirmed, onClose, onChange })
  return html`
    <${ConfirmDialog} app=${app} title=${t[`${action}Title`](reference)} action=${t[action]} onClose=${onClose} onConfirm=${confirm}
      word=${action === 'cancel' ? reference : undefined}>
      ${action === 'cancel' && html`<${CancelledPieces} app=${app} checkout=${checkout} />`}
      <p>${t[`${action}Hint`]}</p>
      ${action === 'cancel' && html`<p>${app.texts().asks.final}</p>`}
    <//>`
}

/** What a cancelled order gives back, in numbers; nothing of an old order whose lines are not stored. @param {{ app: App, checkout: Checkout }} props */
function CancelledPieces({ app, checkout }) {
  const { asks: t, locale } = app.texts()
  const { cart, returns = [] } = checkout
  const amount = leftToRefund(checkout)
  const returned = sumOf(returns.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)))
  const left = cart ? sumOf(cart.included.map(({ attributes }) => attributes.quantity)) - returned : 0
  return html`
    ${amount && html`<p>${t.cancelRefund(moneyText(amount, locale))}</p>`}
    ${left > 0 && html`<p>${t.cancelPieces(numberText(left, locale))}</p>`}
    ${returns.length > 0 && html`<p>${t.cancelReturns(numberText(returns.length, locale))}</p>`}`
}

/** @param {number[]} numbers */
function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Does it. @param {App} app @param {Action} action @param {string} reference @returns {Promise<string>} what it has done */
async function act(app, action, reference) {
  const { checkouts: t } = app.texts()
  const url = path`/checkouts/${reference}`
  if (action === 'complete') await app.api.write('POST', `${url}/complete`)
  else await app.api.write('DELETE', url)
  return { complete: t.completed, release: t.released, cancel: t.cancelled }[action](reference)
}
