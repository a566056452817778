/** Tells the application what leaving a form would lose. */

import { Component, html } from '../../ui/html.js'
import { changedLabels, valuesIn } from './form-values.js'

/**
 * @typedef {object} UnsavedProps
 * @property {import('../app.js').App} app
 * @property {string} [name] of the form around, in words: its fields are compared with what they had at first
 * @property {import('../unsaved-input.js').Loss} [lost] says for itself what leaving would lose
 */

/** What stands within a form; it shows nothing. @extends {Component<UnsavedProps>} */
export class Unsaved extends Component {
  /** @type {{ current: HTMLElement | null }} */
  place = { current: null }
  /** @type {HTMLFormElement | null} */
  form = null
  /** What the fields had at first. @type {import('./form-values.js').FieldValue[]} */
  first = []
  end = () => {}

  /** @override */
  componentDidMount() {
    this.form = this.place.current?.closest('form') ?? null
    if (this.form) this.first = valuesIn(this.form)
    this.end = this.props.app.unsaved.watch(() => this.loss())
  }

  /** @override */
  componentWillUnmount() {
    this.end()
  }

  /** @returns {string[]} */
  loss() {
    const { app, name = '', lost } = this.props
    if (lost) return lost()
    const labels = this.form ? changedLabels(this.form, this.first) : []
    return labels.length === 0 ? [] : [app.texts().leave.fields(name, labels)]
  }

  /** @override */
  render() {
    return html`<span hidden ref=${this.place}></span>`
  }
}
