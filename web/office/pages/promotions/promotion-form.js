/** The form of a coupon or campaign, and the comparison after somebody else has saved meanwhile. */

import { Button } from '../../../ui/components/button.js'
import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { withoutField } from '../../problems.js'
import { focusError } from '../../ui/form.js'
import { Unsaved } from '../../ui/unsaved.js'
import { lacksCustomers } from './audience-values.js'
import { changedUnits, differencesOf } from './compare-records.js'
import { Comparison } from './comparison.js'
import { divideWarnings } from './field-warnings.js'
import { pendingFields, readForm } from './form-elements.js'
import { correctedBy } from './field-rules.js'
import { FormSection, labelOf } from './form-section.js'
import { SECTIONS } from './promotion-fields.js'
import { recordOf, settledValues, valuesOf } from './promotion-values.js'
import { divideProblem, shownFields } from './refused-fields.js'
import { lacksTarget } from './reward-fields.js'
import { readPromotion } from './save-promotion.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./save-promotion.js').Held} Held */
/** @typedef {import('./promotion-record.js').PromotionRecord} PromotionRecord */
/** Writes a record in the place of another, and says so; a `Problem` that it throws is shown. @typedef {(record: PromotionRecord, base: Held) => Promise<void>} Save */

/**
 * @typedef {object} FormProps
 * @property {App} app
 * @property {import('./promotion-kind.js').PromotionKind} kind
 * @property {Held} held what is edited; a form with another `key` starts again
 * @property {boolean} isNew
 * @property {Save} onSave
 * @property {(record: PromotionRecord) => void} onDraft gets the record as it is in the form, at first and after every change
 */

/**
 * @typedef {object} FormState
 * @property {Held} base what is edited: the state that was read last
 * @property {import('./field-kinds.js').Values} values
 * @property {Problem | null} problem
 * @property {string[]} refused names of the fields that were shown when it was refused
 * @property {boolean} isBusy
 * @property {boolean} isGone whether somebody else has deleted the record
 * @property {{ mine: PromotionRecord, theirs: Held } | null} conflict
 */

/** The form. @extends {Component<FormProps, FormState>} */
export class PromotionForm extends Component {
  /** @type {{ current: HTMLFormElement | null }} */
  form = { current: null }
  /** @override @type {FormState} */
  state = {
    base: this.props.held,
    values: valuesOf(this.props.held.record, this.fields()),
    problem: null,
    refused: [],
    isBusy: false,
    isGone: false,
    conflict: null,
  }

  /** The button keeps the focus after a save. @override */
  componentDidMount() {
    const save = this.form.current?.querySelector('[type="submit"]')
    if (this.props.held.isSaved && save instanceof HTMLElement) save.focus()
    this.props.onDraft(this.recordOf(this.state.values))
  }

  /** What is written in the fields stays when the record is switched off or on beside them. @param {FormProps} before @param {FormState} state @override */
  componentDidUpdate({ held: before }, { values }) {
    if (values !== this.state.values) this.props.onDraft(this.recordOf(this.state.values))
    const { held } = this.props
    if (held.tag === before.tag) return
    const { active } = held.record
    const box = this.form.current?.elements.namedItem('active')
    if (box instanceof HTMLInputElement) box.checked = active
    this.setState({ base: held, values: { ...this.state.values, active } })
  }

  /** The fields, and how they show values. The key of a record that exists cannot be changed. */
  fields() {
    const { app, kind, isNew } = this.props
    const fields = isNew ? kind.fields : kind.fields.filter(({ name }) => name !== kind.keyField)
    const mark = app.texts().locale === 'tr-TR' ? ',' : '.'
    return { fields, zone: app.clock().zone, mark }
  }

  /** @param {Event} [event] */
  read = event => {
    const form = this.form.current
    if (!form) return
    if (event?.target instanceof Element) this.correct(event.target.getAttribute('name') ?? '')
    const read = readForm(form, this.fields().fields)
    this.setState(({ values }) => ({ values: { ...values, ...read } }))
  }

  /** @param {SubmitEvent} event */
  submit = event => {
    event.preventDefault()
    const { base, values, isBusy } = this.state
    if (isBusy || !this.form.current) return
    const read = readForm(this.form.current, this.fields().fields)
    const now = settledValues({ ...values, ...read }, this.fields())
    const record = this.recordOf(now)
    const wrong = this.unfinished(this.form.current, record, now)
    if (wrong.length > 0) return this.refuse(new Problem(422, wrong), { values: now })
    this.setState({ values: now })
    this.save(record, base)
  }

  /** What would be lost or mean something else: a text in a search, and chosen customers or items of which none is named. @param {HTMLFormElement} form @param {PromotionRecord} record @param {import('./field-kinds.js').Values} values */
  unfinished(form, record, values) {
    const { rules } = this.props.app.texts().promotions
    const wrong = [
      ...pendingFields(form).map(name => ({ code: 'pending', name })),
      ...(lacksCustomers(record, values) ? [{ code: 'nobody', name: 'audience' }] : []),
      ...(lacksTarget(values) ? [{ code: 'noTarget', name: 'reward/target' }] : []),
    ]
    return wrong.map(({ code, name }) => ({ code, detail: rules[code] ?? '', source: { pointer: `/${name}` } }))
  }

  /** A list is in the state alone. @param {string} name @param {import('./form-section.js').List} list */
  setList = (name, list) => {
    this.correct(name)
    this.setState(({ values }) => ({ values: { ...values, [name]: list } }))
  }

