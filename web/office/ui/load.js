/** Loads what a page or a card shows. */

import { Component, html } from '../../ui/html.js'
import { Problem } from '../../ui/request.js'
import { Failed, Loading } from './states.js'

/**
 * @typedef {object} LoadProps
 * @property {import('../app.js').App} app
 * @property {() => Promise<any>} from loads it; a component with another `key` loads again
 * @property {(data: any, again: () => void, set: (data: any) => void) => import('../../ui/html.js').Children} show draws it; `again` loads it again,
 *   `set` shows what a write has answered
 * @property {(problem: Problem) => import('../../ui/html.js').Children} [failed] draws why it could not be loaded
 * @property {import('../../ui/html.js').Children} [title] above both
 * @property {import('../../ui/html.js').Children} [loading] is shown meanwhile
 */

/** @typedef {{ data?: any, problem?: Problem | null }} Loaded */

/** Shows lines while it loads, and why it failed. @extends {Component<LoadProps, Loaded>} */
export class Load extends Component {
  /** @override @type {Loaded} */
  state = {}
  isGone = false

  /** @override */
  componentDidMount() {
    this.load()
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  load = async () => {
    try {
      const data = await this.props.from()
      if (!this.isGone) this.setState({ data, problem: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ problem: error })
    }
  }

  /** @override */
  render() {
    const { show, title } = this.props
    const { data, problem } = this.state
    if (data === undefined || problem) return html`${title}${this.instead()}`
    return show(data, this.load, (/** @type {any} */ changed) => this.setState({ data: changed }))
  }

  /** What is shown without data. */
  instead() {
    const { app, failed, loading } = this.props
    const { problem } = this.state
    if (!problem) return loading ?? html`<${Loading} app=${app} />`
    return failed?.(problem) ?? html`<${Failed} app=${app} problem=${problem} onAgain=${this.load} />`
  }
}
