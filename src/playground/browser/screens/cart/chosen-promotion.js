/** An applied coupon or a chosen campaign: its name, what it takes off, and a button that removes it. */

import { html } from '../../html.js'
import { discountText } from '../../money.js'
import { Icon } from '../../ui/icon.js'
import { RoundButton } from '../../ui/round-button.js'

/**
 * The content of its row.
 * @param {object} props
 * @param {import('../../texts/texts.js').Texts} props.texts
 * @param {string} props.name
 * @param {{ description: string, discountAmount: import('../../money.js').Money }} props.promotion
 * @param {string} props.removeLabel
 * @param {() => void} props.onRemove
 */
export function ChosenPromotion({ texts, name, promotion: { description, discountAmount }, removeLabel, onRemove }) {
  return html`
    <${Icon} name="check" />
    <div><b dir="auto">${name}</b><p class="hint" dir="auto">${description}</p></div>
    <span class="money good">${discountText(discountAmount, texts)}</span>
    <${RoundButton} icon="close" label=${removeLabel} onClick=${onRemove} />`
}
