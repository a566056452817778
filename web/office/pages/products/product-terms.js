/** Brand, categories and tags of a product: as links to the products that have them, and as fields. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { errorText, worded } from '../../problems.js'
import { ListPicker } from '../../ui/list-picker.js'
import { UserText } from '../../ui/user-text.js'
import { queryOf } from '../../url.js'
import { termSource } from './pick-sources.js'
import { TermInput } from './term-input.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Edit} Edit */
/** @typedef {import('./pick-sources.js').TermKind} TermKind */

/** Terms of one kind that a row shows; of more it says how many. */
const SHOWN = 4

/** The terms, below the name of the product. @param {{ app: App, product: Product, isEditable: boolean, isOpen: boolean, onToggle: () => void }} props */
export function TermsCell({ app, product, isEditable, isOpen, onToggle }) {
  const { products: t } = app.texts()
  const { brand, categories, tags } = product
  const lists = /** @type {[TermKind, string[]][]} */ ([
    ['brand', brand === null ? [] : [brand]],
    ['category', categories],
    ['tag', tags],
  ])
  return html`
    <span class="terms">
      ${lists.map(([kind, terms]) => terms.length > 0 && html`<${Terms} key=${kind} app=${app} kind=${kind} terms=${terms} />`)}
      ${
        isEditable &&
        html`<button type="button" class="edit-terms" aria-expanded=${String(isOpen)} onClick=${onToggle}>
          <span aria-hidden="true">${t.editTerms}</span><span class="visually-hidden">${t.termsOf(product.name)}</span>
        </button>`
      }
    </span>`
}

/** @param {{ app: App, kind: TermKind, terms: string[] }} props */
function Terms({ app, kind, terms }) {
  const { products: t } = app.texts()
  const left = terms.length - SHOWN
  return html`
    <span>
      <span class="visually-hidden">${t.terms[kind]}: </span>
      ${terms.slice(0, SHOWN).map(term => html`<a key=${term} href=${`/office/products${queryOf({ [kind]: term })}`}><${UserText} text=${term} /></a> `)}
      ${left > 0 && html`<small>+${left}</small>`}
    </span>`
}

/**
 * The fields, in a row of their own.
 * @param {object} props
 * @param {App} props.app
 * @param {Product} props.product
 * @param {Edit} props.edit
 * @param {import('./product-edits.js').FieldErrors} props.errors
 * @param {(edit: Edit) => void} props.onEdit
 * @param {() => void} props.onClose
 */
export function TermFields({ app, product, edit, errors, onEdit, onClose }) {
  const texts = app.texts()
  const { products: t } = texts
  const stored = product.brand ?? ''
  const input = (/** @type {string} */ brand) => onEdit({ ...edit, brand: brand === stored ? undefined : brand })
  const list = (/** @type {'categories' | 'tags'} */ name, /** @type {TermKind} */ kind) => html`
    <${ListPicker} app=${app} name=${`p${product.id}-${name}`} label=${t.labels[name]} value=${edit[name] ?? product[name]}
      source=${termSource(app, kind)} errors=${errors[name]?.map(error => inWords(error, name, t))}
      onChange=${(/** @type {string[]} */ terms) => onEdit({ ...edit, [name]: isSame(terms, product[name]) ? undefined : terms })} />`
  const brandError = errors.brand?.map(error => errorText(inWords(error, 'brand', t), texts)).join(' ')
  return html`
    <div class="term-fields" role="group" aria-label=${t.termsOf(product.name)}>
      <${TermInput} app=${app} kind="brand" id=${`p${product.id}-brand`} label=${t.labels.brand} value=${edit.brand ?? stored}
        error=${brandError} onInput=${input} />
      ${list('categories', 'category')}
      ${list('tags', 'tag')}
      <div class="actions"><${Button} onClick=${onClose}>${t.closeTerms}<//></div>
    </div>`
}

/** The API's sentences name fields as programs do. @param {import('../../../ui/request.js').ApiError} error @param {'brand' | 'categories' | 'tags'} name @param {import('../../texts/texts.js').Texts['products']} t */
function inWords(error, name, { wrong }) {
  return error.code === 'field_invalid' ? worded(error, wrong[name]) : error
}

/** @param {readonly string[]} one @param {readonly string[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((term, at) => term === other[at])
}
