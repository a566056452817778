/** Imports a file: chooses it, says what it would withdraw, sends it, and shows what has changed or what is wrong. */

import { Component, html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { PageTitle } from '../../ui/page-title.js'
import { queryOf } from '../../url.js'
import { ImportForm } from './import-form.js'
import { ImportProgress } from './import-progress.js'
import { ImportRefused } from './import-refused.js'
import { ImportResult } from './import-result.js'
import { Refused, upload } from './upload.js'
import { Withdrawal } from './withdrawal.js'

/** @typedef {import('./import-form.js').Choice} Choice */

/**
 * @typedef {object} ImportState
 * @property {Choice} choice
 * @property {boolean} isAsking whether the withdrawal is to be confirmed
 * @property {{ part: number, cancel: () => void } | null} sending
 * @property {any} report of the import
 * @property {Refused | null} refused
 */

/** The page. @extends {Component<import('../../app.js').PageProps, ImportState>} */
export class Page extends Component {
  isGone = false
  /** @override @type {ImportState} */
  state = {
    choice: { file: null, vatRate: '', withdraws: false },
    ...{ isAsking: false, sending: null, report: null, refused: null },
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  /** @param {Partial<Choice>} changes */
  choose = changes => this.setState({ choice: { ...this.state.choice, ...changes }, report: null, refused: null })

  start = () => (this.state.choice.withdraws ? this.setState({ isAsking: true }) : this.send())

  send = async () => {
    const { file, vatRate, withdraws } = this.state.choice
    if (!file || this.state.sending) return
    const isTable = isCsv(file)
    const query = queryOf({
      vatRate: isTable ? vatRate.replace(',', '.') : '',
      withdrawMissing: withdraws ? 'products' : '',
    })
    const onProgress = (/** @type {number} */ part) => this.setState({ sending: { part, cancel } })
    const { answer, cancel } = upload(file, { type: isTable ? 'text/csv' : 'application/json', query, onProgress })
    this.setState({ isAsking: false, report: null, refused: null, sending: { part: 0, cancel } })
    try {
      const { data } = await answer
      this.end({ report: data, choice: { ...this.state.choice, file: null, withdraws: false } })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status === 401) this.props.app.signInAgain()
      this.end({ refused: error })
    }
  }

  /** @param {Partial<ImportState>} changes */
  end = changes => {
    if (!this.isGone) this.setState({ ...changes, sending: null })
  }

  /** @override */
  render() {
    const { app } = this.props
    const { choice, isAsking, sending, report, refused } = this.state
    const t = app.texts().imports
    return html`
      <${PageTitle} app=${app} title=${t.title} lead=${t.lead} />
      <${Card} title=${t.file}>
        <${ImportForm} app=${app} choice=${choice} isTable=${choice.file !== null && isCsv(choice.file)} isBusy=${sending !== null}
          onChoose=${this.choose} onStart=${this.start} />
      <//>
      ${sending && html`<${ImportProgress} app=${app} part=${sending.part} onCancel=${sending.cancel} />`}
      ${refused && html`<${ImportRefused} app=${app} refused=${refused} onAgain=${this.start} />`}
      ${report && html`<${ImportResult} app=${app} report=${report} />`}
      ${isAsking && html`<${Ask} app=${app} choice=${choice} onConfirm=${this.send} onClose=${() => this.setState({ isAsking: false })} />`}`
  }
}

/** Asks before products go off sale. @param {{ app: import('../../app.js').App, choice: Choice, onConfirm: () => Promise<void>, onClose: () => void }} props */
function Ask({ app, choice: { file }, onConfirm, onClose }) {
  const t = app.texts().imports
  if (!file) return null
  const confirm = async () => void onConfirm()
  return html`
    <${ConfirmDialog} app=${app} title=${t.askTitle} action=${t.start} word=${t.askWord} onConfirm=${confirm} onClose=${onClose}>
      <p>${t.ask}</p>
      <${Withdrawal} app=${app} file=${file} isTable=${isCsv(file)} />
    <//>`
}

/** Whether a file is a CSV file; any other is taken for a shop file. @param {File} file */
function isCsv({ name, type }) {
  return /\.csv$/i.test(name) || type === 'text/csv'
}
