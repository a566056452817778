/** The dialog that asks before a page is left with something that is not saved. */

import { Button } from '../../ui/components/button.js'
import { Component, html } from '../../ui/html.js'

/** @typedef {{ app: import('../app.js').App, losses: string[] }} LeaveProps `losses`: what would be lost, in words */

/** The dialog, open while it is drawn. Its first button, which has the focus, stays. @extends {Component<LeaveProps>} */
export class LeaveDialog extends Component {
  /** @type {{ current: HTMLDialogElement | null }} */
  dialog = { current: null }

  /** @override */
  componentDidMount() {
    this.dialog.current?.showModal()
  }

  /** @override */
  render() {
    const { app, losses } = this.props
    const { leave: t } = app.texts()
    const leave = () => {
      this.dialog.current?.close()
      app.leaveAnyway()
    }
    return html`
      <dialog class="dialog" ref=${this.dialog} aria-labelledby="leave-title" aria-describedby="leave-text" onClose=${app.stay}>
        <div class="dialog-text">
          <h2 id="leave-title">${t.title}</h2>
          <div id="leave-text">
            <p>${t.lost}</p>
            <ul class="bullets">${losses.map(text => html`<li key=${text} dir="auto">${text}</li>`)}</ul>
          </div>
          <div class="actions">
            <${Button} look="main" onClick=${() => this.dialog.current?.close()}>${t.stay}<//>
            <${Button} look="danger" onClick=${leave}>${t.leave}<//>
          </div>
        </div>
      </dialog>`
  }
}
