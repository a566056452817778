/** The tiers of a discount, one a row. They are in the form's state, and in ascending order once they are saved. */

import { Button } from '../../../ui/components/button.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { html } from '../../../ui/html.js'
import { errorText } from '../../problems.js'
import { EditedRows } from '../../ui/edited-rows.js'

/** @typedef {import('./field-kinds.js').TierRow} TierRow */
/** @typedef {import('../../../ui/request.js').ApiError} ApiError */

/**
 * @typedef {object} TierProps
 * @property {import('../../app.js').App} app
 * @property {string} name of the field
 * @property {string} label
 * @property {string | undefined} [hint]
 * @property {TierRow[]} value
 * @property {string} by `total` or `quantity`
 * @property {boolean} isPercent
 * @property {ApiError[] | undefined} [errors]
 * @property {string[] | undefined} [warnings]
 * @property {(rows: TierRow[]) => void} onChange
 */

/** Tiers that a discount can have. */
const MOST = 20

/** The rows. @extends {EditedRows<TierRow, TierProps>} */
export class TierRows extends EditedRows {
  /** @override */
  rows() {
    const { value } = this.props
    return value.length > 0 ? value : [this.blank()]
  }

  /** @override @returns {TierRow} */
  blank() {
    return { from: '', value: '' }
  }

  /** @override @param {TierRow[]} rows */
  change(rows) {
    this.props.onChange(rows)
  }

  /** @override */
  render() {
    const { app, name, label, hint, errors = [], warnings = [] } = this.props
    const { tiers: t } = app.texts().promotions
    const rows = this.rows()
    const own = errors.filter(error => placeOf(error) === null)
    const notes = [hint, ...warnings, own.length > 0].some(Boolean) ? `field-${name}-notes` : null
    return html`
      <fieldset class="field tiers" ref=${this.root} aria-describedby=${notes}>
        <legend>${label}</legend>
        <ol role="list">${rows.map((row, at) => this.row(row, at, rows.length))}</ol>
        ${rows.length < MOST && html`<div class="actions"><${Button} icon="plus" onClick=${this.add}>${t.add}<//></div>`}
        <div id=${`field-${name}-notes`}>
          ${hint && html`<p class="hint">${hint}</p>`}
          ${warnings.map(each => html`<p key=${each} class="field-warning">${each}</p>`)}
          ${own.map(error => html`<p key=${error.detail} class="field-error">${errorText(error, app.texts())}</p>`)}
        </div>
      </fieldset>`
  }

  /** @param {TierRow} row @param {number} at @param {number} count */
  row(row, at, count) {
    const { app, name, by, isPercent, errors = [] } = this.props
    const { tiers: t } = app.texts().promotions
    const isAlone = count === 1 && row.from === '' && row.value === ''
    const isUnplaced = at === 0 && errors.some(error => placeOf(error) === null)
    const cell = (/** @type {'from' | 'value'} */ key, /** @type {string} */ label) => html`
      <${Cell} app=${app} id=${`field-${name}-${at}-${key}`} row=${t.row(String(at + 1))} label=${label} kind=${key} value=${row[key]} isFirst=${at === 0}
        keys=${key === 'from' && by === 'quantity' ? 'numeric' : 'decimal'} isMarked=${isUnplaced}
        errors=${errors.filter(error => isAt(error, at, key))} onInput=${(/** @type {string} */ text) => this.type(at, { [key]: text })} />`
    return html`
      <li key=${at}>
        ${cell('from', by === 'quantity' ? t.fromQuantity : t.fromTotal)}
        ${cell('value', isPercent ? t.percent : t.amount(app.session().shop.currencyCode))}
        ${!isAlone && html`<${RoundButton} icon="close" label=${t.remove(String(at + 1))} onClick=${() => this.remove(at)} />`}
      </li>`
  }
}

/**
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {string} props.id
 * @param {string} props.row its number in words, for screen readers
 * @param {string} props.label shown above the first row
 * @param {'from' | 'value'} props.kind
 * @param {string} props.value
 * @param {boolean} props.isFirst
 * @param {'numeric' | 'decimal'} props.keys which keys a phone shows
 * @param {boolean} props.isMarked whether an error of all rows is shown at it
 * @param {ApiError[]} props.errors
 * @param {(text: string) => void} props.onInput
 */
function Cell({ app, id, row, label, kind, value, isFirst, keys, isMarked, errors, onInput }) {
  const isWrong = errors.length > 0 || isMarked
  return html`
    <div class=${`tier-${kind}`}>
      <label for=${id} class=${isFirst ? null : 'visually-hidden'}><span class="visually-hidden">${row}: </span>${label}</label>
      <input id=${id} type="text" autocomplete="off" inputmode=${keys} value=${value} aria-invalid=${isWrong ? 'true' : null}
        aria-describedby=${errors.length > 0 ? `${id}-error` : null} onInput=${(/** @type {any} */ event) => onInput(event.currentTarget.value)} />
      ${errors.length > 0 && html`<p class="field-error" id=${`${id}-error`}>${errors.map(error => errorText(error, app.texts())).join(' ')}</p>`}
    </div>`
}

/** The row and the cell of an error; null for one of all rows. @param {ApiError} error */
function placeOf({ source }) {
  return /\/tiers\/(\d+)(?:\/(from|value))?$/.exec(source?.pointer ?? '')
}

/** An error of a whole row is at its beginning. @param {ApiError} error @param {number} at @param {'from' | 'value'} key */
function isAt(error, at, key) {
  const place = placeOf(error)
  return place !== null && Number(place[1]) === at && (place[2] ?? 'from') === key
}
