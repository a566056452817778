/** Prices by quantity of a product or variant: below its price in a few words, and as fields in a row of their own. */

import { Button } from '../../../ui/components/button.js'
import { RoundButton } from '../../../ui/components/round-button.js'
import { amountText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { errorText, worded } from '../../problems.js'
import { EditedRows } from '../../ui/edited-rows.js'
import { groupText } from '../customers/group-names.js'
import { groupOptions } from '../customers/group-options.js'
import { WithGroups } from '../customers/with-groups.js'
import { isStored, priceRowsOf, sentPlaceOf } from './tier-price-values.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./product-edits.js').Item} Item */
/** @typedef {import('./product-edits.js').Edit} Edit */
/** @typedef {import('./tier-price-values.js').PriceRow} PriceRow */
/** @typedef {import('../customers/group-names.js').Group} Group */
/** @typedef {import('../../../ui/request.js').ApiError} ApiError */

/** Prices that a row of the table names; of more it says how many. */
const SHOWN = 2
/** Prices that an item can have. */
const MOST = 20

/** What the item has, and the button that shows the fields. @param {{ app: App, item: Item, unit: string, name: string, isEditable: boolean, isOpen: boolean, onToggle: () => void }} props */
export function TierPriceNote({ app, item: { tierPrices }, unit, name, isEditable, isOpen, onToggle }) {
  const { carts, products, locale } = app.texts()
  const { tierPrices: t } = products
  const left = tierPrices.length - SHOWN
  return html`
    <span class="tier-prices">
      ${tierPrices.slice(0, SHOWN).map(({ from, price, customerGroupId }) => {
        const quantity = `${numberText(from, locale)} ${carts.unit(unit) || t.pieces}`
        const text = t.one(quantity, amountText(price, app.session().shop, locale))
        return html`<small key=${`${from} ${customerGroupId}`}>${customerGroupId === undefined ? text : t.ofGroup(text, groupText(app, customerGroupId))}</small>`
      })}
      ${left > 0 && html`<small>${t.more(numberText(left, locale))}</small>`}
      ${
        isEditable &&
        html`<button type="button" class="edit-terms" aria-expanded=${String(isOpen)} aria-label=${`${t.edit}: ${name}`} onClick=${onToggle}>${t.edit}</button>`
      }
    </span>`
}

/**
 * @typedef {object} FieldsProps
 * @property {App} app
 * @property {Item} item
 * @property {string} id of the fields
 * @property {string} name of the item
 * @property {boolean} isVariant
 * @property {Edit} edit
 * @property {import('./product-edits.js').FieldErrors} errors
 * @property {(edit: Edit) => void} onEdit
 * @property {() => void} onClose
 */

/** The fields. @extends {EditedRows<PriceRow, FieldsProps>} */
export class TierPriceFields extends EditedRows {
  /** @override */
  rows() {
    const { app, item, edit } = this.props
    const rows = edit.tierPrices ?? priceRowsOf(item.tierPrices, app.state.language)
    return rows.length > 0 ? rows : [this.blank()]
  }

  /** @override @returns {PriceRow} */
  blank() {
    return { from: '', price: '', group: '' }
  }

  /** @override @param {PriceRow[]} rows */
  change(rows) {
    const { app, item, edit, onEdit } = this.props
    onEdit({ ...edit, tierPrices: isStored(rows, item.tierPrices, app.state.language) ? undefined : rows })
  }

