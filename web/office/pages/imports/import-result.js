/** What an import has changed, or would change after a trial. */

import { Button, ButtonLink } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Table } from '../../ui/table.js'
import { UserText } from '../../ui/user-text.js'
import { causeText, placeText } from './causes.js'
import { OffSale } from './off-sale.js'
import { PriceChanges } from './price-changes.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./causes.js').Finding} Finding */

/** The report. @param {{ app: App, report: any, onImport: () => void }} props `report`: `data` of the API's answer */
export function ImportResult({ app, report, onImport }) {
  const { files, withdrawn, offSale, priceChanges, warnings, dryRun: isTrial } = report
  const { locale, imports: t } = app.texts()
  const sections = files.flatMap((/** @type {any} */ file) => file.sections)
  const skipped = files.flatMap((/** @type {any} */ file) => file.skipped)
  const skippedTotal = files.reduce((/** @type {number} */ sum, /** @type {any} */ file) => sum + file.skippedTotal, 0)
  const gone = withdrawn.products + withdrawn.variants
  const products = html`<${ButtonLink} href="/office/products" icon="product">${app.texts().products.title}<//>`
  return html`
    <${Card} title=${isTrial ? t.trial : t.result} beside=${isTrial ? null : products}>
      <p class=${isTrial ? 'alert' : 'alert good'} role="status"><${Icon} name="check" /><span>${isTrial ? t.tried : t.imported}</span></p>
      <p>${t.takenFor} <b>${files.map((/** @type {any} */ { format }) => t.formats[format] ?? format).join(', ')}</b></p>
      ${sections.length > 0 && html`<${Sections} app=${app} sections=${sections} />`}
      ${isTrial ? html`<${OffSale} app=${app} offSale=${offSale} />` : null}
      ${!isTrial && gone > 0 && html`<p>${t.withdrawn(numberText(withdrawn.products, locale), numberText(withdrawn.variants, locale))}</p>`}
      ${isTrial && html`<${PriceChanges} app=${app} changes=${priceChanges} />`}
      <${Findings} app=${app} title=${t.warnings} findings=${warnings} total=${countOf(warnings)} isOpen=${isTrial} />
      <${Findings} app=${app} title=${t.skipped} findings=${skipped} total=${skippedTotal} isOpen=${isTrial} />
      ${isTrial && html`<div class="actions"><${Button} look="main" icon="upload" onClick=${onImport}>${t.start}<//></div>`}
    <//>`
}

/** @param {Finding[]} findings */
function countOf(findings) {
  return findings.reduce((sum, { count }) => sum + count, 0)
}

/** @param {{ app: App, sections: { section: string, created: number, updated: number, unchanged: number }[] }} props */
function Sections({ app, sections }) {
  const { locale, imports: t } = app.texts()
  const count = (/** @type {'created' | 'updated' | 'unchanged'} */ what) => ({
    title: t[what],
    kind: /** @type {const} */ ('number'),
    cell: (/** @type {any} */ section) => numberText(section[what], locale),
  })
  const columns = [
    { title: t.section, cell: (/** @type {any} */ { section }) => t.sections[section] ?? section },
    ...[count('created'), count('updated'), count('unchanged')],
  ]
  return html`<${Table} label=${t.result} columns=${columns} rows=${sections} keyOf=${(/** @type {any} */ { section }) => section} />`
}

/** @param {{ app: App, title: string, findings: Finding[], total: number, isOpen: boolean }} props */
function Findings({ app, title, findings, total, isOpen }) {
  if (findings.length === 0) return null
  const { locale } = app.texts()
  return html`
    <details class="findings" open=${isOpen}>
      <summary>${title}: ${numberText(total, locale)}</summary>
      <ul class="bullets">
        ${findings.map(
          (finding, index) => html`
            <li key=${index}>
              <${UserText} text=${placeText(app.texts(), finding)} />: <${UserText} text=${causeText(app.texts(), finding)} />
            </li>`,
        )}
      </ul>
    </details>`
}
