/** What needs the groups of customers: it is shown at once, and again when they are read. */

import { Component } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { readGroups } from './pick-customers.js'

/** @typedef {import('./pick-customers.js').Group} Group */
/** @typedef {{ app: import('../../app.js').App, show: (groups: Group[]) => import('../../../ui/html.js').Children }} Props `show` gets no group before they are read, and for who may not read them */

/** The part of the page. @extends {Component<Props, { groups: Group[] }>} */
export class WithGroups extends Component {
  /** @override @type {{ groups: Group[] }} */
  state = { groups: [] }
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
    }
  }

  /** @override */
  render() {
    return this.props.show(this.state.groups)
  }
}

/**
 * The options of a field for one group, with none first; a number that no group has stays an option.
 * @param {Group[]} groups
 * @param {string} value the number that the field has
 * @param {{ none: string, missing: (text: string) => string }} texts
 * @returns {[value: string, label: string][]}
 */
export function groupOptions(groups, value, { none, missing }) {
  const isKnown = value === '' || groups.some(({ id }) => String(id) === value)
  return [
    ['', none],
    ...groups.map(({ id, name }) => /** @type {[string, string]} */ ([String(id), `${name} (${id})`])),
    ...(isKnown ? [] : [/** @type {[string, string]} */ ([value, missing(value)])]),
  ]
}