  /** A field that is typed into is not wrong any more. @param {string} name */
  correct(name) {
    const problem = withoutField(this.state.problem, ...correctedBy(name))
    if (problem !== this.state.problem) this.setState({ problem })
  }

  /** The record of what is in the fields. @param {import('./field-kinds.js').Values} values @returns {PromotionRecord} */
  recordOf(values) {
    const { kind, isNew } = this.props
    const { record } = this.state.base
    const key = isNew ? {} : { [kind.keyField]: record[kind.keyField] }
    return { ...key, ...recordOf(values, this.fields(), record) }
  }

  /** @param {PromotionRecord} record @param {Held} base */
  save = async (record, base) => {
    this.setState({ isBusy: true, problem: null, isGone: false })
    try {
      await this.props.onSave(record, base)
      this.setState({ isBusy: false })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 412 && base.tag !== null) await this.compare(record, base)
      else this.refuse(error, base === this.state.base ? {} : { base, values: this.valuesWithin(record) })
    }
  }

  /** The values of a record that was put together; fields that it has no use for keep what was typed. @param {PromotionRecord} record */
  valuesWithin(record) {
    const { fields } = this.fields()
    const values = valuesOf(record, this.fields())
    const used = shownFields(fields, values).map(({ name }) => [name, values[name]])
    return Object.fromEntries(used)
  }

  /** Shows the form again with what was refused. @param {Problem} problem @param {Partial<FormState>} [state] */
  refuse(problem, state = {}) {
    const values = { ...this.state.values, ...state.values }
    const refused = shownFields(this.fields().fields, values).map(({ name }) => name)
    this.setState({ ...state, values, problem, refused, isBusy: false, conflict: null }, () =>
      setTimeout(() => this.form.current && focusError(this.form.current)),
    )
  }

  /** Reads what somebody else has saved. @param {PromotionRecord} mine @param {Held} base */
  async compare(mine, base) {
    const { app, kind } = this.props
    try {
      const theirs = await readPromotion(app, kind, base.record[kind.keyField])
      this.setState({ base, conflict: { mine, theirs }, isBusy: false })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status !== 404) return this.refuse(error)
      this.setState({ base: { ...base, tag: null }, isGone: true, isBusy: false })
    }
  }

  /** @override */
  render() {
    return html`
      <${Unsaved} app=${this.props.app} lost=${this.lost} />
      ${this.state.conflict ? this.comparison(this.state.conflict) : this.sections()}`
  }

  /** The fields of which something else is stored, or which a new record had otherwise at first. */
  lost = () => {
    const { app, kind, isNew, held } = this.props
    if (!app.can('promotions:write')) return []
    const { base, values } = this.state
    const [now, first] = [this.recordOf(values), this.recordOf(valuesOf(base.record, this.fields()))]
    const pending = this.form.current ? pendingFields(this.form.current) : []
    const key = now[kind.keyField] === first[kind.keyField] ? [] : [kind.keyField]
    const changed = [...key, ...changedUnits(kind.units, now, first), ...pending]
    const { promotions: t, leave } = app.texts()
    const labels = [...new Set(changed.map(name => labelOf(t, name)))]
    const { add, edit } = t[kind.name]
    return labels.length > 0 ? [leave.fields(isNew ? add : `${edit} ${kind.nameOf(held.record)}`, labels)] : []
  }

  /** @param {{ mine: PromotionRecord, theirs: Held }} conflict */
  comparison({ mine, theirs }) {
    const { app, kind } = this.props
    const { base, isBusy } = this.state
    const differences = differencesOf(kind.units, { base: base.record, mine, theirs: theirs.record })
    const records = { base: base.record, mine, theirs: theirs.record }
    return html`
      <${Comparison} key=${theirs.tag} app=${app} differences=${differences} records=${records} isBusy=${isBusy}
        onSave=${(/** @type {PromotionRecord} */ merged) => this.save(merged, theirs)}
        onBack=${() => this.setState({ conflict: null })} />`
  }

  sections() {
    const { app, kind, isNew } = this.props
    const { promotions: t, save } = app.texts()
    const { values, isBusy, isGone } = this.state
    const { fields } = this.fields()
    const shown = shownFields(fields, values)
    const { errors, message: refusal } = divideProblem({ ...this.state, fields }, app.texts())
    const message = isGone ? t.gone : refusal
    const { warnings, others } = divideWarnings(this.props.held, shown, app.texts())
    return html`
      <form class="form" noValidate ref=${this.form} onInput=${this.read} onChange=${this.read} onSubmit=${this.submit}>
        <div class="alert" role="alert" tabindex="-1" hidden=${!message}>${message}</div>
        ${others.map(each => html`<p key=${each} class="alert" dir="auto">${each}</p>`)}
        <fieldset class="form" disabled=${!app.can('promotions:write')} aria-label=${t[kind.name].edit}>
          ${SECTIONS.map(section => {
            const fields = shown.filter(field => field.section === section)
            return (
              fields.length > 0 &&
              html`<${FormSection} key=${section} app=${app} section=${section} fields=${fields} values=${values}
                errors=${errors} warnings=${warnings} onList=${this.setList} />`
            )
          })}
        </fieldset>
        ${app.can('promotions:write') && html`<div class="actions save-bar"><${Button} type="submit" look="main" isBusy=${isBusy}>${isNew ? t.create : save}<//></div>`}
      </form>`
  }
}
