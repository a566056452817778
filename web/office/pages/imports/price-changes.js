/** The largest changes of prices by an import. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Load } from '../../ui/load.js'
import { Table } from '../../ui/table.js'
import { ItemLink, keyOf } from './off-sale.js'
import { withNames } from './with-names.js'

/** @typedef {import('./off-sale.js').Item & { from: string, to: string, percent: number | null }} PriceChange */

/** The table, or nothing. @param {{ app: import('../../app.js').App, changes: { largest: PriceChange[], above50: number } }} props */
export function PriceChanges({ app, changes: { largest, above50 } }) {
  if (largest.length === 0) return null
  const { locale, imports: t } = app.texts()
  const amount = (/** @type {string} */ text) => amountText(text, app.session().shop, locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' })
  const number = /** @type {const} */ ('number')
  /** @type {import('../../ui/table.js').Column<PriceChange>[]} */
  const columns = [
    { title: t.item, cell: (/** @type {PriceChange} */ item) => html`<${ItemLink} app=${app} item=${item} />` },
    { title: t.priceBefore, kind: number, cell: (/** @type {PriceChange} */ { from }) => amount(from) },
    { title: t.priceAfter, kind: number, cell: (/** @type {PriceChange} */ { to }) => amount(to) },
    {
      title: t.change,
      kind: number,
      cell: (/** @type {PriceChange} */ { percent }) => (percent === null ? '–' : share.format(percent / 100)),
    },
  ]
  const table = (/** @type {PriceChange[]} */ rows) =>
    html`<${Table} label=${t.priceChanges} columns=${columns} rows=${rows} keyOf=${keyOf} />`
  return html`
    <h3>${t.priceChanges}</h3>
    ${above50 > 0 && html`<p class="alert">${t.largePrices(numberText(above50, locale))}</p>`}
    <${Load} app=${app} from=${() => withNames(app, largest)} show=${table} failed=${() => table(largest)} loading=${table(largest)} />`
}
