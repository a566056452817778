/** The cells of a product or variant: fields for staff who may change them, texts for others. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { readTyped, typedNumber } from '../../format/typed-number.js'
import { errorText } from '../../problems.js'
import { Badge } from '../../ui/badge.js'
import { EditCell } from '../../ui/edit-cell.js'
import { stockAfter } from './product-edits.js'

/** @typedef {import('./product-edits.js').Item} Item */
/** @typedef {import('./product-edits.js').Edit} Edit */

/**
 * @typedef {object} CellProps
 * @property {import('../../app.js').App} app
 * @property {Item} item
 * @property {string} name of the item for labels, with that of its product
 * @property {string} id of the fields
 * @property {Edit} edit
 * @property {import('./product-edits.js').FieldErrors} errors
 * @property {(edit: Edit) => void} onEdit
 * @property {boolean} isEditable
 */

/** The price; one that a discount lowers is beside what it is now, where it is no field. @param {CellProps & { product: Item }} props */
export function PriceCell({ app, item, product, name, id, edit, errors, onEdit, isEditable }) {
  const t = app.texts()
  const { language } = app.state
  const money = (/** @type {string | null} */ amount) =>
    amount === null ? t.products.ofProduct : amountText(amount, app.session().shop, t.locale)
  if (!isEditable) return saleOf(app, item, product) ? null : html`<span class="money">${money(item.price)}</span>`
  const stored = item.price === null ? '' : typedNumber(item.price, language)
  const typed = edit.price === undefined ? null : readTyped(edit.price, language)
  const isAmount = typed !== null && /^\d+(\.\d+)?$/.test(typed)
  const input = (/** @type {string} */ price) => onEdit({ ...edit, price: price === stored ? undefined : price })
  return html`
    <${EditCell} id=${`${id}-price`} label=${t.products.labels.price(name)} value=${edit.price ?? stored} isEdited=${typed !== null}
      note=${isAmount ? t.products.becomes(money(item.price), money(typed)) : null} error=${sentenceOf(errors.price, 'price', t)}
      placeholder=${item.price === null ? t.products.ofProduct : null} onInput=${input} />`
}

/** What a guest pays now, beside the price that a discount lowers, which the field above has where there is one. @param {{ app: import('../../app.js').App, item: Item, product: Item, isEditable: boolean }} props */
export function SalePrice({ app, item, product, isEditable }) {
  const { carts: t } = app.texts()
  const sale = saleOf(app, item, product)
  if (!sale) return null
  const before = html`<s class="money"><span class="visually-hidden">${t.before}</span>${sale.before}</s>`
  const now = html`<b class="money"><span class="visually-hidden">${t.now}</span>${sale.now}</b>`
  return isEditable
    ? html`<small class="sale-price">${before} ${now}</small>`
    : html`<span class="sale-price">${now} <small>${before}</small></span>`
}

/** The price before a discount and with it; null without one. @param {import('../../app.js').App} app @param {Item} item @param {Item} product */
function saleOf(app, { price, currentPrice }, product) {
  const { shop } = app.session()
  const [before, now] = [price ?? product.price ?? currentPrice, currentPrice].map(amount =>
    amountText(amount, shop, app.texts().locale),
  )
  return before === now ? null : { before, now }
}

/** The stock, and what is reserved of it. @param {CellProps & { unit?: string }} props */
export function StockCell({ app, item, name, id, edit, errors, onEdit, isEditable, unit = '' }) {
  const t = app.texts()
  const { language } = app.state
  const number = (/** @type {number | string} */ value) => numberText(value, t.locale)
  const unitName = t.carts.unit(unit)
  const reserved = item.reserved > 0 && html`<small>${t.products.reserved(number(item.reserved))}</small>`
  if (!isEditable) return html`<span class="number">${number(item.stock)} <bdi>${unitName}</bdi></span> ${reserved}`
  const stored = typedNumber(item.stock, language)
  const after = edit.stock === undefined ? null : stockAfter(item.stock, edit.stock, language)
  const input = (/** @type {string} */ stock) => onEdit({ ...edit, stock: stock === stored ? undefined : stock })
  return html`
    <div class="stock-cell">
    <${EditCell} id=${`${id}-stock`} label=${t.products.labels.stock(name)} value=${edit.stock ?? stored}
      isEdited=${edit.stock !== undefined} note=${after === null ? null : t.products.becomes(number(item.stock), number(after))}
      error=${sentenceOf(errors.stock, 'stock', t)} onInput=${input} />
    ${unitName && html`<small><bdi>${unitName}</bdi></small>`} ${reserved}
    </div>`
}

