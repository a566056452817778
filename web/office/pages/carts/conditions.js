/** The conditions of a promotion: those that do not hold come first, each with a link to where it can be mended. */

import { Icon } from '../../../ui/components/icon.js'
import { html } from '../../../ui/html.js'
import { conditionName, conditionText } from './condition-text.js'

/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {{ href: string, text: string }} Remedy */

/**
 * The list.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {Condition[]} props.conditions
 * @param {(condition: Condition) => Remedy[]} props.remediesOf a condition that does not hold
 */
export function Conditions({ app, conditions, remediesOf }) {
  const sorted = [...conditions.filter(({ holds }) => !holds), ...conditions.filter(({ holds }) => holds)]
  return html`
    <ul class="conditions" role="list">
      ${sorted.map(each => html`<${Line} key=${each.name} app=${app} condition=${each} remedies=${each.holds ? [] : remediesOf(each)} />`)}
    </ul>`
}

/** @param {{ app: import('../../app.js').App, condition: Condition, remedies: Remedy[] }} props */
function Line({ app, condition, remedies }) {
  const texts = app.texts()
  const { conditions: t } = texts
  return html`
    <li class=${condition.holds ? 'holds' : 'fails'}>
      <${Icon} name=${condition.holds ? 'check' : 'close'} />
      <div>
        <b><span class="visually-hidden">${condition.holds ? t.holds : t.fails} </span>${conditionName(condition, texts)}</b>
        <p dir="auto">${conditionText(condition, texts, app.session().shop)}</p>
        ${remedies.length > 0 && html`<p class="remedies">${remedies.map(({ href, text }) => html`<a key=${href} href=${href}>${text}</a>`)}</p>`}
      </div>
    </li>`
}