  /** @override */
  render() {
    const { app, name, isVariant, errors, onClose } = this.props
    const texts = app.texts()
    const { tierPrices: t } = texts.products
    const rows = this.rows()
    const own = (errors.tierPrices ?? []).filter(({ source }) => /\/tierPrices$/.test(source?.pointer ?? ''))
    return html`
      <div class="term-fields" role="group" aria-label=${t.of(name)} ref=${this.root}>
        <p class="hint">${isVariant ? t.variantHint : t.hint}</p>
        <${WithGroups} app=${app} show=${(/** @type {Group[] | null} */ groups) => html`<ol class="price-rows" role="list">${rows.map((row, at) => this.row(row, at, rows, groups))}</ol>`} />
        ${own.length > 0 && html`<p class="field-error">${own.map(error => errorText(inWords(error, t), texts)).join(' ')}</p>`}
        <div class="actions">
          ${rows.length < MOST && html`<${Button} icon="plus" onClick=${this.add}>${t.add}<//>`}
          <${Button} onClick=${onClose}>${texts.products.closeTerms}<//>
        </div>
      </div>`
  }

  /** @param {PriceRow} row @param {number} at @param {PriceRow[]} rows @param {Group[] | null} groups */
  row(row, at, rows, groups) {
    const { app, id, errors } = this.props
    const { tierPrices: t } = app.texts().products
    const place = sentPlaceOf(rows, at)
    const cell = (/** @type {keyof PriceRow} */ key) => html`
      <${Cell} app=${app} id=${`${id}-tier-${at}-${key}`} row=${t.row(String(at + 1))} label=${t.labels[key]} isFirst=${at === 0} value=${row[key]}
        keys=${key === 'price' ? 'decimal' : 'numeric'} groups=${key === 'group' ? groups : []} errors=${(errors.tierPrices ?? []).filter(error => isAt(error, place, key))}
        onInput=${(/** @type {string} */ text) => this.type(at, { [key]: text })} />`
    return html`
      <li key=${at}>
        ${cell('from')}${cell('price')}${cell('group')}
        <${RoundButton} icon="close" label=${t.remove(String(at + 1))} onClick=${() => this.remove(at)} />
      </li>`
  }
}

/** @param {{ app: App, id: string, row: string, label: string, isFirst: boolean, value: string, keys: 'numeric' | 'decimal', groups: Group[] | null, errors: ApiError[], onInput: (text: string) => void }} props */
function Cell({ app, id, row, label, isFirst, value, keys, groups, errors, onInput }) {
  const texts = app.texts()
  const isWrong = errors.length > 0
  const { customers, picker } = texts
  const options = groupOptions(groups, value, {
    none: customers.anyGroup,
    missing: group => picker.missing(picker.group(group)),
  })
  const state = { 'aria-invalid': isWrong ? 'true' : null, 'aria-describedby': isWrong ? `${id}-error` : null }
  const input = (/** @type {Event & { currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
    onInput(event.currentTarget.value)
  return html`
    <div>
      <label for=${id} class=${isFirst ? null : 'visually-hidden'}><span class="visually-hidden">${row}: </span>${label}</label>
      ${
        groups === null || groups.length > 0
          ? html`<select id=${id} ...${state} onChange=${input}>${options.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}</select>`
          : html`<input id=${id} type="text" autocomplete="off" inputmode=${keys} value=${value} ...${state} onInput=${input} />`
      }
      ${isWrong && html`<p class="field-error" id=${`${id}-error`}>${errors.map(error => errorText(inWords(error, texts.products.tierPrices), texts)).join(' ')}</p>`}
    </div>`
}

/** The cells by the members that the API names. @type {Record<string, keyof PriceRow>} */
const CELLS = { from: 'from', price: 'price', customerGroupId: 'group' }

/** Whether an error is of a cell; one of a whole row is at its beginning. @param {ApiError} error @param {number | null} place @param {keyof PriceRow} key */
function isAt({ source }, place, key) {
  const [, at, member = 'from'] = /\/tierPrices\/(\d+)(?:\/(\w+))?$/.exec(source?.pointer ?? '') ?? []
  return at !== undefined && Number(at) === place && CELLS[member] === key
}

/** The API's sentences name fields as programs do. @param {ApiError} error @param {import('../../texts/texts.js').Texts['products']['tierPrices']} t */
function inWords(error, { wrong }) {
  if (/is repeated/.test(error.detail)) return worded(error, wrong.repeated)
  const [, member = 'list'] = /\/tierPrices\/\d+\/(\w+)$/.exec(error.source?.pointer ?? '') ?? []
  const rule = /** @type {Record<string, string>} */ (wrong)[member]
  return ['field_invalid', 'field_required'].includes(error.code) && rule ? worded(error, rule) : error
}
