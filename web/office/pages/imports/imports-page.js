/** Imports a file: chooses it, shows in a trial what would change or what is wrong, and imports it then. */

import { numberText } from '../../../ui/format/money.js'
import { Component, html } from '../../../ui/html.js'
import { shortText } from '../../format/short-text.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { PageTitle } from '../../ui/page-title.js'
import { Unsaved } from '../../ui/unsaved.js'
import { queryOf } from '../../url.js'
import { ChangeHistory } from '../history/change-history.js'
import { columnsQuery } from './columns-query.js'
import { ImportForm } from './import-form.js'
import { ImportProgress } from './import-progress.js'
import { ImportRefused, refusedText } from './import-refused.js'
import { ImportResult } from './import-result.js'
import { MapColumns } from './map-columns.js'
import { OffSale } from './off-sale.js'
import { Refused, upload } from './upload.js'

/** @typedef {import('./import-form.js').Choice} Choice */

/**
 * @typedef {object} ImportState
 * @property {Choice} choice
 * @property {string[]} columns headings of the file that do not tell what it is, or are not read
 * @property {Record<string, string>} mapping fields of columns, which are kept for a corrected file
 * @property {boolean} isMapped whether the mapping is for the file
 * @property {boolean} isAsking whether what goes off sale, or the prices, are to be confirmed
 * @property {{ part: number, cancel: () => void, isTrial: boolean } | null} sending
 * @property {any} report of the import or its trial
 * @property {Refused | null} refused
 */

/** The page. @extends {Component<import('../../app.js').PageProps, ImportState>} */
export class Page extends Component {
  isGone = false
  /** The import that runs. @type {import('../../running-imports.js').RunningImport | null} */
  running = null
  /** @override @type {ImportState} */
  state = {
    choice: { file: null, vatRate: '', withdraws: false, newIds: false },
    ...{ columns: [], mapping: {}, isMapped: false, isAsking: false, sending: null, report: null, refused: null },
  }

  /** @override */
  componentWillUnmount() {
    const { sending } = this.state
    this.isGone = true
    if (this.running !== null) this.props.app.imports.leave(this.running)
    else sending?.cancel()
  }

  /** A trial is of the choice that it was made with. @param {Partial<Choice>} changes */
  choose = changes => {
    const next = { choice: { ...this.state.choice, ...changes }, report: null, refused: null }
    this.setState(
      { ...next, ...(changes.file && { columns: [], isMapped: false }) },
      () => changes.file && this.send(true),
    )
  }

  /** @param {Record<string, string>} mapping */
  map = mapping => {
    this.setState({ mapping, isMapped: true }, () => this.send(true))
  }

  start = () => {
    const { choice, report } = this.state
    if (choice.withdraws || report?.offSale?.count > 0 || report?.priceChanges?.above50 > 0)
      this.setState({ isAsking: true })
    else this.send(false)
  }

  /** Sends the file. @param {boolean} isTrial whether nothing is to be changed */
  send = async isTrial => {
    const { choice, mapping, isMapped, sending } = this.state
    if (!choice.file || sending) return
    const onProgress = (/** @type {number} */ part) => this.setState({ sending: { part, cancel, isTrial } })
    const query = queryFor(choice, isMapped ? mapping : {}, isTrial)
    const { answer, cancel } = upload(choice.file, {
      ...{ type: mediaTypeOf(choice.file), query, onProgress },
      headers: this.props.app.api.actorHeaders(),
    })
    this.setState({ isAsking: false, report: null, refused: null, sending: { part: 0, cancel, isTrial } })
    if (!isTrial) this.running = this.props.app.imports.begin(choice.file.name)
    try {
      const { data } = await answer
      this.tell(data)
      this.end({ ...(isTrial ? { columns: this.columnsOf(data) } : this.afterImport()), report: data })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      error.isUnsure = !isTrial && error.status >= 500 && error.retryAfter === null
      this.tell(error)
      if (error.status === 401) this.props.app.signInAgain()
      this.end({ refused: error, ...(error.columns.length > 0 && { columns: error.columns }) })
    }
  }

  /** A file that is being imported is no loss: the question about it is another one. */
  lost = () => {
    const { file } = this.state.choice
    return file && this.running === null ? [this.props.app.texts().leave.file(file.name)] : []
  }

  /** The import has ended: a message says how where its page is gone. @param {any} outcome its report, or the refusal */
  tell(outcome) {
    const { app } = this.props
    const { running } = this
    if (running === null) return
    this.running = null
    app.imports.end(running)
    if (this.isGone) app.notify(endedNotice(app, running.file, outcome))
  }

  /** Headings that are not read, and those that have been shown: a choice can be changed. @param {any} report @returns {string[]} */
  columnsOf = ({ warnings }) => {
    const unread = warnings.flatMap((/** @type {any} */ { columns = [] }) => columns)
    return [...new Set([...this.state.columns, ...unread])]
  }

