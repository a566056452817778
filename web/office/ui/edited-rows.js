/** Rows of fields that can be added, changed and removed. The focus stays among them. */

import { Component } from '../../ui/html.js'

/**
 * What lists of rows share: whoever shows one says what its rows are, and what becomes of changed ones.
 * @template {object} Row
 * @template {object} Props
 * @extends {Component<Props>}
 */
export class EditedRows extends Component {
  /** The element with the rows, whose fields each have an element of their own. @type {{ current: HTMLElement | null }} */
  root = { current: null }
  /** The row that takes the focus once it is drawn. @type {number | null} */
  next = null

  /** The rows; there is always one. @returns {Row[]} */
  rows() {
    return [this.blank()]
  }

  /** A new row. @returns {Row} */
  blank() {
    throw new Error('blank is missing')
  }

  /** @param {Row[]} _rows */
  change(_rows) {
    throw new Error('change is missing')
  }

  /** @override */
  componentDidUpdate() {
    const { next } = this
    this.next = null
    const input = next === null ? null : this.root.current?.querySelectorAll('li > div:first-child input')[next]
    if (input instanceof HTMLElement) input.focus()
  }

  add = () => {
    const rows = this.rows()
    this.next = rows.length
    this.change([...rows, this.blank()])
  }

  /** The row that comes in its place takes the focus, otherwise the last. @param {number} removed */
  remove(removed) {
    const rows = this.rows().filter((_, at) => at !== removed)
    this.next = Math.min(removed, Math.max(0, rows.length - 1))
    this.change(rows)
  }

  /** @override @returns {import('preact').ComponentChild} */
  render() {
    return null
  }

  /** @param {number} changed @param {Partial<Row>} cells */
  type(changed, cells) {
    this.change(this.rows().map((row, at) => (at === changed ? { ...row, ...cells } : row)))
  }
}
