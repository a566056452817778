/** The conditions of a promotion: those that do not hold are open, each with a link to where it can be mended; the others are folded. */

import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { conditionName, conditionText } from './condition-text.js'

/** @typedef {import('./cart-types.js').Condition} Condition */
/** @typedef {import('./condition-text.js').Names} Names */
/** @typedef {{ href: string, text: string }} Remedy */

/**
 * The list.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {Condition[]} props.conditions
 * @param {Names} [props.names] of groups and campaigns
 * @param {(condition: Condition) => Remedy[]} props.remediesOf a condition that does not hold
 */
export function Conditions({ app, conditions, names = {}, remediesOf }) {
  const { conditions: t, locale } = app.texts()
  const failed = conditions.filter(({ holds }) => !holds)
  const others = conditions.filter(({ holds }) => holds)
  const lines = (/** @type {Condition[]} */ list) => html`
    <ul class="conditions" role="list">
      ${list.map(each => html`<${Line} key=${each.name} app=${app} condition=${each} names=${names} remedies=${each.holds ? [] : remediesOf(each)} />`)}
    </ul>`
  return html`
    ${failed.length > 0 && lines(failed)}
    ${
      others.length > 0 &&
      html`<details class="holding"><summary>${t.othersHold(numberText(others.length, locale))}</summary>${lines(others)}</details>`
    }`
}

/** @param {{ app: import('../../app.js').App, condition: Condition, names: Names, remedies: Remedy[] }} props */
function Line({ app, condition, names, remedies }) {
  const texts = app.texts()
  const { conditions: t } = texts
  return html`
    <li class=${condition.holds ? 'holds' : 'fails'}>
      <${Icon} name=${condition.holds ? 'check' : 'close'} />
      <div>
        <b><span class="visually-hidden">${condition.holds ? t.holds : t.fails} </span>${conditionName(condition, texts)}</b>
        <p dir="auto">${conditionText(condition, texts, { ...app.session().shop, ...names })}</p>
        ${remedies.length > 0 && html`<p class="remedies">${remedies.map(({ href, text }) => html`<a key=${href} href=${href}>${text}</a>`)}</p>`}
      </div>
    </li>`
}
