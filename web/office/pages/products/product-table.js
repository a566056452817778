/** The table of products. Enter in a field saves all changes. */

import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { ProductRow } from './product-row.js'

/**
 * The table.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {import('./product-edits.js').Product[]} props.rows
 * @param {import('./product-edits.js').Edits} props.edits
 * @param {import('./product-edits.js').Errors} props.errors
 * @param {ReadonlySet<number>} props.open products whose variants are unfolded
 * @param {ReadonlySet<number>} props.openTerms products whose brand, categories and tags are fields
 * @param {ReadonlyMap<number, ReadonlySet<number>>} props.priceFields items whose prices by quantity are fields
 * @param {import('./product-row.js').RowProps['onEdit']} props.onEdit
 * @param {import('./product-row.js').RowProps['onToggle']} props.onToggle
 * @param {import('./product-row.js').RowProps['onTerms']} props.onTerms
 * @param {import('./product-row.js').RowProps['onPrices']} props.onPrices
 * @param {() => void} props.onSave
 */
export function ProductTable({
  app,
  rows,
  edits,
  errors,
  open,
  openTerms,
  priceFields,
  onEdit,
  onToggle,
  onTerms,
  onPrices,
  onSave,
}) {
  const t = app.texts().products
  const isEditable = app.can('catalogue:write')
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const isText = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (event.key === 'Enter' && isText && Object.keys(edits).length > 0) onSave()
  }
  return html`
    <p class="hint">${priceNote(app, 'list')} ${isEditable && t.stockHint}</p>
    <table class="table products" role="table" aria-label=${t.list} onKeyDown=${onKey}>
      <thead role="rowgroup">
        <tr role="row">${Object.values(t.columns).map(title => html`<th key=${title} role="columnheader" scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          product => html`
          <${ProductRow} key=${product.id} app=${app} language=${app.state.language} product=${product} edits=${edits[product.id]}
            errors=${errors[product.id]} isOpen=${open.has(product.id)} hasTermFields=${openTerms.has(product.id)} isEditable=${isEditable} onEdit=${onEdit} onToggle=${onToggle} onTerms=${onTerms} priceFields=${priceFields.get(product.id)} onPrices=${onPrices} />`,
        )}
      </tbody>
    </table>`
}
