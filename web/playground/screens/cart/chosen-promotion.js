/** An applied coupon or campaign: its name, what it takes off, and a button that removes it. */

import { Icon } from '../../../ui/components/icon.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { discountText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'

/**
 * The content of its row.
 * @param {object} props
 * @param {import('../../texts/texts.js').Texts} props.texts
 * @param {string} props.name
 * @param {{ description: string, discountAmount: import('../../../ui/format/money.js').Money }} props.promotion
 * @param {string} [props.note]
 * @param {string} props.removeLabel
 * @param {() => void} props.onRemove
 */
export function ChosenPromotion({
  texts,
  name,
  promotion: { description, discountAmount },
  note,
  removeLabel,
  onRemove,
}) {
  return html`
    <${Icon} name="check" />
    <div><b dir="auto">${name}</b><p class="hint" dir="auto">${description}</p>${note && html`<p class="hint">${note}</p>`}</div>
    <span class="money good">${discountText(discountAmount, texts.locale, texts.applied)}</span>
    <${RoundButton} icon="close" label=${removeLabel} onClick=${onRemove} />`
}
