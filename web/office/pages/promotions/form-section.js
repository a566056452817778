/** A section of the form of a coupon or campaign. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Field } from '../../ui/field.js'
import { Weekdays } from './weekdays.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./promotion-fields.js').PromotionField} PromotionField */
/** @typedef {import('./promotion-fields.js').Values} Values */
/** @typedef {Record<string, import('../../../ui/request.js').ApiError[]>} Errors */

/** The section. @param {{ app: App, section: string, fields: PromotionField[], values: Values, errors: Errors }} props */
export function FormSection({ app, section, fields, values, errors }) {
  const { promotions: t } = app.texts()
  const sections = /** @type {Record<string, string>} */ (t.sections)
  const hint = t.sectionHints(app.clock().zone)[section]
  return html`
    <${Card} title=${sections[section]}>
      ${hint && html`<p class="hint">${hint}</p>`}
      <div class="fields">
        ${fields.map(field => {
          const at = { app, value: values[field.name], errors: errors[field.name] }
          return field.kind === 'weekdays'
            ? html`<${Weekdays} key=${field.name} name=${field.name} ...${at} />`
            : html`<${Field} key=${field.name} ...${specOf(t, field)} ...${at} />`
        })}
      </div>
    <//>`
}

/** @type {Partial<Record<PromotionField['kind'], import('../../ui/field.js').FieldSpec['type']>>} */
const TYPES = {
  longText: 'textarea',
  flag: 'checkbox',
  choice: 'select',
  audience: 'select',
  instant: 'datetime-local',
  time: 'time',
}
/** @type {Partial<Record<PromotionField['kind'], 'numeric' | 'decimal'>>} */
const KEYS = { decimal: 'decimal', required: 'decimal', integer: 'numeric', count: 'numeric' }

/** How a field is shown. @param {import('../../texts/texts.js').Texts['promotions']} t @param {PromotionField} field @returns {import('../../ui/field.js').FieldSpec} */
function specOf({ labels, hints, options: texts }, { name, kind, options = [] }) {
  const type = TYPES[kind]
  const inputMode = KEYS[kind]
  return {
    name,
    label: labels[name] ?? name,
    hint: hints[name],
    options: options.map(option => [option, texts[option] ?? option]),
    ...(type && { type }),
    ...(inputMode && { inputMode }),
  }
}
