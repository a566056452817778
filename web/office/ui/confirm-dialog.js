/** A dialog that asks before something is done that cannot be undone. */

import { Button } from '../../ui/components/button.js'
import { Component, html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { problemText } from '../problems.js'

/**
 * @typedef {object} ConfirmProps
 * @property {import('../app.js').App} app
 * @property {string} title
 * @property {import('../../ui/html.js').Children} children what happens
 * @property {string} action what the button says
 * @property {string} [word] that must be typed before; without one the button suffices
 * @property {() => Promise<void>} onConfirm a `Problem` that it throws is shown in the dialog
 * @property {() => void} onClose
 */

/** The dialog, open while it is drawn. The browser gives it the focus, and gives it back. @extends {Component<ConfirmProps, { error: string | null, isBusy: boolean }>} */
export class ConfirmDialog extends Component {
  /** @type {{ current: HTMLDialogElement | null }} */
  dialog = { current: null }
  /** @override */
  state = { error: /** @type {string | null} */ (null), isBusy: false }

  /** @override */
  componentDidMount() {
    this.dialog.current?.showModal()
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  confirm = async event => {
    event.preventDefault()
    const { app, word, onConfirm } = this.props
    const t = app.texts()
    const typed = String(new FormData(event.currentTarget).get('word') ?? '').trim()
    if (word !== undefined && typed !== word) return this.setState({ error: t.confirm.mismatch(word) })
    this.setState({ isBusy: true, error: null })
    try {
      await onConfirm()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.setState({ isBusy: false, error: problemText(error, t) })
    }
  }

  /** @override */
  render() {
    const { app, title, children, action, word, onClose } = this.props
    const t = app.texts()
    const { error, isBusy } = this.state
    return html`
      <dialog class="dialog" ref=${this.dialog} aria-labelledby="dialog-title" onClose=${onClose}>
        <form noValidate onInput=${() => error && this.setState({ error: null })} onSubmit=${this.confirm}>
          <h2 id="dialog-title">${title}</h2>
          <div class="dialog-text">${children}</div>
          ${word !== undefined && html`<${Word} t=${t} word=${word} error=${error} />`}
          ${word === undefined && html`<p class="field-error" role="alert">${error}</p>`}
          <div class="actions">
            <${Button} type="submit" look="danger" isBusy=${isBusy}>${action}<//>
            <${Button} onClick=${() => this.dialog.current?.close()}>${t.cancel}<//>
          </div>
        </form>
      </dialog>`
  }
}

/** @param {{ t: import('../texts/texts.js').Texts, word: string, error: string | null }} props */
function Word({ t, word, error }) {
  return html`
    <div class="field">
      <label for="confirm-word">${t.confirm.type} <code><bdi>${word}</bdi></code></label>
      <input id="confirm-word" name="word" autocomplete="off" spellcheck=${false} aria-describedby="confirm-error" aria-invalid=${error ? 'true' : null} />
      <p class="field-error" id="confirm-error" role="alert">${error}</p>
    </div>`
}
