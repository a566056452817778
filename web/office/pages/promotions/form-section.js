/** A section of the form of a coupon or campaign. Its rare fields are folded. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { Fold } from '../../ui/fold.js'
import { ListPicker } from '../../ui/list-picker.js'
import { customerSource, groupSource } from '../customers/pick-customers.js'
import { productSource, promotionTermSource, variantSource } from '../products/pick-sources.js'
import { CheckList } from './check-list.js'
import { PICKED } from './field-kinds.js'
import { campaignSource } from './pick-campaigns.js'
import { scaleOf, typeOf } from './reward-fields.js'
import { TierRows } from './tier-rows.js'
import { rowsIn } from './tier-values.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./field-kinds.js').PromotionField} PromotionField */
/** @typedef {import('./field-kinds.js').Values} Values */
/** What is in the form's state alone. @typedef {import('./field-kinds.js').List | import('./field-kinds.js').TierRow[]} List */
/** @typedef {Record<string, import('../../../ui/request.js').ApiError[]>} Errors */

/**
 * @typedef {object} SectionProps
 * @property {App} app
 * @property {string} section
 * @property {PromotionField[]} fields
 * @property {Values} values
 * @property {Errors} errors
 * @property {Record<string, string[]>} warnings
 * @property {(name: string, list: List) => void} onList gets a list that was changed
 */

/** The section. @param {SectionProps} props */
export function FormSection(props) {
  const { app, section, fields } = props
  const { promotions: t } = app.texts()
  const sections = /** @type {Record<string, string>} */ (t.sections)
  const hint = t.sectionHints(app.clock().zone)[section]
  const plain = fields.filter(({ fold }) => fold === undefined)
  const folds = [...new Set(fields.flatMap(({ fold }) => fold ?? []))]
  return html`
    <${Card} title=${sections[section]}>
      ${hint && html`<p class="hint">${hint}</p>`}
      <div class="fields">${plain.map(field => html`<${OneField} key=${field.name} ...${props} field=${field} />`)}</div>
      ${folds.map(fold => html`<${FoldedFields} key=${fold} ...${props} fold=${fold} />`)}
    <//>`
}

/** @param {SectionProps & { fold: string }} props */
function FoldedFields(props) {
  const { app, fold, fields, values, errors, warnings } = props
  const { folds, filled } = app.texts().promotions
  const own = fields.filter(each => each.fold === fold)
  const count = own.filter(({ name }) => isFilled(values[name])).length
  const isMarked = own.some(({ name }) => errors[name] || warnings[name])
  return html`
    <${Fold} title=${folds[fold]} note=${count > 0 ? filled(String(count)) : null} isFilled=${count > 0} isMarked=${isMarked}>
      ${own.map(field => html`<${OneField} key=${field.name} ...${props} field=${field} />`)}
    <//>`
}

/** @param {Values[string] | undefined} value */
function isFilled(value) {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false
}

/** @param {SectionProps & { field: PromotionField }} props */
function OneField({ app, field, values, errors, warnings, onList }) {
  const { promotions: t } = app.texts()
  const { name, kind } = field
  const value = values[name]
  const at = { app, errors: errors[name], warnings: warnings[name] }
  const text = field.textOf?.(values) ?? name
  const shown = { name, label: labelOf(t, text), hint: t.hints[text] }
  if (PICKED.includes(kind)) {
    return html`
      <${ListPicker} ...${at} ...${shown} value=${Array.isArray(value) ? value : []} source=${sourceOf(app, kind)}
        isSingle=${kind === 'campaign' || null} onChange=${(/** @type {List} */ list) => onList(name, list)} />`
  }
  if (kind === 'tiers') {
    return html`
      <${TierRows} ...${at} ...${shown} value=${rowsIn(value)} by=${scaleOf(values)} isPercent=${typeOf(values) === 'percent'}
        onChange=${(/** @type {List} */ rows) => onList(name, rows)} />`
  }
  if (kind === 'weekdays' || kind === 'channels') {
    const options = kind === 'weekdays' ? t.weekdays.map((day, index) => [String(index + 1), day]) : t.channels
    return html`<${CheckList} ...${at} ...${shown} options=${options} value=${String(value ?? '')} />`
  }
  return html`<${Field} ...${specOf(t, field, value)} ...${shown} ...${at} value=${value} />`
}

/** What is left out is called as what is named. @param {import('../../texts/texts.js').Texts['promotions']} t @param {string} name */
export function labelOf({ labels }, name) {
  return labels[name] ?? labels[name.replace('/exclude/', '/')] ?? name
}

/** Where each kind but terms is picked from. @type {Partial<Record<PromotionField['kind'], (app: App) => import('../../ui/picked-list.js').Source>>} */
const SOURCES = {
  ...{ product: productSource, variant: variantSource, group: groupSource, customer: customerSource },
  campaign: campaignSource,
}

/** @param {App} app @param {PromotionField['kind']} kind */
function sourceOf(app, kind) {
  const source = SOURCES[kind]
  return source
    ? source(app)
    : promotionTermSource(app, /** @type {import('../products/pick-sources.js').TermKind} */ (kind))
}

/** @type {Partial<Record<PromotionField['kind'], import('../../ui/field.js').FieldSpec['type']>>} */
const TYPES = {
  longText: 'textarea',
  flag: 'checkbox',
  choice: 'select',
  scale: 'select',
  target: 'select',
  audience: 'select',
  instant: 'datetime-local',
  time: 'time',
}
/** @type {Partial<Record<PromotionField['kind'], 'numeric' | 'decimal'>>} */
const KEYS = { decimal: 'decimal', required: 'decimal', integer: 'numeric', count: 'numeric' }

/** How a field is shown. A stored value that the form does not know is an option, too, and stays. @param {import('../../texts/texts.js').Texts['promotions']} t @param {PromotionField} field @param {Values[string] | undefined} value */
function specOf({ options: texts }, { kind, options = [] }, value) {
  const type = TYPES[kind]
  const inputMode = KEYS[kind]
  const stored = type === 'select' && value !== undefined && !options.includes(String(value)) ? [String(value)] : []
  return {
    options: [...options, ...stored].map(option => [option, texts[option || 'one'] ?? option]),
    ...(type && { type }),
    ...(inputMode && { inputMode }),
  }
}
