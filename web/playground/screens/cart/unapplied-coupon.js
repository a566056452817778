/** The chosen coupon while it does not apply: its code, why, and a button that removes it. */

import { Icon } from '../../../ui/components/icon.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { html } from '../../../ui/html.js'
import { couponText } from '../../coupon-text.js'

/**
 * The content of its row.
 * @param {object} props
 * @param {import('../../texts/texts.js').Texts} props.texts
 * @param {import('../../coupon-text.js').UnappliedCoupon} props.coupon
 * @param {() => void} props.onRemove
 */
export function UnappliedCoupon({ texts, coupon, onRemove }) {
  return html`
    <${Icon} name="warning" />
    <div><b dir="auto">${coupon.code}</b><p class="hint">${couponText(coupon, texts)}</p></div>
    <${RoundButton} icon="close" label=${texts.removeCoupon(coupon.code)} onClick=${onRemove} />`
}
