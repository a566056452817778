/** The quantity of a line. At the smallest quantity, the minus button becomes a remove button. */

import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { removeItem, stepQuantity } from '../../actions/cart.js'
import { focusScreen } from '../../actions/navigation.js'
import { stepOf } from '../../state.js'

/** The quantity and its buttons. @param {{ app: import('../../app.js').App, line: import('../../state.js').Line }} props */
export function LineQuantity({ app, line: { id, attributes } }) {
  const t = app.texts()
  const { productName, quantity, stockIncrement } = attributes
  const isLast = quantity <= stepOf(stockIncrement)
  const more = () => app.runOnCart(() => stepQuantity(app, id, 1))
  const less = () => app.runOnCart(() => stepQuantity(app, id, -1))
  // The button disappears with the line.
  const remove = () => app.runOnCart(() => removeItem(app, id)).then(() => focusScreen('cart'))
  return html`
    <div class="stepper">
      <button type="button" aria-label=${isLast ? t.removeLine(productName) : t.lessOf(productName)}
        onClick=${isLast ? remove : less}>
        <${Icon} name=${isLast ? 'bin' : 'minus'} />
      </button>
      <span class="number"><span class="visually-hidden">${`${t.quantity}: `}</span>${numberText(quantity, t.locale)}</span>
      <button type="button" aria-label=${t.moreOfLine(productName)} onClick=${more}><${Icon} name="plus" /></button>
    </div>`
}
