/** A field for one brand, category or tag, which offers what products have. */

import { Component, html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { countText, findTerms } from './pick-sources.js'

/**
 * @typedef {object} TermInputProps
 * @property {import('../../app.js').App} app
 * @property {import('./pick-sources.js').TermKind} kind
 * @property {string} id
 * @property {string} [name] of the field in its form
 * @property {string} label
 * @property {string} value at first
 * @property {string | null} [error]
 * @property {(text: string) => void} [onInput]
 */

/** @typedef {{ typed: string, terms: import('./pick-sources.js').Term[] }} TermInputState */

/** Time without a change after which the offers are read, in milliseconds. */
const PAUSE_MS = 250

/** The field. @extends {Component<TermInputProps, TermInputState>} */
export class TermInput extends Component {
  /** @override @type {TermInputState} */
  state = { typed: this.props.value, terms: [] }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined
  /** Number of the last search: an answer to an earlier one is dropped. */
  turn = 0

  /** A value that was put back is shown. @override @param {TermInputProps} before */
  componentDidUpdate({ value: before }) {
    const { value } = this.props
    if (value !== before && value !== this.state.typed) this.setState({ typed: value })
  }

  /** @override */
  componentWillUnmount() {
    clearTimeout(this.timer)
    this.turn++
  }

  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  type = event => {
    const typed = event.currentTarget.value
    this.setState({ typed })
    this.props.onInput?.(typed)
    this.wait(PAUSE_MS)
  }

  focus = () => {
    if (this.state.terms.length === 0) this.wait(0)
  }

  /** @param {number} pause */
  wait(pause) {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.read, pause)
  }

  read = async () => {
    const { app, kind } = this.props
    const turn = ++this.turn
    try {
      const terms = await findTerms(app, kind, this.state.typed.trim())
      if (turn === this.turn) this.setState({ terms })
    } catch (error) {
      // The field takes any text without offers.
      if (!(error instanceof Problem)) throw error
    }
  }

  /** @override */
  render() {
    const { app, id, name, label, error } = this.props
    const { typed, terms } = this.state
    return html`
      <div class="field">
        <label for=${id}>${label}</label>
        <input id=${id} name=${name} type="text" dir="auto" autocomplete="off" list=${`${id}-terms`} value=${typed}
          aria-invalid=${error ? 'true' : null} aria-describedby=${error ? `${id}-error` : null} onInput=${this.type} onFocus=${this.focus} />
        <datalist id=${`${id}-terms`}>
          ${terms.map(({ term, count }) => html`<option key=${term} value=${term} label=${`${term} (${countText(app, count)})`} />`)}
        </datalist>
        ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
      </div>`
  }
}