  /** The next file is another one. @returns {Partial<ImportState>} */
  afterImport = () => ({
    choice: { ...this.state.choice, file: null, withdraws: false },
    ...{ columns: [], mapping: {}, isMapped: false },
  })

  /** @param {Partial<ImportState>} changes */
  end = changes => {
    if (!this.isGone) this.setState({ ...changes, sending: null })
  }

  /** @override */
  render() {
    const { app } = this.props
    const { choice, columns, mapping, isAsking, sending, report, refused } = this.state
    const t = app.texts().imports
    return html`
      <${Unsaved} app=${app} lost=${this.lost} />
      <${PageTitle} app=${app} title=${t.title} lead=${t.lead} />
      <${Card} title=${t.file}>
        <${ImportForm} app=${app} choice=${choice} isTable=${choice.file !== null && mediaTypeOf(choice.file) !== JSON_TYPE}
          isBusy=${sending !== null} onChoose=${this.choose} onTry=${() => this.send(true)} />
      <//>
      ${
        !sending &&
        app.imports
          .all()
          .map((name, at) => html`<p key=${at} class="card" role="status" dir="auto">${t.goesOn(shortText(name))}</p>`)
      }
      ${sending && html`<${ImportProgress} app=${app} part=${sending.part} onCancel=${sending.cancel} />`}
      ${refused && html`<${ImportRefused} app=${app} refused=${refused} onAgain=${() => this.send(true)} />`}
      ${columns.length > 0 && html`<${MapColumns} key=${columns.join('\n')} app=${app} columns=${columns} mapping=${mapping} onMap=${this.map} />`}
      ${report && html`<${ImportResult} app=${app} report=${report} onImport=${this.start} />`}
      ${isAsking && html`<${Ask} app=${app} report=${report} withdraws=${choice.withdraws} onConfirm=${() => this.send(false)} onClose=${() => this.setState({ isAsking: false })} />`}
      <${ChangeHistory} app=${app} target="shop" title=${app.texts().history.ofSettings} />`
  }
}

/** How an import has ended whose page is gone. @param {import('../../app.js').App} app @param {string} name @param {any} outcome @returns {import('../../app.js').Notice} */
function endedNotice(app, name, outcome) {
  const t = app.texts().imports
  if (!(outcome instanceof Refused)) return { kind: 'good', text: t.endedWell(shortText(name)) }
  const why = refusedText(app, outcome)
  return { kind: 'bad', text: outcome.isUnsure ? `${shortText(name)}: ${why}` : t.endedRefused(shortText(name), why) }
}

/** @param {Choice} choice @param {Record<string, string>} mapping @param {boolean} isTrial */
function queryFor({ file, vatRate, withdraws, newIds }, mapping, isTrial) {
  const isTable = file !== null && mediaTypeOf(file) !== JSON_TYPE
  return queryOf({
    vatRate: isTable ? vatRate.replace(',', '.') : '',
    newIds: isTable && newIds ? 'true' : '',
    columns: columnsQuery(mapping),
    withdrawMissing: withdraws ? 'products' : '',
    dryRun: isTrial ? 'true' : '',
  })
}

/**
 * Asks before products go off sale, whatever the reason, for which a word is typed, and before prices change by much.
 * @param {{ app: import('../../app.js').App, report: any, withdraws: boolean, onConfirm: () => Promise<void>, onClose: () => void }} props
 */
function Ask({ app, report, withdraws, onConfirm, onClose }) {
  const { imports: t, asks, locale } = app.texts()
  const confirm = async () => void onConfirm()
  const above50 = report?.priceChanges?.above50 ?? 0
  const offSale = report?.offSale ?? { count: 0, first: [] }
  const takesOff = withdraws || offSale.count > 0
  return html`
    <${ConfirmDialog} app=${app} title=${withdraws ? t.askTitle : asks.importTitle} action=${t.start} word=${takesOff ? t.askWord : undefined}
      onConfirm=${confirm} onClose=${onClose}>
      ${takesOff && html`<p>${t.ask}</p>`}
      <${OffSale} app=${app} offSale=${offSale} />
      ${above50 > 0 && html`<p>${t.largePrices(numberText(above50, locale))}</p>`}
      <p>${asks.final}</p>
    <//>`
}

const JSON_TYPE = 'application/json'
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The media type by which the API reads a file: anything but a shop file and a workbook is tried as CSV. @param {File} file */
function mediaTypeOf({ name, type }) {
  if (/\.json$/i.test(name) || type === JSON_TYPE) return JSON_TYPE
  return /\.xlsx$/i.test(name) || type === WORKBOOK_TYPE ? WORKBOOK_TYPE : 'text/csv'
}