/** Whether it is on sale. @param {CellProps} props */
export function SaleCell({ app, item, name, id, edit, errors, onEdit, isEditable }) {
  const t = app.texts()
  if (!isEditable) return item.onSale ? t.yes : html`<${Badge}>${t.products.offSale}<//>`
  const isOn = edit.onSale ?? item.onSale
  const flip = () => onEdit({ ...edit, onSale: !isOn === item.onSale ? undefined : !isOn })
  return html`
    <label class=${edit.onSale === undefined ? 'sale' : 'sale edited'}>
      <input id=${`${id}-sale`} type="checkbox" checked=${isOn} aria-label=${t.products.labels.onSale(name)} onChange=${flip} />
      <span aria-hidden="true">${isOn ? t.yes : t.no}</span>
    </label>
    ${errors.onSale && html`<span class="field-error">${sentenceOf(errors.onSale, 'onSale', t)}</span>`}`
}

/** Whether it is sold at any stock; a variant can leave it to its product. @param {CellProps & { isVariant: boolean }} props */
export function BackorderCell({ app, item, name, id, edit, errors, onEdit, isEditable, isVariant }) {
  const t = app.texts()
  const word = (/** @type {boolean | null} */ value) => (value === null ? t.products.ofProduct : value ? t.yes : t.no)
  if (!isEditable) return word(item.backorder)
  const value = edit.backorder === undefined ? item.backorder : edit.backorder
  const choose = (/** @type {boolean | null} */ chosen) =>
    onEdit({ ...edit, backorder: chosen === item.backorder ? undefined : chosen })
  const label = t.products.labels.backorder(name)
  const error =
    errors.backorder && html`<span class="field-error">${sentenceOf(errors.backorder, 'backorder', t)}</span>`
  const look = (/** @type {string} */ kind) => (edit.backorder === undefined ? kind : `${kind} edited`)
  if (!isVariant)
    return html`
    <label class=${look('sale')}>
      <input id=${`${id}-backorder`} type="checkbox" checked=${value} aria-label=${label} onChange=${() => choose(!value)} />
      <span aria-hidden="true">${word(value)}</span>
    </label>
    ${error}`
  const change = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    choose(CHOICES.get(event.currentTarget.value) ?? null)
  return html`
    <span class=${look('edit-cell')}>
      <select id=${`${id}-backorder`} aria-label=${label} onChange=${change}>
        ${[...CHOICES].map(([key, each]) => html`<option key=${key} value=${key} selected=${each === value}>${word(each)}</option>`)}
      </select>
      ${error}
    </span>`
}

/** What a variant can have, by the value of its option. @type {ReadonlyMap<string, boolean | null>} */
const CHOICES = new Map([
  ['product', null],
  ['yes', true],
  ['no', false],
])

/**
 * The sentence for the errors of a field; null without one.
 * @param {import('../../../ui/request.js').ApiError[] | undefined} errors
 * @param {string} field
 * @param {import('../../texts/texts.js').Texts} texts
 */
function sentenceOf(errors, field, texts) {
  const { wrong } = texts.products
  return (
    errors
      ?.map(error => {
        if (error.code === 'insufficient_stock') return wrong.insufficient
        const isForm = error.code === 'field_invalid' && (field === 'price' || field === 'stock')
        return isForm ? wrong[field] : errorText(error, texts)
      })
      .join(' ') ?? null
  )
}
