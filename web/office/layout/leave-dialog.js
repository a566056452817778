/** The dialog that asks before a page is left with something that is not saved, or during an import. */

import { Button } from '../../ui/components/button.js'
import { Component, html } from '../../ui/html.js'
import { shortText } from '../format/short-text.js'

/** @typedef {{ app: import('../app.js').App, leaving: NonNullable<import('../app.js').State['leaving']> }} LeaveProps */

/** The dialog, open while it is drawn. Its first button, which has the focus, stays. @extends {Component<LeaveProps>} */
export class LeaveDialog extends Component {
  /** @type {{ current: HTMLDialogElement | null }} */
  dialog = { current: null }

  /** @override */
  componentDidMount() {
    this.dialog.current?.showModal()
  }

  /** Another way out was tried meanwhile. @override */
  componentDidUpdate() {
    if (!this.dialog.current?.open) this.dialog.current?.showModal()
  }

  /** @override */
  render() {
    const { app, leaving } = this.props
    const { leave: t } = app.texts()
    const { losses, imports } = leaving
    const isImport = losses.length === 0
    // The browser tells of the end of a dialog later, when another one may be open.
    const closed = () => app.state.leaving === leaving && app.stay()
    const answering = (/** @type {() => void} */ answer) => () => {
      this.dialog.current?.close()
      answer()
    }
    return html`
      <dialog class="dialog" ref=${this.dialog} aria-labelledby="leave-title" aria-describedby="leave-text" onClose=${closed}>
        <div class="dialog-text">
          <h2 id="leave-title">${isImport ? t.importTitle : t.title}</h2>
          <div id="leave-text">
            ${!isImport && html`<p>${t.lost}</p>`}
            ${!isImport && html`<ul class="bullets">${losses.map(text => html`<li key=${text} dir="auto">${text}</li>`)}</ul>`}
            ${imports.map((name, at) => html`<p key=${at} dir="auto">${t.importRuns(shortText(name))}</p>`)}
          </div>
          <div class="actions">
            <${Button} look="main" onClick=${answering(app.stay)}>${t.stay}<//>
            <${Button} look="danger" onClick=${answering(app.leaveAnyway)}>${isImport ? t.leaveImport : t.leave}<//>
          </div>
        </div>
      </dialog>`
  }
}
