/** The answer to the most frequent question, above everything else: does the coupon apply, and if not, why? */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { isolate } from '../../format/isolate.js'
import { conditionName, conditionText } from './condition-text.js'
import { missingText } from './missing.js'

/** @typedef {import('./cart-types.js').OwnerCart} OwnerCart */

/** The answer; nothing without a coupon. @param {{ app: import('../../app.js').App, owned: OwnerCart, names?: import('./condition-text.js').Names }} props */
export function Verdict({ app, owned: { coupon, campaigns }, names = {} }) {
  if (coupon === null) return null
  const texts = app.texts()
  const shop = { ...app.session().shop, ...names }
  const { code, applies, conditions } = coupon
  const { carts: t } = texts
  if (applies) {
    return html`<p class="alert good"><${Icon} name="check" /><b dir="auto">${t.couponApplies(isolate(code))}</b></p>`
  }
  const failed = conditions.filter(({ holds }) => !holds)
  const missing = missingText(conditions, campaigns, texts)
  const reasons = failed.map(each => `${conditionName(each, texts)}: ${conditionText(each, texts, shop)}`)
  return html`
    <div class="alert verdict">
      <${Icon} name="warning" />
      <div><b dir="auto">${t.couponFails(isolate(code))}</b>${(missing ? [missing] : reasons).map(each => html`<p key=${each} dir="auto">${each}</p>`)}</div>
    </div>`
}
