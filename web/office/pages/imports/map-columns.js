/** Says what the columns of a table are whose headings Sepet does not know. */

import { Button } from '../../../ui/components/button.js'
import { html } from '../../../ui/html.js'
import { stateful } from '../../stateful.js'
import { Card } from '../../ui/card.js'
import { UserText } from '../../ui/user-text.js'

/** Fields of a sheet that updates products; the first two tell which. */
const PRODUCT_FIELDS = ['sku', 'id', 'name', 'price', 'salePrice', 'saleStartsAt', 'saleEndsAt', 'stock', 'stockChange']
/** Further fields of products. */
const MORE_PRODUCT_FIELDS = ['vatRate', 'onSale', 'backorder']
/** Fields of a customer list; the first two tell which. */
const CUSTOMER_FIELDS = [
  'email',
  'externalId',
  'surname',
  'company',
  'mobilePhone',
  'businessPhone',
  'address',
  'cityCode',
]

/** Fields that a column can be. */
export const COLUMN_FIELDS = [...PRODUCT_FIELDS, ...MORE_PRODUCT_FIELDS, ...CUSTOMER_FIELDS]

/**
 * @typedef {object} MapProps
 * @property {import('../../app.js').App} app
 * @property {string[]} columns headings of the file
 * @property {Record<string, string>} mapping
 * @property {(mapping: Record<string, string>) => void} onMap
 */

/** The form: one choice per column. */
export const MapColumns = stateful(
  (/** @type {MapProps} */ { mapping }) => ({ chosen: mapping }),
  ({ app, columns, onMap }, { chosen }, set) => {
    const t = app.texts().imports
    /** @param {SubmitEvent} event */
    const submit = event => {
      event.preventDefault()
      onMap(Object.fromEntries(Object.entries(chosen).filter(([heading]) => columns.includes(heading))))
    }
    /** @param {string} heading @param {Event & { currentTarget: HTMLSelectElement }} event */
    const choose = (heading, { currentTarget }) => set({ chosen: { ...chosen, [heading]: currentTarget.value } })
    return html`
      <${Card} title=${t.columns}>
        <p>${t.columnsHint}</p>
        <form class="form columns" noValidate onSubmit=${submit}>
          ${columns.map(
            (heading, at) => html`
              <div class="field" key=${heading}>
                <label for=${`column-${at}`}><${UserText} text=${heading} /></label>
                <select id=${`column-${at}`} value=${chosen[heading] ?? ''}
                  onChange=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => choose(heading, event)}>
                  <option value="">${t.ignored}</option>
                  ${COLUMN_FIELDS.map(field => html`<option key=${field} value=${field}>${t.fields[field] ?? field}</option>`)}
                </select>
              </div>`,
          )}
          <div class="actions"><${Button} type="submit" look="main">${t.try}<//></div>
        </form>
      <//>`
  },
)
