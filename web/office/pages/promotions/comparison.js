/** What two people have made of one record, field by field, with a choice for each. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { UserText } from '../../ui/user-text.js'
import { firstChoices, mergedRecord } from './compare-records.js'
import { unitText } from './unit-text.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./compare-records.js').Difference} Difference */
/** @typedef {import('./compare-records.js').Side} Side */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** @typedef {{ base: PromotionRecord, mine: PromotionRecord, theirs: PromotionRecord }} Records */

/**
 * @typedef {object} ComparisonProps
 * @property {App} app
 * @property {Difference[]} differences
 * @property {Records} records
 * @property {boolean} isBusy
 * @property {(merged: PromotionRecord) => void} onSave
 * @property {() => void} onBack
 */

/** The comparison, which takes the focus. */
export const Comparison = stateful(
  (/** @type {ComparisonProps} */ { differences }) => ({ choices: firstChoices(differences), isAsked: false }),
  ({ app, differences, records, isBusy, onSave, onBack }, { choices, isAsked }, set) => {
    const { compare: t } = app.texts().promotions
    const open = differences.filter(({ unit }) => choices[unit.name] === undefined)
    const choose = (/** @type {string} */ name, /** @type {Side} */ side) =>
      set({ choices: { ...choices, [name]: side } })
    const submit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
      event.preventDefault()
      if (isBusy) return
      if (open.length === 0) return onSave(mergedRecord(differences, records, choices))
      set({ isAsked: true })
      takeFocus(event.currentTarget.querySelector(`[name="${CSS.escape(nameOf(open[0]))}"]`))
    }
    return html`
      <div class="comparison" tabindex="-1" ref=${takeFocus}>
        <${Card} title=${t.title}>
          <p class="alert" role="alert">${t.lead}</p>
          <form class="form" noValidate onSubmit=${submit}>
            ${differences.map(
              each => html`
              <${Choice} key=${each.unit.name} app=${app} difference=${each} records=${records} chosen=${choices[each.unit.name]}
                onChoose=${(/** @type {Side} */ side) => choose(each.unit.name, side)} />`,
            )}
            <p class="field-error" role="alert">${isAsked && open.length > 0 ? t.missing : null}</p>
            <div class="actions">
              <${Button} type="submit" look="main" isBusy=${isBusy}>${t.save}<//>
              <${Button} onClick=${onBack}>${t.back}<//>
            </div>
          </form>
        <//>
      </div>`
  },
)

/** @param {Difference | undefined} difference */
function nameOf(difference) {
  return `choice-${difference?.unit.name}`
}

/** @param {Element | null} element */
function takeFocus(element) {
  if (element instanceof HTMLElement) element.focus()
}

/** @param {{ app: App, difference: Difference, records: Records, chosen: Side | undefined, onChoose: (side: Side) => void }} props */
function Choice({ app, difference, records, chosen, onChoose }) {
  const { labels, compare: t } = app.texts().promotions
  const { unit, changedBy } = difference
  const option = (/** @type {Side} */ side) => html`
    <label class="choice">
      <input type="radio" name=${nameOf(difference)} value=${side} checked=${chosen === side} onChange=${() => onChoose(side)} />
      <span><small>${t[side]}</small><br /><${UserText} text=${unitText(app, unit, records[side])} /></span>
    </label>`
  return html`
    <fieldset class=${changedBy === 'both' ? 'compared both' : 'compared'}>
      <legend>${labels[unit.name] ?? unit.name} <small>${t.changedBy[changedBy]}</small></legend>
      <p class="hint">${t.before}: <${UserText} text=${unitText(app, unit, records.base)} /></p>
      <div class="choices">${option('mine')}${option('theirs')}</div>
    </fieldset>`
}
