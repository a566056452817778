/** The rows of a product: its own, and one of each variant while they are unfolded. Rows without a change are not drawn again. */

import { Icon } from '../../../ui/components/icon.js'
import { Picture } from '../../../ui/components/picture.js'
import { numberText } from '../../../ui/format/money.js'
import { Component, html } from '../../../ui/html.js'
import { pictureUrl } from '../../format/picture-url.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'
import { BackorderCell, PriceCell, SaleCell, SalePrice, StockCell } from './item-cells.js'
import { lowestOf } from './lowest-item.js'
import { TermFields, TermsCell } from './product-terms.js'
import { TierPriceFields, TierPriceNote } from './tier-prices.js'

/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Item} Item */

/**
 * @typedef {object} RowProps
 * @property {import('../../app.js').App} app
 * @property {string} language
 * @property {Product} product
 * @property {import('./product-edits.js').ProductEdits | undefined} edits
 * @property {Record<number, import('./product-edits.js').FieldErrors> | undefined} errors
 * @property {boolean} isOpen
 * @property {boolean} hasTermFields whether brand, categories and tags are fields
 * @property {ReadonlySet<number> | undefined} priceFields items whose prices by quantity are fields, by the id of the variant; 0 is the product
 * @property {boolean} isEditable
 * @property {(product: Product, variantId: number, edit: import('./product-edits.js').Edit) => void} onEdit
 * @property {(id: number) => void} onToggle
 * @property {(id: number, variantId: number) => void} onPrices shows or hides the fields of prices by quantity
 * @property {(id: number) => void} onTerms shows or hides the fields of brand, categories and tags
 */

/** The rows. @extends {Component<RowProps>} */
export class ProductRow extends Component {
  /** @override @param {RowProps} next */
  shouldComponentUpdate(next) {
    const names = /** @type {(keyof RowProps)[]} */ (Object.keys(next))
    return names.some(name => next[name] !== this.props[name])
  }

  /** @override */
  render() {
    const { product, isOpen, hasTermFields } = this.props
    return html`
      ${this.row(product, 0)}
      ${hasTermFields && this.terms(product)}
      ${isOpen && product.variants.map(variant => this.row(variant, variant.id))}`
  }

  /** @param {Item} item @param {number} variantId 0 for the product */
  row(item, variantId) {
    const { app, product, edits, errors, onEdit, isEditable, onPrices } = this.props
    const { columns, inVariants } = app.texts().products
    const id = variantId === 0 ? `p${product.id}` : `p${product.id}-v${variantId}`
    const onItem = (/** @type {import('./product-edits.js').Edit} */ edit) => onEdit(product, variantId, edit)
    const cell = {
      app,
      item,
      name: variantId === 0 ? item.name : `${product.name}, ${item.name}`,
      id,
      edit: edits?.[variantId] ?? {},
      errors: errors?.[variantId] ?? {},
      onEdit: onItem,
      isEditable,
    }
    const hasVariants = variantId === 0 && product.variants.length > 0
    return html`
      <tr key=${id} role="row" class=${variantId === 0 ? 'product' : 'variant'}>
        <th role="rowheader" scope="row">${variantId === 0 ? this.name(product) : html`<${VariantName} app=${app} item=${item} />`}</th>
        <td role="cell" data-label=${columns.price}>
          <div class="price-cell">
            <${PriceCell} ...${cell} product=${product} />
            <${SalePrice} app=${app} item=${item} product=${product} isEditable=${isEditable} />
            <${TierPriceNote} app=${app} item=${item} unit=${product.stockUnit} name=${cell.name} isEditable=${isEditable} isOpen=${this.hasPriceFields(variantId)}
              onToggle=${() => onPrices(product.id, variantId)} />
          </div>
        </td>
        <td role="cell" data-label=${columns.stock}>
          ${hasVariants ? (lowestText(app, product) ?? html`<span class="hint">${inVariants}</span>`) : html`<${StockCell} ...${cell} unit=${product.stockUnit} />`}
        </td>
        <td role="cell" data-label=${columns.onSale}><${SaleCell} ...${cell} /></td>
        <td role="cell" data-label=${columns.backorder}><${BackorderCell} ...${cell} isVariant=${variantId !== 0} /></td>
      </tr>
      ${this.hasPriceFields(variantId) && html`<${PriceFieldsRow} key=${`${id}-prices`} ...${cell} isVariant=${variantId !== 0} onClose=${() => onPrices(product.id, variantId)} />`}`
  }

