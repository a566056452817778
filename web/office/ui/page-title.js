/** The heading of a page: names the document, too, and takes the focus after a navigation. */

import { Component, html } from '../../ui/html.js'

/**
 * @typedef {object} TitleProps
 * @property {import('../app.js').App} app
 * @property {string} title also of the document
 * @property {import('../../ui/html.js').Children} [lead] a sentence below the title
 * @property {import('../../ui/html.js').Children} [beside] badges beside the title
 * @property {import('../../ui/html.js').Children} [actions] buttons of the page
 */

/** The heading. @extends {Component<TitleProps>} */
export class PageTitle extends Component {
  /** @type {{ current: HTMLElement | null }} */
  heading = { current: null }

  /** @override */
  componentDidMount() {
    this.componentDidUpdate()
  }

  /** @override */
  componentDidUpdate() {
    const { app, title } = this.props
    document.title = `${title} · ${app.state.session?.shop.name ?? 'Sepet'}`
    if (!app.state.focusHeading) return
    app.state.focusHeading = false
    this.heading.current?.focus({ preventScroll: true })
  }

  /** The heading that takes the place of this one takes its focus. @override */
  componentWillUnmount() {
    if (document.activeElement === this.heading.current) this.props.app.state.focusHeading = true
  }

  /** @override */
  render() {
    const { title, lead, beside, actions } = this.props
    return html`
      <div class="page-title">
        <div>
          <h1 tabindex="-1" ref=${this.heading}><bdi>${title}</bdi>${beside && html` <span class="beside">${beside}</span>`}</h1>
          ${lead && html`<p class="lead">${lead}</p>`}
        </div>
        ${actions && html`<div class="actions">${actions}</div>`}
      </div>`
  }
}
