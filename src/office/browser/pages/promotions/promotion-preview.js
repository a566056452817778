/** The effect of a saved coupon or campaign on one cart, as the API explains it: nothing is computed here. */

import { Button } from '../../../../ui/browser/components/button.js'
import { discountText, isZero } from '../../../../ui/browser/format/money.js'
import { html } from '../../../../ui/browser/html.js'
import { isolate } from '../../format/isolate.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { Load } from '../../ui/load.js'
import { Loading } from '../../ui/states.js'
import { path } from '../../url.js'
import { Conditions } from '../carts/conditions.js'
import { effectOf } from './cart-effect.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {import('../carts/cart-types.js').OwnerCart} OwnerCart */
/** @typedef {{ app: App, kind: import('./promotion-kind.js').PromotionKind, record: PromotionRecord }} Props `record`: as it is saved */

/** The card. */
export const Preview = stateful(
  (/** @type {Props} */ _props) => ({ subject: '', reads: 0 }),
  ({ app, kind, record }, { subject, reads }, set) => {
    const { preview: t } = app.texts().promotions
    const read = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
      event.preventDefault()
      const typed = String(new FormData(event.currentTarget).get('subject') ?? '').trim()
      set({ subject: /^\d+$/.test(typed) ? `member:${typed}` : typed, reads: reads + 1 })
    }
    const load = async () => (await app.api.get(path`/carts/${subject}`)).data
    const show = (/** @type {OwnerCart} */ cart) =>
      html`<${Effect} app=${app} kind=${kind} record=${record} cart=${cart} />`
    return html`
      <${Card} title=${t.title}>
        <p class="hint">${t.lead}</p>
        <form class="form" noValidate onSubmit=${read}>
          <${Field} app=${app} name="subject" label=${t.subject} hint=${t.subjectHint} />
          <div class="actions"><${Button} type="submit" icon="search">${t.show}<//></div>
        </form>
        <div role="status">
          ${
            subject !== '' &&
            html`<${Load} key=${`${reads} ${JSON.stringify(record)}`} app=${app} from=${load} show=${show} loading=${html`<${Loading} app=${app} lines=${3} />`} />`
          }
        </div>
      <//>`
  },
)

/** @param {Props & { cart: OwnerCart }} props */
function Effect({ app, kind, record, cart }) {
  const { preview: t } = app.texts().promotions
  const effect = effectOf(kind.name, record, cart)
  const { conditions } = effect
  return html`
    <p class=${effect.is === 'applied' ? 'alert good' : 'alert'}><b dir="auto">${sentenceOf(app, effect)}</b></p>
    ${conditions.length > 0 && html`<${Conditions} app=${app} conditions=${conditions} remediesOf=${() => []} />`}
    <p><a href=${path`/office/carts/${cart.subject}`}>${t.openCart}</a></p>`
}

/** @param {App} app @param {import('./cart-effect.js').Effect} effect */
function sentenceOf(app, { is, discount, otherCode }) {
  const { preview: t } = app.texts().promotions
  if (is === 'applied' && discount) {
    return isZero(discount) ? t.shipping : t.discount(discountText(discount, app.texts().locale))
  }
  if (is === 'otherCoupon') return t.otherCoupon(isolate(otherCode ?? ''))
  return is === 'noCoupon' ? t.noCoupon : is === 'fails' ? t.fails : t.available
}
