/** Components with a state of their own. */

import { Component } from '../ui/html.js'

/**
 * Makes a component from a function that draws it.
 * @template P
 * @template {object} S
 * @param {(props: P) => S} initial makes the state of a new component
 * @param {(props: P, state: S, set: (changes: Partial<S>) => void) => import('../ui/html.js').Children} draw
 */
export function stateful(initial, draw) {
  return class extends Component {
    /** @param {P} props */
    constructor(props) {
      super(props)
      /** @type {S} */
      this.state = initial(props)
    }

    render() {
      const set = (/** @type {Partial<S>} */ changes) => this.setState(changes)
      return draw(/** @type {P} */ (this.props), /** @type {S} */ (this.state), set)
    }
  }
}