  /** @param {number} variantId */
  hasPriceFields(variantId) {
    return this.props.priceFields?.has(variantId) ?? false
  }

  /** @param {Product} product */
  termsCell(product) {
    const { app, isEditable, hasTermFields, onTerms } = this.props
    return html`
      <${TermsCell} app=${app} product=${product} isEditable=${isEditable} isOpen=${hasTermFields} onToggle=${() => onTerms(product.id)} />`
  }

  /** @param {Product} product */
  terms(product) {
    const { app, edits, errors, onEdit, onTerms } = this.props
    const onProduct = (/** @type {import('./product-edits.js').Edit} */ edit) => onEdit(product, 0, edit)
    return html`
      <tr key=${`p${product.id}-terms`} role="row" class="terms-row">
        <td role="cell" colspan="5">
          <${TermFields} app=${app} product=${product} edit=${edits?.[0] ?? {}} errors=${errors?.[0] ?? {}} onEdit=${onProduct}
            onClose=${() => onTerms(product.id)} />
        </td>
      </tr>`
  }

  /** @param {Product} product */
  name(product) {
    const { app, isOpen, onToggle } = this.props
    const t = app.texts()
    const { length } = product.variants
    return html`
      <span class="product-name">
        <${Picture} url=${pictureUrl(product.image, app.session().shop)} width=${56} />
        <span>
          <${ItemName} item=${product} page=${app.can('events:read') ? path`/office/products/${product.id}` : null} />
          ${this.termsCell(product)}
          ${
            length > 0 &&
            html`
            <button type="button" class="fold" aria-expanded=${String(isOpen)} onClick=${() => onToggle(product.id)}>
              <${Icon} name=${isOpen ? 'down' : 'next'} /><span aria-hidden="true">${t.products.variants(String(length))}</span>
              <span class="visually-hidden">${t.products.variantsOf(product.name)}</span>
            </button>`
          }
        </span>
      </span>`
  }
}

/** The variant that has the least, and its stock. @param {import('../../app.js').App} app @param {Product} product */
function lowestText(app, product) {
  const { locale, products } = app.texts()
  const { variant, stock } = lowestOf(product)
  return (
    variant &&
    html`<span class="number">${numberText(stock, locale)}</span> <small class="hint">${products.least} <${UserText} text=${variant} /></small>`
  )
}

/** @param {any} fields */
function PriceFieldsRow(fields) {
  return html`<tr role="row" class="terms-row"><td role="cell" colspan="5"><${TierPriceFields} ...${fields} /></td></tr>`
}

/** The name of a variant, beside its own picture. @param {{ app: import('../../app.js').App, item: Item }} props */
function VariantName({ app, item }) {
  const name = html`<${ItemName} item=${item} />`
  if (item.image === null) return name
  return html`
    <span class="product-name">
      <${Picture} url=${pictureUrl(item.image, app.session().shop)} width=${40} />
      <span>${name}</span>
    </span>`
}

/** @param {{ item: Item, page?: string | null }} props `page`: where its history is */
function ItemName({ item, page = null }) {
  const number = html`<span class="number">#${item.id}</span>`
  return html`
    <${UserText} text=${item.name} />
    <small class="codes">${item.sku && html`<${UserText} text=${item.sku} /> · `}${page ? html`<a href=${page}>${number}</a>` : number}</small>`
}
