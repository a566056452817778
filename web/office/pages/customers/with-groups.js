/** What needs the groups of customers: it is shown at once, and again when they are read. */

import { Component } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { readGroups } from './group-names.js'

/** @typedef {import('./group-names.js').Group} Group */
/** @typedef {{ app: import('../../app.js').App, show: (groups: Group[] | null) => import('../../../ui/html.js').Children }} Props `show` gets null before they are read, and none where they cannot be read */

/** The part of the page. @extends {Component<Props, { groups: Group[] | null }>} */
export class WithGroups extends Component {
  /** @override @type {{ groups: Group[] | null }} */
  state = { groups: this.props.app.can('catalogue:read') ? null : [] }
  isGone = false

  /** @override */
  componentDidMount() {
    this.read()
  }

  /** @override */
  componentWillUnmount() {
    this.isGone = true
  }

  async read() {
    try {
      const groups = await readGroups(this.props.app)
      if (!this.isGone) this.setState({ groups })
    } catch (error) {
      // Without names the number can be typed.
      if (!(error instanceof Problem)) throw error
      if (!this.isGone) this.setState({ groups: [] })
    }
  }

  /** @override */
  render() {
    return this.props.show(this.state.groups)
  }
}
