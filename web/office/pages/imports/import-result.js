/** What an import has changed. */

import { ButtonLink } from '../../../ui/components/button.js'
import { Icon } from '../../../ui/components/icon.js'
import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Table } from '../../ui/table.js'
import { UserText } from '../../ui/user-text.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ at: string, message: string }} Finding */

/** The report. @param {{ app: App, report: any }} props `report`: `data` of the API's answer */
export function ImportResult({ app, report: { files, withdrawn, warnings, warningsTotal } }) {
  const { locale, imports: t } = app.texts()
  const sections = files.flatMap((/** @type {any} */ file) => file.sections)
  const skipped = files.flatMap((/** @type {any} */ file) => file.skipped)
  const skippedTotal = files.reduce((/** @type {number} */ sum, /** @type {any} */ file) => sum + file.skippedTotal, 0)
  const gone = withdrawn.products + withdrawn.variants
  return html`
    <${Card} title=${t.result} beside=${html`<${ButtonLink} href="/office/products" icon="product">${app.texts().products.title}<//>`}>
      <p class="alert good" role="status"><${Icon} name="check" /><span>${t.imported}</span></p>
      ${sections.length > 0 && html`<${Sections} app=${app} sections=${sections} />`}
      ${gone > 0 && html`<p>${t.withdrawn(numberText(withdrawn.products, locale), numberText(withdrawn.variants, locale))}</p>`}
      <${Findings} app=${app} title=${t.warnings} findings=${warnings} total=${warningsTotal} />
      <${Findings} app=${app} title=${t.skipped} findings=${skipped} total=${skippedTotal} />
    <//>`
}

/** @param {{ app: App, sections: { section: string, created: number, updated: number }[] }} props */
function Sections({ app, sections }) {
  const { locale, imports: t } = app.texts()
  const columns = [
    { title: t.section, cell: (/** @type {any} */ { section }) => t.sections[section] ?? section },
    {
      title: t.created,
      kind: /** @type {const} */ ('number'),
      cell: (/** @type {any} */ { created }) => numberText(created, locale),
    },
    {
      title: t.updated,
      kind: /** @type {const} */ ('number'),
      cell: (/** @type {any} */ { updated }) => numberText(updated, locale),
    },
  ]
  return html`<${Table} label=${t.result} columns=${columns} rows=${sections} keyOf=${(/** @type {any} */ { section }) => section} />`
}

/** @param {{ app: App, title: string, findings: Finding[], total: number }} props */
function Findings({ app, title, findings, total }) {
  if (total === 0) return null
  const { locale, imports: t } = app.texts()
  const count =
    total > findings.length
      ? t.firstOf(numberText(findings.length, locale), numberText(total, locale))
      : numberText(total, locale)
  return html`
    <details class="findings">
      <summary>${title}: ${count}</summary>
      <ul class="bullets">
        ${findings.map(({ at, message }, index) => html`<li key=${index}><${UserText} text=${`${at} ${message}`.trim()} /></li>`)}
      </ul>
    </details>`
}
