/** One line of the cart: product, quantity, total and notes. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { moneyText, numberText } from '../money.js'
import { stepOf, variantName } from '../state.js'
import { picture } from './components.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Line} Line */

/** Draws a line. @param {App} app @param {Line} line */
export function drawLine(app, line) {
  const t = app.texts()
  const { image, productName, availableForSale, lineTotal, unitPrice, stockUnit, vatRate } = line.attributes
  const variant = variantName(app.state, line)
  const vat = vatRate > 0 ? t.vatExtra(numberText(vatRate, t.locale)) : ''
  return h(
    availableForSale ? 'li.line' : 'li.line.unavailable',
    { 'data-key': line.id },
    picture(app, image),
    h(
      'div.description',
      {},
      h('h3', { dir: 'auto' }, productName),
      h(
        'p.hint',
        {},
        variant && h('bdi', {}, variant),
        variant && ' · ',
        h('span.money', {}, moneyText(unitPrice, t.locale)),
        stockUnit && ` ${t.perUnit(stockUnit)}`,
      ),
      drawStockWarning(app, line),
    ),
    drawStepper(app, line),
    h('p.sum', {}, h('b.money', {}, moneyText(lineTotal, t.locale)), vat && h('small', {}, vat)),
    drawNotes(app, line),
  )
}

/** @param {App} app @param {Line} line */
function drawStockWarning({ texts }, { attributes: { availableForSale, stock, quantity, stockUnit } }) {
  const t = texts()
  if (!availableForSale) return h('p.tag', {}, t.unavailable)
  if (stock <= 0 || stock >= quantity) return null
  return h('p.tag', {}, t.onlyLeft(numberText(stock, t.locale), stockUnit))
}

/**
 * Draws the quantity; at the smallest quantity, the minus button becomes a remove button.
 * @param {App} app
 * @param {Line} line
 */
function drawStepper({ texts }, { id, attributes: { productName, quantity, stockIncrement } }) {
  const t = texts()
  const isLast = quantity <= stepOf(stockIncrement)
  const less = isLast
    ? h(
        'button',
        { type: 'button', 'data-action': 'remove-line', 'data-item': id, 'aria-label': t.removeLine(productName) },
        icon('bin'),
      )
    : h(
        'button',
        {
          type: 'button',
          'data-action': 'step-quantity',
          'data-item': id,
          'data-sign': -1,
          'aria-label': t.lessOf(productName),
        },
        icon('minus'),
      )
  return h(
    'div.stepper',
    {},
    less,
    h('span.number', {}, h('span.visually-hidden', {}, `${t.quantity}: `), numberText(quantity, t.locale)),
    h(
      'button',
      {
        type: 'button',
        'data-action': 'step-quantity',
        'data-item': id,
        'data-sign': 1,
        'aria-label': t.moreOfLine(productName),
      },
      icon('plus'),
    ),
  )
}

/** @param {App} app @param {Line} line */
function drawNotes({ state, texts }, { id, attributes: { productName, orderNote, giftNote, giftPackage } }) {
  const t = texts()
  const notes = [giftPackage && t.giftPackage, orderNote, giftNote].filter(Boolean)
  return h(
    'details.notes',
    {},
    h(
      'summary',
      { 'aria-label': t.notesOf(productName) },
      icon('gift'),
      h('span.notes-text', {}, notes.length > 0 ? h('bdi', {}, notes.join(' · ')) : t.notes),
      icon('down'),
    ),
    h(
      'form',
      { 'data-action': 'save-notes', 'data-item': id },
      noteField(
        'orderNote',
        t.orderNote,
        orderNote,
        t.atMost(numberText(state.shop?.orderNoteMaxLength ?? 0, t.locale)),
      ),
      noteField('giftNote', t.giftNote, giftNote, t.atMost(numberText(state.shop?.giftNoteMaxLength ?? 0, t.locale))),
      h(
        'label.checkbox',
        {},
        h('input', { type: 'checkbox', name: 'giftPackage', checked: giftPackage }),
        h('span', {}, t.giftPackage),
      ),
      h('button.quiet', { type: 'submit' }, t.save),
    ),
  )
}

/**
 * A note field without `maxlength`: the API refuses a longer note, and the request log shows the response.
 * @param {string} name
 * @param {string} label
 * @param {string | null} value
 * @param {string} limit
 */
function noteField(name, label, value, limit) {
  return h(
    'label.field',
    {},
    h('span', {}, label, h('small', {}, limit)),
    h('textarea', { name, rows: 2, dir: 'auto' }, value),
  )
}
