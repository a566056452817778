/** Rare fields of a form behind a line that unfolds them. It is open at first where it has something, and opens where a field of it is marked. */

import { Icon } from '../../ui/components/icon.js'
import { Component, html } from '../../ui/html.js'

/**
 * @typedef {object} FoldProps
 * @property {string} title
 * @property {string | null} note what is in it, in a few words
 * @property {boolean} isFilled
 * @property {boolean} isMarked whether a field has an error or a warning
 * @property {import('../../ui/html.js').Children} children
 */

/** The fields. What the reader has opened or closed stays so. @extends {Component<FoldProps>} */
export class Fold extends Component {
  /** @type {{ current: HTMLDetailsElement | null }} */
  details = { current: null }

  /** @override */
  componentDidMount() {
    if (this.props.isFilled || this.props.isMarked) this.open()
  }

  /** @override @param {FoldProps} before */
  componentDidUpdate({ isMarked }) {
    if (!isMarked && this.props.isMarked) this.open()
  }

  open() {
    const { current } = this.details
    if (current) current.open = true
  }

  /** @override */
  render() {
    const { title, note, children } = this.props
    return html`
      <details class="fold-fields" ref=${this.details}>
        <summary><span>${title}${note && html` <small>${note}</small>`}</span><${Icon} name="down" /></summary>
        <div class="fields">${children}</div>
      </details>`
  }
}
